#include "gist/fit/fit.hpp"

#include "gist/fit/fitting.hpp"

namespace gist {

Model fit(const FitData& data, const FitSpec& spec, Team& team, const FitControls& controls) {
  Fitting fitting(data, spec, team, controls.interrupt);
  Answer answer = fitting.solve(fitting.settled(), fitting.start(controls.start), controls.observe);
  FitReport report = fitting.judge(answer);
  return fitting.model(answer, std::move(report));
}

}  // namespace gist
