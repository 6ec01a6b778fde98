#include "gist/fit/fit.hpp"

#include "gist/fit/fitting.hpp"
#include "gist/fit/relax.hpp"

namespace gist {

Model fit(const FitData& data, const FitSpec& spec, Team& team, const FitControls& controls) {
  Fitting fitting(data, spec, team, controls.interrupt);
  if (controls.start == nullptr) fitting.expect_search();
  Answer answer = fitting.solve(fitting.settled(), fitting.start(controls.start), controls.observe);
  FitReport report = fitting.judge(answer);
  const Model model = fitting.model(answer, std::move(report));
  return spec.problem.relax ? relaxed(data, model, team, controls) : model;
}

}  // namespace gist
