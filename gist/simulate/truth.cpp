#include "gist/simulate/truth.hpp"

#include <nlohmann/json.hpp>

namespace gist {
namespace {

std::vector<Index> from_one(std::vector<Index> number) {
  for (Index& k : number) ++k;
  return number;
}

}  // namespace

std::string to_json(const Truth& truth) {
  nlohmann::ordered_json out;
  out["kind"] = to_string(truth.kind);
  out["seed"] = truth.seed;
  out["d"] = truth.features;
  out["intercept"] = truth.intercept;
  out["indices"] = from_one(truth.support);
  out["values"] = truth.coefficient;
  if (truth.noise_variance) out["noise_variance"] = *truth.noise_variance;
  if (truth.label_noise) out["label_noise"] = *truth.label_noise;
  if (truth.kind == SimulatedKind::text) {
    out["topics"] = from_one(truth.topic);
    out["topic_labels"] = truth.topic_label;
  }
  return out.dump();
}

}  // namespace gist
