#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <ranges>
#include <span>

#include "gist/backend/cpu/kernels_still.hpp"
#include "gist/solver/problem.hpp"
#include "gist/solver/space.hpp"

namespace gist::cpu {

/// Coordinate j of a problem's penalty as the loops see it: penalty factor, ridge share and bounds folded in.
///
/// Ridge and gradient enter together: argmin t/2 (x - w)^2 + g x + ridge/2 x^2 + r(x) is the operator of r with inverse
/// step t + ridge at w - (g + ridge w) / (t + ridge).
template <ScalarPenalty P>
class Coordinates {
 public:
  Coordinates(const Problem& problem, const P& penalty)
      : problem_(problem), penalty_(penalty), bounded_(!problem.lower.empty() || !problem.upper.empty()) {}

  bool convex() const { return P::convex; }
  double slope_at_zero() const { return penalty_.slope_at_zero(); }
  bool uniform() const { return problem_.factor.empty() && !bounded_; }
  double factor(std::size_t j) const { return problem_.factor.empty() ? 1.0 : problem_.factor[j]; }
  double ridge(std::size_t j) const { return problem_.ridge * factor(j); }
  double lower(std::size_t j) const { return problem_.lower.empty() ? -infinity : problem_.lower[j]; }
  double upper(std::size_t j) const { return problem_.upper.empty() ? infinity : problem_.upper[j]; }
  P penalty(std::size_t j) const { return problem_.factor.empty() ? penalty_ : penalty_.scaled(problem_.factor[j]); }

  /// r_j(x) + ridge_j x^2 / 2
  double value(std::size_t j, double x) const {
    if (x == 0) return 0;
    return penalty(j).value(x) + ridge(j) * x * x / 2;
  }

  /// Where coordinate j goes from w with gradient g and inverse step t.
  double step(std::size_t j, double w, double g, double t) const {
    const double inner = 1 / (t + ridge(j));
    const double v = w - (g + ridge(j) * w) * inner;
    return bounded_ ? box_prox(penalty(j), v, inner, lower(j), upper(j)) : penalty(j).prox(inner)(v);
  }

  /// t |w - step(w)|, the prox residual of coordinate j at inverse step t; 0 where t is 0 (a column out of the
  /// problem), and where the step is lost in the rounding of w, which at a large t would be a large residual.
  double at_rest(std::size_t j, double w, double g, double t) const {
    constexpr double rounding = 4 * std::numeric_limits<double>::epsilon();
    const double moved = t > 0 ? std::abs(w - step(j, w, g, t)) : 0.0;
    return moved <= rounding * std::abs(w) ? 0.0 : t * moved;
  }

  /// How far the directional derivatives of h(x) = g x + ridge/2 x^2 + r(x) at w are from allowing no descent inside
  /// the box. With slopes the set d r1 - d r2 at |w|, that is the distance of 0 to g + ridge w + sign(w) slopes, cut to
  /// the directions the bounds leave open.
  double critical(std::size_t j, double w, double g) const {
    double down = 0, up = 0;  // the set of derivatives is [down, up]
    if (w == 0) {
      const double at_zero = penalty(j).slope_at_zero();
      down = g - at_zero;
      up = g + at_zero;
    } else {
      const Slopes slopes = penalty(j).slopes(std::abs(w));
      const double smooth = g + ridge(j) * w;
      down = smooth + (w > 0 ? slopes.low : -slopes.high);
      up = smooth + (w > 0 ? slopes.high : -slopes.low);
    }
    // Descent upwards needs room above and a negative derivative there; downwards the mirror image.
    const double upward = w < upper(j) ? std::max(0.0, -up) : 0;
    const double downward = w > lower(j) ? std::max(0.0, down) : 0;
    return std::max(upward, downward);
  }

  /// step() for every coordinate of [begin, end): the loop GIST spends its time in. Without factors and bounds the
  /// operator's thresholds are worked out once.
  ProxStep step_range(std::size_t begin, std::size_t end, const double* w, const double* g, double t,
                      double* out) const {
    if (!uniform()) {
      return move(begin, end, w, g, out, [&](std::size_t j) { return step(j, w[j], g[j], t); });
    }
    const double mu = problem_.ridge, inner = 1 / (t + mu);
    const auto prox = penalty_.prox(inner);
    const auto next = [&](std::size_t j) { return prox(w[j] - (g[j] + mu * w[j]) * inner); };
    if (end - begin < worth_a_threshold) return move(begin, end, w, g, out, next);
    const double reach = zero_reach(prox);
    ProxStep moved;
    for (std::size_t j = begin; j < end;) {
      const std::size_t from = first_moving(w, g, inner, reach, j, end), to = std::min(end, from + 8);
      std::fill(out + j, out + from, 0.0);
      moved += move(from, to, w, g, out, next);
      j = to;
    }
    return moved;
  }

