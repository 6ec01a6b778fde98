#pragma once

#include <algorithm>
#include <cmath>
#include <string_view>
#include <tuple>

#include "gist/core/field.hpp"
#include "gist/core/host_device.hpp"
#include "gist/penalty/candidates.hpp"

namespace gist {

/// Smoothly clipped absolute deviation (Fan and Li 2001):
///   r(x) = lambda |x|                                              for |x| <= lambda
///        = (2 theta lambda |x| - x^2 - lambda^2) / (2 (theta - 1)) for lambda < |x| <= theta lambda
///        = (theta + 1) lambda^2 / 2                                beyond
struct Scad {
  static constexpr std::string_view name = "scad";
  static constexpr std::string_view formula = "lambda |w|, bending to (theta + 1) lambda^2 / 2 at theta lambda";
  static constexpr bool convex = false;
  double lambda = 1, theta = 3.7;
  static constexpr std::tuple fields{
      Field{"lambda", &Scad::lambda, at_least(0), "strength of the penalty"},
      Field{"theta", &Scad::theta, above(1), "the penalty is flat beyond theta * lambda"}};

  /// Exact for every step s; the paper's formula is so for s = 1 only.
  ///   s < theta - 1:              soft threshold, then the steeper middle piece, then identity
  ///   theta - 1 <= s < theta + 1: the middle piece is concave: soft threshold, a jump at lambda (theta + 1 + s)/2,
  ///   identity s >= theta + 1:             hard threshold at lambda sqrt(s (theta + 1))
  struct Prox {
    double soft;                 ///< 0 up to here
    double soft_to;              ///< a - lambda s up to here
    double flat;                 ///< identity beyond
    double lambda, step, slack;  // slack = theta - 1 - s > 0 where the middle piece is used
    GIST_HD double operator()(double v) const {
      const double a = std::abs(v);
      if (a > flat) return v;
      if (a <= soft) return 0.0;
      return std::copysign(a <= soft_to ? a - lambda * step : middle(a), v);
    }
    /// Two forms of one line, each exact at its own end.
    GIST_HD double middle(double a) const {
      const double from_below = lambda + (a - soft_to) * ((slack + step) / slack);
      const double from_above = a - step * ((flat - a) / slack);
      return std::clamp(a - soft_to < flat - a ? from_below : from_above, lambda, std::max(lambda, a));
    }
  };
  Prox prox(double step) const {
    const double slack = theta - 1 - step;
    if (slack > 0) return {lambda * step, lambda * (1 + step), theta * lambda, lambda, step, slack};
    if (step < theta + 1) {
      const double jump = lambda * (theta + 1 + step) / 2;
      return {lambda * step, jump, jump, lambda, step, 1};
    }
    const double jump = lambda * std::sqrt(step * (theta + 1));
    return {jump, jump, jump, lambda, step, 1};
  }

  GIST_HD double value(double x) const {
    const double a = std::abs(x);
    if (a <= lambda) return lambda * a;
    if (a <= theta * lambda) {
      const double past = a - lambda;  // lambda a - past^2 / (2 (theta - 1)): no cancellation at the lower knot
      return lambda * a - past * past / (2 * (theta - 1));
    }
    return (theta + 1) * lambda * lambda / 2;
  }
  Slopes slopes(double a) const {
    const double slope = a <= lambda ? lambda : std::max(0.0, (theta * lambda - a) / (theta - 1));
    return {slope, slope};
  }
  double slope_at_zero() const { return lambda; }
  Candidates candidates(double a, double step) const {
    const double slack = theta - 1 - step;
    const double middle = slack != 0 ? a - step * (theta * lambda - a) / slack : a;
    return {a - lambda * step, middle, a};
  }
  Scad scaled(double factor) const { return {lambda * factor, theta}; }
  double flat_from() const { return theta * lambda; }
  /// Up to curvature 1 / (theta + 1) the jump is between the soft and the flat part, below it is at 0.
  double jumps_below() const { return lambda > 0 ? 1 / (theta - 1) : 0; }
};

}  // namespace gist
