#pragma once

#include <concepts>
#include <cstdint>

namespace gist {

/// What one proximal step did.
struct ProxStep {
  double penalty = 0;         ///< r at the new w, ridge included
  double step_sq = 0;         ///< ||w_new - w||^2
  double step_max = 0;        ///< ||w_new - w||_inf
  std::int64_t nonzeros = 0;  ///< of the new w
};

/// The verbs a first-order solver speaks. A space owns the data and the loops; a point is w together with what was
/// computed at it (margins, gradient, loss, penalty), so nothing is computed twice. One text of an algorithm runs on
/// every space: threads here, a GPU or many machines elsewhere.
///
/// The loss is minimised over the unpenalised intercept at every w, so solvers see a function of w alone.
template <class S>
concept Space = requires(S space, typename S::Point point, const typename S::Point from, double t) {
  { space.make_point() } -> std::same_as<typename S::Point>;  ///< allocates; w = 0
  {
    space.prox_step(from, t, point)
    } -> std::same_as<ProxStep>;                     ///< point.w = argmin of the model at `from` with inverse step t
  { space.loss(point) } -> std::same_as<double>;     ///< one pass over X
  { space.penalty(point) } -> std::same_as<double>;  ///< r(w), no pass
  {space.gradient(point)};                           ///< one pass over X'; needs loss(point) before
  { space.curvature(from, from) } -> std::same_as<double>;  ///< <dw, dg> / <dw, dw> between two points with gradients
  { from.objective() } -> std::same_as<double>;
};

}  // namespace gist
