#pragma once

#include <algorithm>
#include <cmath>
#include <string_view>
#include <tuple>

#include "gist/core/field.hpp"
#include "gist/core/host_device.hpp"
#include "gist/penalty/candidates.hpp"

namespace gist {

/// Capped l1 (Zhang 2010): r(x) = lambda min(|x|, theta). The penalty of the paper's experiments.
struct CappedL1 {
  static constexpr std::string_view name = "capped-l1";
  static constexpr std::string_view formula = "lambda min(|w|, theta)";
  static constexpr bool convex = false;
  double lambda = 1, theta = 1;
  static constexpr std::tuple fields{
      Field{"lambda", &CappedL1::lambda, at_least(0), "strength of the penalty"},
      Field{"theta", &CappedL1::theta, above(0), "the penalty is flat beyond theta", Need::required}};

  /// Soft threshold below the jump, identity above it; a long step leaves only the jump. With b = lambda step:
  ///   b < 2 theta:  max(0, a - b) up to a = theta + b/2, then a;    b >= 2 theta:  0 up to a = sqrt(2 b theta), then
  ///   a.
  struct Prox {
    double soft, jump;
    GIST_HD double operator()(double v) const {
      const double a = std::abs(v);
      if (a > jump) return v;
      return a <= soft ? 0.0 : std::copysign(a - soft, v);
    }
  };
  Prox prox(double step) const {
    const double b = lambda * step;
    if (b < 2 * theta) return {b, theta + b / 2};
    const double jump = std::sqrt(2 * theta * b);
    return {jump, jump};
  }

  GIST_HD double value(double x) const { return lambda * std::min(std::abs(x), theta); }
  Slopes slopes(double a) const {
    if (a == theta) return {0, lambda};
    return a < theta ? Slopes{lambda, lambda} : Slopes{0, 0};
  }
  double slope_at_zero() const { return lambda; }
  Candidates candidates(double a, double step) const { return {a - lambda * step, a, theta}; }
  CappedL1 scaled(double factor) const { return {lambda * factor, theta}; }
  double flat_from() const { return theta; }
  double jumps_below() const { return lambda / (2 * theta); }
};

}  // namespace gist
