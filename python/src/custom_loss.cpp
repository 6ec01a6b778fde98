#include "custom_loss.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cmath>

#include "arrays.hpp"
#include "fit_input.hpp"
#include "gist/backend/cpu/coefficient_loops.hpp"
#include "gist/core/alternatives.hpp"
#include "gist/core/error.hpp"
#include "gist/fit/lambda_max.hpp"
#include "gist/fit/options.hpp"
#include "gist/fit/prepare.hpp"
#include "gist/solver/fista.hpp"
#include "gist/solver/gist.hpp"
#include "gist/solver/ista.hpp"
#include "gist/solver/sparsa.hpp"
#include "python_space.hpp"

namespace gistlearn {
namespace {

using gist::Error, gist::ErrorKind, gist::Model;
using Point = PythonSpace::Point;

struct Ended {
  gist::Status status;
  int iterations;
  gist::WorkVector w;
  double t;
};

template <class Solver>
Ended finish(Solver&& solver, const gist::Stop& stop, const gist::Observer& observe) {
  if (!std::isfinite(solver.best().objective()))
    throw Error(ErrorKind::data, "the loss is not finite at the starting point");
  const auto outcome = gist::run(solver, stop, observe);
  return {outcome.status, outcome.iterations, outcome.point->w, outcome.t};
}

/// Runs the solver the options name; those that need curvatures or a split of the penalty are refused.
Ended solve(PythonSpace& space, const gist::SolverOptions& options, const gist::Stop& stop, Point start, double first_t,
            const gist::Observer& observe) {
  if (const auto* o = std::get_if<gist::GistOptions>(&options))
    return finish(gist::Gist<PythonSpace>(space, *o, std::move(start), first_t), stop, observe);
  if (const auto* o = std::get_if<gist::SparsaOptions>(&options))
    return finish(gist::Gist<PythonSpace>(space, o->as_gist(), std::move(start), first_t), stop, observe);
  if (const auto* o = std::get_if<gist::IstaOptions>(&options))
    return finish(gist::Ista<PythonSpace>(space, *o, std::move(start), first_t, stop.residual_goal()), stop, observe);
  if (const auto* o = std::get_if<gist::FistaOptions>(&options))
    return finish(gist::Fista<PythonSpace>(space, *o, std::move(start), first_t, stop.residual_goal()), stop, observe);
  throw Error(ErrorKind::option, "--solver " + std::string(gist::name_of(options)) +
                                     " does not take a loss written in Python; gist, sparsa, ista and fista do");
}

double largest(const gist::WorkVector& values) {
  double most = 0;
  for (const double value : values) {
    if (!std::isfinite(value)) throw Error(ErrorKind::data, "the gradient at w = 0 is not finite: check loss.slope");
    most = std::max(most, std::abs(value));
  }
  return most;
}

/// lambda and theta as numbers.
gist::Penalty settled(const gist::FitSpec& spec, double lambda_max) {
  const auto& problem = spec.problem;
  const double lambda = problem.lambda_ratio ? *problem.lambda_ratio * lambda_max : gist::lambda_of(spec.penalty);
  std::optional<double> theta;
  if (problem.theta_ratio) theta = *problem.theta_ratio * lambda;
  gist::FitSpec check = spec;
  check.penalty = gist::with_strength(spec.penalty, lambda, theta);
  gist::validate(check);
  return check.penalty;
}

void certify(PythonSpace& space, const gist::Problem& problem, Point& point, double t, gist::Certificate& result) {
  result.t = t;
  result.loss = space.loss(point);
  result.penalty = space.penalty(point);
  space.gradient(point);
  result.intercept_slope = problem.intercept ? std::abs(space.intercept_slope()) : 0;
  Point moved = space.make_point();
  result.prox = t * space.prox_step(point, t, moved).step_max;
  result.coordinate = std::nan("");  // needs curvatures, which a loss in Python does not give
  std::visit(
      [&](const auto& penalty) {
        const gist::cpu::Coordinates coordinates(problem, penalty);
        for (std::size_t j = 0; j < point.w.size(); ++j)
          result.critical = std::max(result.critical, coordinates.critical(j, point.w[j], point.gradient[j]));
      },
      problem.penalty);
}

/// A start on the problem's scale, inside the bounds.
gist::WorkVector starting_w(const gist::Problem& problem, const std::optional<Model>& start) {
  gist::WorkVector w(static_cast<std::size_t>(problem.features()));
  if (start) {
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

void store(const gist::Problem& problem, const Point& point, Model& model) {
  const auto& [mean, inverse_scale] = problem.scaling;
  model.features = problem.features();
  model.intercept = point.intercept;
  for (std::size_t j = 0; j < point.w.size(); ++j) {
    const double w = point.w[j] * (inverse_scale.empty() ? 1 : inverse_scale[j]);
    if (w == 0) continue;
    model.index.push_back(static_cast<gist::Index>(j));
    model.value.push_back(w);
    if (!mean.empty()) model.intercept -= w * mean[j];
  }
}

/// The model's spec has the squared loss in the place of the one written in Python: labels are any numbers there.
Model fit_custom(const FitInput& input, const Input<double>& label, const nb::object& loss,
                 const gist::NamedOptions& options, const std::optional<Model>& start, int threads,
                 const nb::object& listener) {
  gist::FitSpec spec = gist::spec_from(options);
  const gist::FitData data = input.with_labels(numbers(label));
  gist::Team team(threads);
  gist::Problem problem = gist::prepare(data, spec, team).problem;
  const PythonLoss python_loss(loss, problem.target);
  PythonSpace space(problem, python_loss, team);

  Point zero = space.make_point();
  space.loss(zero);
  space.gradient(zero);
  Model model;
  gist::FitReport& report = model.report;
  report.gradient_scale = largest(zero.gradient);
  report.lambda_max = gist::lambda_max(problem, zero.gradient, spec.problem.theta_ratio.has_value());
  problem.penalty = settled(spec, report.lambda_max);

  gist::Observer observe;
  if (!listener.is_none()) {
    observe = [&](const gist::Step& step, double seconds) {
      listener(step.iteration, step.objective, step.residual, step.nonzeros, seconds);
    };
  }
  zero.w = starting_w(problem, start);
  const double first_t = start ? start->report.certificate.t : 1;
  Ended ended = solve(space, spec.solver, gist::Stop(spec.stop, report.gradient_scale, nullptr), std::move(zero),
                      first_t, observe);
  Point answer = space.make_point();
  answer.w = std::move(ended.w);
  certify(space, problem, answer, ended.t, report.certificate);
  model.spec = spec;
  model.spec.penalty = problem.penalty;
  model.spec.problem.lambda_ratio.reset();
  model.spec.problem.theta_ratio.reset();
  model.feature_names = data.dataset.feature_names;
  report.status = ended.status;
  report.iterations = ended.iterations;
  report.passes = space.passes();
  report.samples = problem.samples();
  report.stored = problem.design.nonzeros();
  store(problem, answer, model);
  return model;
}

}  // namespace

void bind_custom_loss(nb::module_& module) {
  module.def("fit_custom", &fit_custom, nb::arg("input"), nb::arg("label"), nb::arg("loss"), nb::arg("options"),
             nb::kw_only(), nb::arg("start").none() = nb::none(), nb::arg("threads") = 0,
             nb::arg("listener").none() = nb::none(),
             "As fit() for one array of labels, with a loss that has value(z, y) and slope(z, y).");
}

}  // namespace gistlearn
