#include "gist/fit/fit.hpp"

#include <algorithm>
#include <cmath>

#include "gist/backend/cpu/column_bounds.hpp"
#include "gist/core/error.hpp"
#include "gist/fit/certificate.hpp"
#include "gist/fit/null_model.hpp"
#include "gist/fit/prepare.hpp"
#include "gist/fit/separation.hpp"
#include "gist/fit/solve.hpp"
#include "gist/fit/warnings.hpp"

namespace gist {
namespace {

using Point = cpu::CpuSpace::Point;

/// lambda and theta as numbers.
Penalty settle(const FitSpec& spec, double lambda_max) {
  const double lambda = spec.problem.lambda_ratio ? *spec.problem.lambda_ratio * lambda_max : lambda_of(spec.penalty);
  std::optional<double> theta;
  if (spec.problem.theta_ratio) theta = *spec.problem.theta_ratio * lambda;
  Penalty settled = with_strength(spec.penalty, lambda, theta);
  FitSpec check = spec;
  check.penalty = settled;
  validate(check);  // theta = 0 when lambda is 0, say
  return settled;
}

/// w on the problem's scale from which to start: the warm start or 0, moved inside the bounds.
WorkVector starting_w(const Problem& problem, const Model* start) {
  WorkVector w(static_cast<std::size_t>(problem.features()));
  if (start != nullptr) {
    if (start->features != problem.features()) {
      throw Error(ErrorKind::model, "the model to start from has " + std::to_string(start->features) +
                                        " features, the data " + std::to_string(problem.features()));
    }
    for (std::size_t k = 0; k < start->index.size(); ++k) {
      const auto j = static_cast<std::size_t>(start->index[k]);
      const double inverse = problem.scaling.inverse_scale.empty() ? 1 : problem.scaling.inverse_scale[j];
      w[j] = inverse > 0 ? start->value[k] / inverse : 0;
    }
  }
  for (std::size_t j = 0; j < w.size(); ++j) {
    if (!problem.lower.empty()) w[j] = std::max(w[j], problem.lower[j]);
    if (!problem.upper.empty()) w[j] = std::min(w[j], problem.upper[j]);
  }
  return w;
}

/// w_j on the scale of the user's columns. A coefficient at its bound is the user's bound to the last bit: dividing and
/// multiplying by the scale would leave it an ulp inside or outside.
double original_scale(const Problem& problem, const FitData& data, double w, std::size_t j) {
  const double inverse = problem.scaling.inverse_scale[j];
  const auto user = [&](const std::vector<double>& bound) { return bound.size() == 1 ? bound[0] : bound[j]; };
  double original = w * inverse;
  if (inverse == 0) return original;
  if (!problem.lower.empty())
    original = w == problem.lower[j] ? user(data.lower) : std::max(original, user(data.lower));
  if (!problem.upper.empty())
    original = w == problem.upper[j] ? user(data.upper) : std::min(original, user(data.upper));
  return original;
}

/// Coefficients and intercept on the scale of the user's columns.
void store_coefficients(const Problem& problem, const FitData& data, const Point& point, Model& model) {
  const auto& [mean, inverse_scale] = problem.scaling;
  model.intercept = point.intercept;
  for (std::size_t j = 0; j < point.w.size(); ++j) {
    const double w = inverse_scale.empty() ? point.w[j] : original_scale(problem, data, point.w[j], j);
    if (w == 0) continue;
    model.index.push_back(static_cast<Index>(j));
    model.value.push_back(w);
    if (!mean.empty()) model.intercept -= w * mean[j];
  }
}

}  // namespace

Model fit(const FitData& data, const FitSpec& spec, Team& team, const FitControls& controls) {
  validate(spec);
  Prepared prepared = prepare(data, spec, team);
  Problem& problem = prepared.problem;
  const NullModel null = study_null(problem, spec, team, controls.interrupt);
  problem.penalty = settle(spec, null.lambda_max);

  cpu::ColumnSpace space(problem, team);
  Point start = space.make_point();
  start.w = starting_w(problem, controls.start);
  const Stop stop(spec.stop, null.gradient_scale, controls.interrupt);
  const double first_t = controls.start != nullptr ? controls.start->report.certificate.t : 1;
  Observer observe;
  if (controls.observe) {
    observe = [&](Step step, double seconds) {
      step.passes = null.passes + space.passes();
      controls.observe(step, seconds);
    };
  }
  Solved solved = solve(space, spec.solver, stop, std::move(start), first_t, observe);

  // From here on everything is worked out anew from the coefficients.
  Point answer = space.make_point();
  answer.w = std::move(solved.w);
  space.loss(answer);
  const auto curvature = cpu::column_curvatures(problem, answer.margin, answer.intercept, team);

  Model model;
  model.spec = spec;
  model.spec.penalty = problem.penalty;
  model.spec.problem.lambda_ratio.reset();
  model.spec.problem.theta_ratio.reset();
  model.features = problem.features();
  model.classes = prepared.classes;
  model.feature_names = data.dataset.feature_names;
  FitReport& report = model.report;
  report.certificate = certify(space, problem, answer, solved.t, curvature, team);
  report.status = solved.status;
  report.iterations = solved.iterations;
  report.gradient_scale = null.gradient_scale;
  report.lambda_max = null.lambda_max;
  report.samples = problem.samples();
  report.stored = problem.design.nonzeros();
  if (escapes_to_infinity(space, problem, answer)) {
    if (report.status == Status::converged && spec.stop.stop == StopRule::residual) report.status = Status::unbounded;
    report.warnings.push_back(no_minimiser_warning(problem));
  }
  if (auto warning = jump_regime_warning(problem, curvature)) report.warnings.push_back(std::move(*warning));
  report.passes = null.passes + space.passes();
  store_coefficients(problem, data, answer, model);
  return model;
}

}  // namespace gist
