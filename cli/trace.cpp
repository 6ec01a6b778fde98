#include "cli/trace.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace gist::cli {

void Trace::record(const Step& step, double seconds) {
  smallest_ = smallest_ < 0 ? step.step_sq : std::min(smallest_, step.step_sq);
  nlohmann::ordered_json line{
      {"k", step.iteration},   {"seconds", seconds},      {"objective", step.objective}, {"t", step.t},
      {"trials", step.trials}, {"step_sq", step.step_sq}, {"nonzeros", step.nonzeros},   {"min_step_sq", smallest_},
      {"passes", step.passes}};
  if (step.stage > 0) line["stage"] = step.stage;
  file_.write(line.dump() + "\n");
}

}  // namespace gist::cli
