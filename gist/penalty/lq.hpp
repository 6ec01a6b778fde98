#pragma once

#include <cmath>
#include <string_view>
#include <tuple>

#include "gist/core/field.hpp"
#include "gist/core/host_device.hpp"
#include "gist/penalty/candidates.hpp"

namespace gist {

/// The l_q quasi-norm, 0 < q < 1: r(x) = lambda |x|^q.
struct Lq {
  static constexpr std::string_view name = "lq";
  static constexpr std::string_view formula = "lambda |w|^q";
  static constexpr bool convex = false;
  double lambda = 1, q = 0.5;
  static constexpr std::tuple fields{Field{"lambda", &Lq::lambda, at_least(0), "strength of the penalty"},
                                     Field{"q", &Lq::q, between_open(0, 1), "exponent of the penalty"}};

  /// 0 up to the threshold, beyond it the largest root of x - a + b q x^(q-1) = 0, b = lambda step. The answer jumps
  /// from 0 to (2 b (1-q))^(1/(2-q)).
  struct Prox {
    double threshold, jump_to, b, q;
    GIST_HD double operator()(double v) const {
      const double a = std::abs(v);
      return a <= threshold ? 0.0 : std::copysign(largest_root(a), v);
    }
    /// Newton from x = a. The function is convex and increasing right of the jump point, so iterates come down
    /// monotonically; three to six of them.
    GIST_HD double largest_root(double a) const {
      double x = a;
      for (int i = 0; i < 50; ++i) {
        const double pull = b * q * std::pow(x, q) / x;  // q - 1 as an exponent would be rounded
        const double down = (x - a + pull) / (1 - (1 - q) * pull / x);
        if (!(down > 1e-16 * x)) break;
        x -= down;
        if (x < jump_to) return jump_to;
      }
      return x;
    }
  };
  Prox prox(double step) const {
    const double b = lambda * step;
    const double c = 2 * b * (1 - q);
    double jump_to = std::pow(c, 1 / (2 - q));
    // The rounded exponent costs a dozen last bits for large b; one Newton step on x^2 / x^q = c returns them.
    if (jump_to > 0) jump_to += jump_to * (c / jump_to * std::pow(jump_to, q) / jump_to - 1) / (2 - q);
    return {jump_to * (2 - q) / (2 * (1 - q)), jump_to, b, q};
  }

  GIST_HD double value(double x) const { return x == 0 ? 0.0 : lambda * std::pow(std::abs(x), q); }
  Slopes slopes(double a) const {
    const double slope = lambda > 0 ? lambda * q * std::pow(a, q - 1) : 0;  // 0 times an infinite power is no number
    return {slope, slope};
  }
  double slope_at_zero() const { return lambda > 0 ? infinity : 0; }
  /// Below the turning point of the largest root there is no stationary point at all; the jump point then stands in
  /// harmlessly.
  Candidates candidates(double a, double step) const {
    const Prox p = prox(step);
    // The root exists from a = x (2-q)/(1-q) at x = (b q (1-q))^(1/(2-q)) on, which lies below the threshold.
    const double turn = std::pow(p.b * q * (1 - q), 1 / (2 - q));
    if (!(a > turn * (2 - q) / (1 - q))) return {};
    Prox from_turn = p;
    from_turn.jump_to = turn;
    return Candidates(from_turn.largest_root(a));
  }
  Lq scaled(double factor) const { return {lambda * factor, q}; }
  double flat_from() const { return lambda > 0 ? infinity : 0; }
  double jumps_below() const { return lambda > 0 ? infinity : 0; }
};

}  // namespace gist
