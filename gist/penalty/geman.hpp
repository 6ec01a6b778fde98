#pragma once

#include <algorithm>
#include <cmath>
#include <string_view>
#include <tuple>

#include "gist/core/field.hpp"
#include "gist/core/host_device.hpp"
#include "gist/penalty/candidates.hpp"

namespace gist {

/// Geman penalty (Geman and Yang 1995): r(x) = lambda |x| / (|x| + theta).
struct Geman {
  static constexpr std::string_view name = "geman";
  static constexpr std::string_view formula = "lambda |w| / (|w| + theta)";
  static constexpr bool convex = false;
  double lambda = 1, theta = 1;
  static constexpr std::tuple fields{
      Field{"lambda", &Geman::lambda, at_least(0), "strength of the penalty"},
      Field{"theta", &Geman::theta, above(0), "the penalty is half its limit at theta", Need::required}};

  /// 0 up to the threshold, beyond it the largest root of the cubic (x - a)(x + theta)^2 + b theta = 0, b = lambda
  /// step, by its trigonometric form.
  struct Prox {
    double threshold, b, theta;
    GIST_HD double operator()(double v) const {
      const double a = std::abs(v);
      return a <= threshold ? 0.0 : std::copysign(largest_root(a), v);
    }
    GIST_HD double largest_root(double a) const {
      const double c = a + theta;
      const double p = std::min(1.0, 6.75 * (b / c) * (theta / c) / c);
      const double s = std::sin(std::asin(std::sqrt(p)) / 3);
      return std::max(0.0, a - (4 * c / 3) * s * s);
    }
  };
  Prox prox(double step) const {
    const double b = lambda * step;
    const bool continuous = 2 * b <= theta * theta;
    return {continuous ? b / theta : std::sqrt(2 * b) - theta / 2, b, theta};
  }

  GIST_HD double value(double x) const {
    const double a = std::abs(x);
    return lambda * (a / (a + theta));
  }
  Slopes slopes(double a) const {
    const double slope = lambda / (a + theta) * (theta / (a + theta));
    return {slope, slope};
  }
  double slope_at_zero() const { return lambda / theta; }
  Candidates candidates(double a, double step) const { return Candidates(prox(step).largest_root(a)); }
  Geman scaled(double factor) const { return {lambda * factor, theta}; }
  /// Never quite flat, but bounded: along a ray the penalty costs at most lambda per coordinate.
  double flat_from() const { return lambda > 0 ? infinity : 0; }
  double jumps_below() const { return 2 * lambda / theta / theta; }
};

}  // namespace gist
