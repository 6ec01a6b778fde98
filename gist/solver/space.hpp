#pragma once

#include <concepts>
#include <cstdint>

#include "gist/penalty/reweighted.hpp"

namespace gist {

/// What one proximal step did.
struct ProxStep {
  double penalty = 0;         ///< r at the new w, ridge included
  double surrogate = 0;       ///< what stood for r in the step, at the new w; in prox_step that is r itself
  double along = 0;           ///< <gradient, w_new - w>
  double step_sq = 0;         ///< ||w_new - w||^2
  double step_max = 0;        ///< ||w_new - w||_inf
  std::int64_t nonzeros = 0;  ///< of the new w

  /// The larger of the two, where one that is not a number counts as the largest, so that it is never hidden.
  static double larger(double a, double b) { return a >= b || a != a ? a : b; }

  /// Steps of other coordinates together with these.
  ProxStep& operator+=(const ProxStep& other) {
    penalty += other.penalty;
    surrogate += other.surrogate;
    along += other.along;
    step_sq += other.step_sq;
    step_max = larger(step_max, other.step_max);
    nonzeros += other.nonzeros;
    return *this;
  }
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
  { from.objective() } -> std::same_as<double>;             ///< loss_value + penalty_value
  { point.loss_value } -> std::same_as<double&>;
  { point.penalty_value } -> std::same_as<double&>;
};

/// How a step compares with the momentum that led to it.
struct Turn {
  double step_sq = 0;  ///< ||next - now||^2
  double back = 0;     ///< <from - next, next - now>: positive when the step turns against the way taken
};

/// For methods that compare the loss with its quadratic model. The gradients are not needed: in sample space
/// <g(to) - g(from), w(to) - w(from)> is a sum over the margins.
template <class S>
concept ModellingSpace = Space<S> && requires(S space, const typename S::Point from) {
  { space.gradient_change_along(from, from) } -> std::same_as<double>;  ///< (from, to), both with their loss
};

/// For methods with momentum. The margins of a combination are the combination of the margins, so no pass is needed.
template <class S>
concept ExtrapolatingSpace = ModellingSpace<S> &&
    requires(S space, const typename S::Point a, typename S::Point point, double b) {
  {space.extrapolate(a, a, b, point)};            ///< point = now + b (now - before), loss included; (before, now, ...)
  { space.turn(a, a, a) } -> std::same_as<Turn>;  ///< (now, from, next)
};

/// For methods that put r1 minus the linearised r2 in the place of r (penalty/dc_split.hpp).
template <class S>
concept LinearisingSpace = Space<S> && requires(S space, const typename S::Point a, typename S::Point point, double t) {
  /// As prox_step, with r2 linearised at the anchor: (anchor, from, t, to). penalty is r, surrogate what stood for it.
  { space.linearised_step(a, a, t, point) } -> std::same_as<ProxStep>;
  { space.linearised_penalty(a, point) } -> std::same_as<double>;  ///< point.penalty_value = the surrogate there
};

/// For methods that reweight |w|^alpha (penalty/reweighted.hpp).
template <class S>
concept ReweightingSpace = Space<S> &&
    requires(S space, const typename S::Point from, typename S::Point point, const Reweighting smoothing, double t) {
  /// As prox_step, on the reweighted |w|^alpha at `from`. penalty is r, surrogate the smoothed r.
  { space.reweighted_step(from, t, smoothing, point) } -> std::same_as<ProxStep>;
  { space.smoothed_penalty(smoothing, from) } -> std::same_as<double>;
};

}  // namespace gist
