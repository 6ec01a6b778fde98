#pragma once

#include <algorithm>
#include <cmath>
#include <string_view>
#include <tuple>

#include "gist/core/field.hpp"
#include "gist/core/host_device.hpp"
#include "gist/penalty/candidates.hpp"

namespace gist {

/// Two-speed l1: lambda |x| up to theta, and half the price for what is beyond:
///   r(x) = lambda min(|x|, (|x| + theta) / 2)
struct HalfPrice {
  static constexpr std::string_view name = "half-price";
  static constexpr std::string_view formula = "lambda min(|w|, (|w| + theta) / 2)";
  static constexpr bool convex = false;
  double lambda = 1, theta = 1;
  static constexpr std::tuple fields{
      Field{"lambda", &HalfPrice::lambda, at_least(0), "strength of the penalty"},
      Field{"theta", &HalfPrice::theta, above(0), "half the price beyond theta", Need::required}};

  /// r is the smaller of two convex functions, so the answer is the better of their two operators, both soft
  /// thresholds. With b = lambda step:
  ///   b < 4 theta:   max(0, a - b) up to a = theta + 3b/4, then a - b/2
  ///   b >= 4 theta:  0 up to a = b/2 + sqrt(b theta), then a - b/2
  struct Prox {
    double soft, jump, beyond;
    GIST_HD double operator()(double v) const {
      const double a = std::abs(v);
      if (a > jump) return std::copysign(a - beyond, v);
      return a <= soft ? 0.0 : std::copysign(a - soft, v);
    }
  };
  Prox prox(double step) const {
    const double b = lambda * step;
    if (b < 4 * theta) return {b, theta + 0.75 * b, b / 2};
    const double jump = b / 2 + std::sqrt(b * theta);
    return {jump, jump, b / 2};
  }

  GIST_HD double value(double x) const {
    const double a = std::abs(x);
    return lambda * std::min(a, a / 2 + theta / 2);
  }
  Slopes slopes(double a) const {
    if (a == theta) return {lambda / 2, lambda};
    return a < theta ? Slopes{lambda, lambda} : Slopes{lambda / 2, lambda / 2};
  }
  double slope_at_zero() const { return lambda; }
  Candidates candidates(double a, double step) const { return {a - lambda * step, a - lambda * step / 2, theta}; }
  HalfPrice scaled(double factor) const { return {lambda * factor, theta}; }
  double flat_from() const { return lambda > 0 ? infinity : 0; }
  double jumps_below() const { return lambda / (4 * theta); }
};

}  // namespace gist
