#pragma once

#include <algorithm>
#include <cmath>
#include <string_view>
#include <tuple>

#include "gist/core/field.hpp"
#include "gist/core/host_device.hpp"
#include "gist/penalty/candidates.hpp"

namespace gist {

/// Minimax concave penalty (Zhang 2010):
///   r(x) = lambda |x| - x^2 / (2 theta)  for |x| < theta lambda,  else theta lambda^2 / 2
struct Mcp {
  static constexpr std::string_view name = "mcp";
  static constexpr std::string_view formula = "lambda |w| - w^2 / (2 theta), flat beyond theta lambda";
  static constexpr bool convex = false;
  double lambda = 1, theta = 3;
  static constexpr std::tuple fields{
      Field{"lambda", &Mcp::lambda, at_least(0), "strength of the penalty"},
      Field{"theta", &Mcp::theta, above(0), "the penalty is flat beyond theta * lambda"}};

  /// Exact for every step s; the paper's formula is so for s = 1 only.
  ///   s < theta:  0 up to lambda s, (a - lambda s) / (1 - s/theta) up to theta lambda, then a
  ///   s >= theta: the first piece is concave: hard threshold at lambda sqrt(s theta)
  struct Prox {
    double soft, flat, shrink;  // shrink = 1 - s/theta
    GIST_HD double operator()(double v) const {
      const double a = std::abs(v);
      if (a > flat) return v;
      return a <= soft ? 0.0 : std::copysign(std::min(a, (a - soft) / shrink), v);
    }
  };
  Prox prox(double step) const {
    if (step < theta) return {lambda * step, theta * lambda, 1 - step / theta};
    const double jump = lambda * std::sqrt(step * theta);
    return {jump, jump, 1};
  }

  GIST_HD double value(double x) const {
    const double a = std::abs(x);
    return a < theta * lambda ? a * (lambda - a / (2 * theta)) : theta * lambda * lambda / 2;
  }
  Slopes slopes(double a) const {
    const double slope = std::max(0.0, lambda - a / theta);
    return {slope, slope};
  }
  double slope_at_zero() const { return lambda; }
  Candidates candidates(double a, double step) const {
    return step == theta ? Candidates(a) : Candidates((a - lambda * step) / (1 - step / theta), a);
  }
  Mcp scaled(double factor) const { return {lambda * factor, theta}; }
  double flat_from() const { return theta * lambda; }
  double jumps_below() const { return lambda > 0 ? 1 / theta : 0; }
};

}  // namespace gist
