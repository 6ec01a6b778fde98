#pragma once

#include <cmath>
#include <limits>

#include "gist/solver/space.hpp"

namespace gist {

/// The test of the ISTA family: at the new w the quadratic model with inverse step t lies above the loss,
///   l(w_new) <= l(w) + <gradient, w_new - w> + t/2 ||w_new - w||^2.
/// Near the minimum the two sides differ by less than a sum over all samples is rounded by. There the test would refuse
/// at random, and t would grow without reason or be accepted too small. So where the difference is that small, the
/// second order decides, which does not cancel: <g(w_new) - g(w), w_new - w> <= t ||w_new - w||^2.
template <ModellingSpace S>
bool majorised(S& space, const typename S::Point& from, const typename S::Point& to, const ProxStep& moved, double t) {
  const double excess = to.loss_value - (from.loss_value + moved.along + t / 2 * moved.step_sq);
  const double noise =
      256 * std::numeric_limits<double>::epsilon() * (std::abs(from.loss_value) + std::abs(moved.along));
  if (std::abs(excess) <= noise) return space.gradient_change_along(from, to) <= t * moved.step_sq;
  return excess < 0;
}

/// A prox step and the inverse step it took.
struct MajorisedStep {
  ProxStep moved;
  double t = 0;
  int trials = 0;
  bool found = false;
};

inline constexpr double smallest_t = 1e-30, largest_t = 1e30;

/// The t a warm start was certified at, where that is a t at all; else 1.
inline double usable_t(double known) { return known >= smallest_t && known <= largest_t ? known : 1; }

/// A prox step from a point with its gradient, t growing by eta until the model majorises the loss.
template <ModellingSpace S>
MajorisedStep majorised_step(S& space, const typename S::Point& from, double t, double eta, typename S::Point& to) {
  for (int trials = 1; t <= largest_t; ++trials, t *= eta) {
    const ProxStep moved = space.prox_step(from, t, to);
    if (moved.step_max == 0) return {moved, t, trials, true};  // a fixed point; `to` is not evaluated
    space.loss(to);
    if (majorised(space, from, to, moved, t)) return {moved, t, trials, true};
  }
  return {};
}

/// Where to begin such searches when nothing is known of the curvature: t shrinks from `t` while the model still
/// majorises the loss, for with a t that never falls again a first one too large would be too large for ever. `goal`: a
/// start whose residual is that small already is left in peace.
template <ModellingSpace S>
double smallest_majorising(S& space, const typename S::Point& from, double t, double eta, double goal,
                           typename S::Point& scratch) {
  while (t / eta >= smallest_t) {
    const ProxStep moved = space.prox_step(from, t, scratch);
    if (t * moved.step_max <= goal) break;
    space.loss(scratch);
    if (!majorised(space, from, scratch, moved, t)) break;
    t /= eta;
  }
  return t;
}

}  // namespace gist
