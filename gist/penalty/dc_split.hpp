#pragma once

#include <algorithm>
#include <cmath>

#include "gist/penalty/penalty.hpp"

namespace gist {

/// A penalty as the difference of two convex functions, r = r1 - r2, with
///   r1(x) = kappa |x|,   r2(x) = kappa |x| - r(x),   kappa = r'(0+).
/// r is concave in |x|, so r2 is convex, and r2'(0) = 0. This is Table 1 of Gong et al. (2013), but for the log-sum
/// penalty: there the paper takes r1 = lambda |x|, whose r2 is not convex for theta < 1; ours is (lambda/theta) |x|.
/// Where r'(0+) is infinite (l0, lq) there is no such split.
template <ScalarPenalty P>
class DcSplit {
 public:
  explicit DcSplit(const P& penalty) : penalty_(penalty), kappa_(penalty.slope_at_zero()) {}

  bool exists() const { return std::isfinite(kappa_); }
  double kappa() const { return kappa_; }
  double r1(double x) const { return kappa_ * std::abs(x); }
  double r2(double x) const { return x == 0 ? 0 : r1(x) - penalty_.value(x); }
  /// A subgradient s2 of r2 at x; the one nearest to 0 where there are several.
  double r2_slope(double x) const {
    if (x == 0) return 0;
    return std::copysign(std::max(0.0, kappa_ - penalty_.slopes(std::abs(x)).high), x);
  }
  /// r1(x) - r2(anchor) - s2(anchor) (x - anchor): convex in x, at least r(x), and r(anchor) at the anchor.
  double linearised(double anchor, double x) const { return r1(x) - r2(anchor) - r2_slope(anchor) * (x - anchor); }
  /// argmin (x - v)^2 / (2 step) + r1(x) - s2 x
  double linearised_prox(double s2, double v, double step) const {
    const double u = v + step * s2;
    const double a = std::abs(u) - step * kappa_;
    return a > 0 ? std::copysign(a, u) : 0.0;
  }

 private:
  P penalty_;
  double kappa_;
};

}  // namespace gist
