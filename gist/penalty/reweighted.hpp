#pragma once

#include <algorithm>
#include <cmath>

namespace gist {

/// How lambda |x|^q is smoothed by methods that reweight: see SmoothedLq.
struct Reweighting {
  double alpha = 1, epsilon = 1;
};

/// The smoothing of lambda |x|^q that reweighted methods minimise (Lu 2014):
///   r_eps(x) = lambda (|x|^alpha + epsilon)^(q/alpha),   0 < q < 1 <= alpha, epsilon > 0.
/// It is concave in |x|^alpha, so its tangent there lies above it:
///   r_eps(x) <= r_eps(w) + weight(w) (|x|^alpha - |w|^alpha),   weight(w) = lambda q/alpha (|w|^alpha +
///   eps)^(q/alpha-1).
class SmoothedLq {
 public:
  SmoothedLq(double q, const Reweighting& smoothing)
      : alpha_(smoothing.alpha),
        epsilon_(smoothing.epsilon),
        exponent_(q / smoothing.alpha),
        value_at_zero_(std::pow(epsilon_, exponent_)),
        weight_at_zero_(exponent_ * value_at_zero_ / epsilon_) {}

  double value(double lambda, double x) const {
    return lambda * (x == 0 ? value_at_zero_ : std::pow(power(x) + epsilon_, exponent_));
  }
  double weight(double lambda, double w) const {
    return lambda * (w == 0 ? weight_at_zero_ : exponent_ * std::pow(power(w) + epsilon_, exponent_ - 1));
  }

  /// argmin (x - v)^2 / (2 step) + weight |x|^alpha: the root in [0, |v|] of x - a + k x^(alpha-1), with a = |v| and
  /// k = step weight alpha.
  double prox(double weight, double v, double step) const {
    const double a = std::abs(v), k = step * weight * alpha_;
    if (k == 0 || a == 0) return v;
    if (alpha_ == 1) return a <= k ? 0.0 : std::copysign(a - k, v);
    if (alpha_ == 2) return v / (1 + k);
    return std::copysign(alpha_ > 2 ? root_in_x(a, k) : root_in_power(a, k), v);
  }

 private:
  double power(double x) const { return alpha_ == 1 ? std::abs(x) : std::pow(std::abs(x), alpha_); }

  /// alpha > 2: the function is convex and increasing, so Newton from the right of the root comes down monotonically.
  double root_in_x(double a, double k) const {
    double x = std::min(a, std::pow(a / k, 1 / (alpha_ - 1)));
    for (int i = 0; i < 100 && x > 0; ++i) {
      const double pull = k * std::pow(x, alpha_ - 1);
      const double down = (x - a + pull) / (1 + (alpha_ - 1) * pull / x);
      if (!(down > 1e-16 * x)) break;
      x -= down;
    }
    return x;
  }
  /// 1 < alpha < 2: convex and increasing only in z = x^(alpha-1), where it is z^p - a + k z with p = 1/(alpha-1).
  double root_in_power(double a, double k) const {
    const double p = 1 / (alpha_ - 1);
    double z = std::min(std::pow(a, alpha_ - 1), a / k);
    for (int i = 0; i < 100 && z > 0; ++i) {
      const double x = std::pow(z, p);
      const double down = (x - a + k * z) / (p * x / z + k);
      if (!(down > 1e-16 * z)) break;
      z -= down;
    }
    return std::pow(z, p);
  }

  double alpha_, epsilon_, exponent_, value_at_zero_, weight_at_zero_;
};

}  // namespace gist