  /// step_range() where every coordinate of the range that is not in `chosen` (ascending) is known to be 0 and to stay
  /// there, and `out` is 0 there already. Sums are taken in the same groups, so they have the same bits.
  ProxStep step_chosen(std::size_t begin, std::size_t end, std::span<const Index> chosen, const double* w,
                       const double* g, double t, double* out) const {
    if (!uniform()) {
      return move(chosen, w, g, out, [&](std::size_t j) { return step(j, w[j], g[j], t); });
    }
    const double mu = problem_.ridge, inner = 1 / (t + mu);
    const auto prox = penalty_.prox(inner);
    const auto next = [&](std::size_t j) { return prox(w[j] - (g[j] + mu * w[j]) * inner); };
    if (end - begin < worth_a_threshold) return move(chosen, w, g, out, next);
    const double reach = zero_reach(prox);
    ProxStep moved;
    for (auto from = chosen.begin(); from != chosen.end();) {
      const auto j = static_cast<std::size_t>(*from);
      if (w[j] == 0 && std::abs(g[j] * inner) <= reach) {
        out[j] = 0;
        ++from;
        continue;
      }
      auto to = from;  // the group of eight coordinates that begins here
      while (to != chosen.end() && static_cast<std::size_t>(*to) < j + 8) ++to;
      moved += move(std::span(from, to), w, g, out, next);
      from = to;
    }
    return moved;
  }

  /// The gradients up to which a coordinate at 0 stays there at inverse step t, where all coordinates are alike.
  double stays_up_to(double t) const {
    const double inner = 1 / (t + problem_.ridge);
    return zero_reach(penalty_.prox(inner)) / inner;
  }
  /// Whether coordinate j, at 0, stays there for every gradient up to that size: operators are monotone.
  bool stays(std::size_t j, double size, double t) const {
    return step(j, 0, size, t) == 0 && step(j, 0, -size, t) == 0;
  }

  /// The step on a convex surrogate of r_j: `prox(j, v, step)` its operator and `value(j, x)` its value, ridge apart.
  /// The surrogate is convex, so inside bounds its answer is the free one clipped.
  template <class Prox, class Value>
  ProxStep surrogate_range(std::size_t begin, std::size_t end, const double* w, const double* g, double t, double* out,
                           Prox&& prox, Value&& surrogate) const {
    ProxStep moved = move(begin, end, w, g, out, [&](std::size_t j) {
      const double inner = 1 / (t + ridge(j));
      const double x = prox(j, w[j] - (g[j] + ridge(j) * w[j]) * inner, inner);
      return std::min(std::max(x, lower(j)), upper(j));
    });
    moved.surrogate = surrogate_value(begin, end, out, surrogate);
    return moved;
  }
  template <class Value>
  double surrogate_value(std::size_t begin, std::size_t end, const double* x, Value&& surrogate) const {
    double sum = 0;
    for (std::size_t j = begin; j < end; ++j) sum += surrogate(j, x[j]) + ridge(j) * x[j] * x[j] / 2;
    return sum;
  }

 private:
  static constexpr std::size_t worth_a_threshold = 256;

  /// The largest v >= 0 with prox(v) = 0, by bisection over the doubles themselves: operators are monotone, so up to
  /// there a coefficient at 0 stays at 0, and no penalty needs to say where.
  template <class Prox>
  static double zero_reach(const Prox& prox) {
    std::uint64_t still = 0, moving = std::bit_cast<std::uint64_t>(1e300);
    if (prox(1e300) == 0) return 1e300;
    while (moving - still > 1) {
      const std::uint64_t middle = still + (moving - still) / 2;
      (prox(std::bit_cast<double>(middle)) == 0 ? still : moving) = middle;
    }
    return std::bit_cast<double>(still);
  }

  template <class Next>
  ProxStep move(std::size_t begin, std::size_t end, const double* w, const double* g, double* out, Next&& next) const {
    return move(std::views::iota(begin, end), w, g, out, next);
  }
  template <class Columns, class Next>
  ProxStep move(const Columns& columns, const double* w, const double* g, double* out, Next&& next) const {
    ProxStep moved;
    for (const auto column : columns) {
      const auto j = static_cast<std::size_t>(column);
      const double x = next(j);
      out[j] = x;
      if (x == 0 && w[j] == 0) continue;  // nearly every coordinate of a sparse problem
      const double change = std::abs(x - w[j]);
      moved.step_sq += change * change;
      moved.along += g[j] * (x - w[j]);
      moved.step_max = ProxStep::larger(moved.step_max, change);
      moved.penalty += value(j, x);
      moved.nonzeros += x != 0 ? 1 : 0;
    }
    moved.surrogate = moved.penalty;
    return moved;
  }

  const Problem& problem_;
  P penalty_;
  bool bounded_;
};

}  // namespace gist::cpu
