#include "gist/fit/fit.hpp"

#include "gist/fit/fitting.hpp"
#include "gist/fit/relax.hpp"

namespace gist {

Model fit(const FitData& data, const FitSpec& spec, Team& team, const FitControls& controls) {
  Fitting fitting(data, spec, team, controls.interrupt);
  const Penalty penalty = fitting.settled();
  if (controls.start == nullptr) fitting.expect_one(penalty);
  Answer answer = fitting.solve(penalty, fitting.start(controls.start), controls.observe);
  FitReport report = fitting.judge(answer);
  const Model model = fitting.model(answer, std::move(report));
  return spec.problem.relax ? relaxed(data, model, team, controls) : model;
}

}  // namespace gist
