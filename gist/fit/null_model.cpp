#include "gist/fit/null_model.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "gist/backend/cpu/column_space.hpp"
#include "gist/core/error.hpp"
#include "gist/fit/lambda_max.hpp"
#include "gist/fit/rounding.hpp"
#include "gist/fit/solve.hpp"

namespace gist {
namespace {

using Point = cpu::CpuSpace::Point;

/// The unpenalised coefficients at their best with all others held at 0, by the same solver. How precise they are must
/// not depend on how precise the fit is asked to be: lambda_max hangs on them.
Point fit_unpenalised(const Problem& problem, const FitSpec& spec, double gradient_scale, Team& team,
                      const std::atomic<bool>* interrupt, std::int64_t& passes) {
  Problem held = problem;
  held.penalty = None{};
  const auto d = static_cast<std::size_t>(problem.features());
  if (held.lower.empty()) held.lower.assign(d, -infinity);
  if (held.upper.empty()) held.upper.assign(d, infinity);
  for (std::size_t j = 0; j < d; ++j) {
    if (problem.factor[j] > 0)
      held.lower[j] = std::clamp(0.0, held.lower[j], held.upper[j]), held.upper[j] = held.lower[j];
  }
  cpu::ColumnSpace space(held, team);
  StopOptions stop;
  stop.tolerance = 1e-10;
  stop.max_seconds = spec.stop.max_seconds;
  auto solved =
      solve(space, held, GistOptions{}, Stop(stop, gradient_scale, interrupt), space.make_point(), 1, nullptr);
  Point point = space.make_point();
  point.w = std::move(solved.w);
  space.loss(point);
  space.gradient(point);
  passes += space.passes();
  return point;
}

}  // namespace

NullModel study_null(cpu::ColumnSpace& space, const Problem& problem, const FitSpec& spec, Team& team,
                     const std::atomic<bool>* interrupt) {
  Point zero = space.make_point();
  space.loss(zero);
  space.study(zero);
  NullModel null{
      .gradient_scale = 0, .lambda_max = 0, .passes = 0, .loss = zero.loss_value, .intercept = zero.intercept};
  for (std::size_t j = 0; j < zero.gradient.size(); ++j) {
    if (!std::isfinite(zero.gradient[j])) {
      throw Error(ErrorKind::data, "the gradient of feature " + std::to_string(j + 1) +
                                       " at w = 0 is not finite: its values, or the labels, are not finite or too "
                                       "large for double precision");
    }
  }
  const GradientSize found = without_rounding(space, problem, zero, team);
  null.gradient_scale = found.scale;
  null.passes += found.read ? 1 : 0;
  null.at_zero = std::none_of(problem.factor.begin(), problem.factor.end(), [](double f) { return f == 0; });
  if (!null.at_zero) {
    zero = fit_unpenalised(problem, spec, null.gradient_scale, team, interrupt, null.passes);
    null.passes += without_rounding(space, problem, zero, team).read ? 1 : 0;
  }
  null.lambda_max = lambda_max(problem, zero.gradient, spec.problem.theta_ratio.has_value());
  null.gradient = std::move(zero.gradient);
  return null;
}

}  // namespace gist
