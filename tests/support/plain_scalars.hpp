#pragma once

#include "gist/loss/loss.hpp"
#include "gist/penalty/penalty.hpp"

namespace gist::testing {

/// Losses and penalties a second time, from their definitions and in long double: the judge of the library's own. Slow,
/// plain and apart from it on purpose; only the parameters are read from the library's structs.
using Real = long double;

Real plain_loss(const Loss& loss, Real z, Real y);
Real plain_loss_slope(const Loss& loss, Real z, Real y);
/// Upper bound of the second derivative over all z; for poisson, which has none, the second derivative at z.
Real plain_loss_curvature(const Loss& loss, Real z, Real y);

/// A penalty of one coefficient: factor times lambda, plus ridge factor / 2 x^2 where that is asked for.
struct PlainPenalty {
  Penalty penalty;
  Real factor = 1;

  Real lambda() const;
  Real theta() const;
  Real value(Real x) const;
  /// Derivative at a > 0 where there is one.
  Real slope(Real a) const;
  /// The smallest and largest element of d r1 - d r2 at x: an interval at 0 and at the kink of capped-l1.
  struct Interval {
    Real low, high;
  };
  Interval slopes(Real x) const;
  /// argmin over [low, high] of c/2 (x - v)^2 + r(x): every piece's stationary point, every kink and both ends compared
  /// by value; the sparser of equals.
  Real prox(Real v, Real c, Real low, Real high) const;

 private:
  Real best_nonnegative(Real v, Real c, Real low, Real high, Real& lowest) const;
};

}  // namespace gist::testing
