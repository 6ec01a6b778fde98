#pragma once

#include <algorithm>
#include <cmath>
#include <string_view>
#include <tuple>

#include "gist/core/field.hpp"
#include "gist/core/host_device.hpp"
#include "gist/penalty/candidates.hpp"

namespace gist {

/// Log-sum penalty (Candes, Wakin, Boyd 2008): r(x) = lambda log(1 + |x| / theta).
struct Lsp {
  static constexpr std::string_view name = "lsp";
  static constexpr std::string_view formula = "lambda log(1 + |w| / theta)";
  static constexpr bool convex = false;
  double lambda = 1, theta = 1;
  static constexpr std::tuple fields{
      Field{"lambda", &Lsp::lambda, at_least(0), "strength of the penalty"},
      Field{"theta", &Lsp::theta, above(0), "scale at which the penalty turns from |w| / theta to a logarithm",
            Need::required}};

  /// 0 up to the threshold, beyond it the larger root of (x - a)(x + theta) + b = 0, b = lambda step. The threshold
  /// depends on (lambda, theta, step) alone, so the loop over coordinates needs no logarithm.
  struct Prox {
    double threshold, b, theta, two_sqrt_b;
    GIST_HD double operator()(double v) const {
      const double a = std::abs(v);
      return a <= threshold ? 0.0 : std::copysign(larger_root(a), v);
    }
    /// No form cancels where it is used; the textbook root loses every digit once theta >> a. The discriminant is
    /// (a + theta)^2 - 4b = (a - theta)^2 + 4 above: the first as a product, which loses its digits where a + theta is
    /// close to 2 sqrt(b); the second there, if above >= 0 (else the root is the jump's, well away from 0).
    GIST_HD double larger_root(double a) const {
      const double past = a + theta - two_sqrt_b;
      const double above = std::fma(a, theta, -b);
      const double root = past < two_sqrt_b && above >= 0
                              ? std::sqrt((a - theta) * (a - theta) + 4 * above)
                              : std::sqrt(std::max(0.0, past)) * std::sqrt(a + theta + two_sqrt_b);
      if (a >= theta) return std::min(a, ((a - theta) + root) / 2);
      return std::clamp(2 * above / ((theta - a) + root), 0.0, a);
    }
  };
  Prox prox(double step) const {
    const double b = lambda * step;
    const double beta = b / theta / theta;
    // beta <= 1: h is convex on x >= 0 and the operator continuous.
    const double threshold = beta <= 1 ? b / theta : theta * jump_threshold(beta);
    return {threshold, b, theta, 2 * std::sqrt(b)};
  }

  GIST_HD double value(double x) const {
    const double a = std::abs(x);
    const double ratio = a / theta;
    return lambda * (ratio < 1e300 ? std::log1p(ratio) : std::log(a) - std::log(theta));
  }
  Slopes slopes(double a) const { return {lambda / (a + theta), lambda / (a + theta)}; }
  double slope_at_zero() const { return lambda / theta; }
  Candidates candidates(double a, double step) const { return Candidates(prox(step).larger_root(a)); }
  Lsp scaled(double factor) const { return {lambda * factor, theta}; }
  double flat_from() const { return lambda > 0 ? infinity : 0; }
  double jumps_below() const { return lambda / theta / theta; }

  /// The threshold over theta when beta = lambda step / theta^2 > 1: q + beta / (1 + q), where the answer jumps from 0
  /// to theta q and q > 0 solves beta (log1p(q) - q/(1+q)) = q^2 / 2. Newton from a point right of the root; the
  /// function is concave there, so the iterates come down monotonically.
  static double jump_threshold(double beta) {
    double q = std::min(beta - 1, std::sqrt(2 * beta * std::log(beta)));
    for (int i = 0; i < 100; ++i) {
      const double down = (beta * excess(q) - 0.5) * q * q / (q * (beta / ((1 + q) * (1 + q)) - 1));
      if (!(down > 1e-16 * q)) break;
      q -= down;
    }
    return q + beta / (1 + q);
  }

  /// (log1p(q) - q/(1+q)) / q^2, by its series where the difference would cancel.
  static double excess(double q) {
    if (q >= 0.1) return (std::log1p(q) - q / (1 + q)) / (q * q);
    double sum = 0, power = 1;
    for (int k = 0; k < 20; ++k, power *= -q) sum += power * (k + 1) / (k + 2);
    return sum;
  }
};

}  // namespace gist
