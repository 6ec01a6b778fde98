#pragma once

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "tests/penalty/truth.hpp"
#include "tests/support/draw.hpp"

namespace gist::testing_support {

/// One call of an operator.
template <class P>
struct ProxCase {
  P penalty;
  double step, v;
};

template <class P>
std::string text(const ProxCase<P>& c) {
  return describe(c.penalty) + " step=" + shortest(c.step) + " v=" + shortest(c.v);
}

/// Steps of every length, with a liking for those where the operator changes its form.
template <class P>
double draw_step(Draw& draw, const P& penalty) {
  std::vector<double> turning = Truth<P>::turning_steps(penalty);
  std::erase_if(turning, [](double s) { return !(s > 0 && std::isfinite(s)); });
  if (!turning.empty() && draw.chance(0.6)) return draw.near(draw.one_of(turning));
  return draw.chance(0.4) ? draw.log_uniform(0.1, 10) : draw.log_uniform(1e-12, 1e12);
}

/// |v| with a liking for where the operator leaves 0, where it passes a knot and where it jumps across one.
template <class P>
double draw_size(Draw& draw, const P& penalty, double step) {
  const auto prox = penalty.prox(step);
  switch (draw.below(6)) {
    case 0: return draw.log_uniform(1e-150, 1e150);
    case 1: return draw.one_of<double>({0, std::numeric_limits<double>::denorm_min(), 1e-310, 1e-150, 1e150});
    case 2: {
      const std::vector<long double> knots = Truth<P>::knots(penalty);
      if (knots.empty()) return draw.log_uniform(0.1, 10);
      const long double knot = draw.one_of(knots);
      if (draw.chance(0.4)) return draw.near(static_cast<double>(knot + step * Truth<P>::slope(penalty, knot)));
      if (draw.chance(0.4)) {  // where the answer crosses the knot, by a jump or not
        return draw.near(last_where([&](double a) { return prox(a) <= static_cast<double>(knot); }));
      }
      return draw.near(static_cast<double>(knot));
    }
    default: {
      const double zero_to = last_where([&](double a) { return prox(a) == 0; });
      return zero_to > 0 ? draw.near(zero_to) : draw.log_uniform(1e-3, 1e3);
    }
  }
}

template <class P>
ProxCase<P> draw_case(Draw& draw) {
  const P penalty = draw.parameters<P>();
  const double step = draw_step(draw, penalty);
  const double size = draw_size(draw, penalty, step);
  return {penalty, step, draw.chance(0.3) ? -size : size};
}

}  // namespace gist::testing_support
