#include <gtest/gtest.h>

#include <cmath>

#include "gist/penalty/penalty.hpp"
#include "tests/penalty/cases.hpp"
#include "tests/penalty/truth.hpp"
#include "tests/support/brute_force.hpp"
#include "tests/support/draw.hpp"
#include "tests/support/typed.hpp"

namespace gist::testing_support {
namespace {

template <class P>
class BoxProx : public ::testing::Test {};
TYPED_TEST_SUITE(BoxProx, TypesOf<Penalty>::type, ByName);

struct Box {
  double low, high;
};

/// An end of a box: on or about v, the free answer, a knot or 0, or anywhere of that size.
template <class P>
double draw_end(Draw& draw, const ProxCase<P>& c) {
  const double size = std::abs(c.v);
  const std::vector<long double> knots = Truth<P>::knots(c.penalty);
  const double sign = draw.chance(0.3) ? -1 : 1;
  switch (draw.below(5)) {
    case 0: return c.v * sign * draw.log_uniform(0.01, 100);
    case 1: return sign * (knots.empty() ? size : static_cast<double>(draw.one_of(knots)));
    case 2: {
      const double free = std::abs(c.penalty.prox(c.step)(c.v));
      return free > 0 ? draw.nudge(free) * sign : 0;  // a box of denormals has no room for a comparison
    }
    case 3: return draw.chance(0.5) ? 0 : sign * draw.log_uniform(1e-3, 1e3);
    default: return draw.uniform(-2, 2) * size;
  }
}

template <class P>
Box draw_box(Draw& draw, const ProxCase<P>& c) {
  const double one = draw_end(draw, c), other = draw.chance(0.1) ? one : draw_end(draw, c);
  Box box{std::min(one, other), std::max(one, other)};
  if (draw.chance(0.15)) box.low = -infinity;
  if (draw.chance(0.15)) box.high = infinity;
  return box;
}

/// Outside of [0, v] both parts of h rise, so the search is between the points of the box nearest to 0 and to v.
template <class P>
Minimum truth_in_box(const Subproblem<P>& h, const Box& box) {
  if (h.v < 0) {
    const Minimum mirrored = truth_in_box(Subproblem<P>{h.penalty, -h.v, h.step}, {-box.high, -box.low});
    return {-mirrored.x, mirrored.value};
  }
  const double to_zero = std::clamp(0.0, box.low, box.high), to_v = std::clamp(h.v, box.low, box.high);
  return brute_force_minimum(h, to_zero, to_v, Truth<P>::knots(h.penalty));
}

/// The size of what is added up in h(x) - h(0): what rounding is measured by. v^2 is in h everywhere and is left out,
/// or a v far outside of the box would excuse any answer.
template <class P>
long double scale(const Subproblem<P>& h, long double x) {
  return std::abs(x) * (std::abs(x) + 2 * std::abs(0.0L + h.v)) / (2.0L * h.step) +
         Truth<P>::value(h.penalty, std::abs(x));
}

TYPED_TEST(BoxProx, IsTheGlobalMinimumInTheBox) {
  using P = TypeParam;
  Draw draw(61);
  int free = 0, at_end = 0, inside = 0, unclipped = 0;
  for (int i = 0; i < 8000; ++i) {
    const ProxCase<P> c = draw_case<P>(draw);
    if (std::abs(c.v) < 1e-149) continue;  // the squares of what comes out would be denormal
    const Box box = draw_box(draw, c);
    const double x = box_prox(c.penalty, c.v, c.step, box.low, box.high);
    const auto message = [&] {
      return text(c) + " box [" + shortest(box.low) + ", " + shortest(box.high) + "] gave " + shortest(x);
    };
    ASSERT_TRUE(x >= box.low && x <= box.high) << message();

    const Subproblem<P> h{c.penalty, c.v, c.step};
    const Minimum best = truth_in_box(h, box);
    // By a difference: h(x) and h(best) may both be dwarfed by v^2.
    const long double rise = (x - best.x) * ((x + best.x) / 2 - c.v) / c.step +
                             (Truth<P>::value(c.penalty, std::abs(x)) - Truth<P>::value(c.penalty, std::abs(best.x)));
    ASSERT_LE(rise, 4e-15L * (scale(h, x) + scale(h, best.x)))
        << message() << ", best is " << static_cast<double>(best.x);

    const double unbound = c.penalty.prox(c.step)(c.v);
    if (unbound >= box.low && unbound <= box.high) {
      ++free;
      ASSERT_EQ(x, unbound) << message();
    } else if (x == box.low || x == box.high) {
      ++at_end;
    } else {
      ++inside;
    }
    if (x != std::clamp(unbound, box.low, box.high)) ++unclipped;
  }
  EXPECT_GT(free, 1000);
  EXPECT_GT(at_end, 1000);
  if (!P::convex) {
    EXPECT_GT(inside, 10) << "the box never had a minimum of its own";
    EXPECT_GT(unclipped, 10) << "clipping would have done everywhere";
  }
}

TYPED_TEST(BoxProx, OfEverythingIsTheFreeOperatorAndOfAPointThatPoint) {
  Draw draw(62);
  for (int i = 0; i < 3000; ++i) {
    const auto c = draw_case<TypeParam>(draw);
    ASSERT_EQ(box_prox(c.penalty, c.v, c.step, -infinity, infinity), c.penalty.prox(c.step)(c.v)) << text(c);
    const double point = draw.uniform(-2, 2) * std::abs(c.v);
    ASSERT_EQ(box_prox(c.penalty, c.v, c.step, point, point), point) << text(c);
  }
}

TYPED_TEST(BoxProx, MirrorsWithTheBox) {
  Draw draw(63);
  for (int i = 0; i < 3000; ++i) {
    const auto c = draw_case<TypeParam>(draw);
    const Box box = draw_box(draw, c);
    ASSERT_EQ(box_prox(c.penalty, -c.v, c.step, -box.high, -box.low),
              -box_prox(c.penalty, c.v, c.step, box.low, box.high))
        << text(c) << " box [" << shortest(box.low) << ", " << shortest(box.high) << "]";
  }
}

/// Non-negative least squares and its kin: nothing below 0, the free operator above.
TYPED_TEST(BoxProx, OfTheNonNegativeHalfIsTheFreeOperatorOrZero) {
  Draw draw(64);
  for (int i = 0; i < 3000; ++i) {
    const auto c = draw_case<TypeParam>(draw);
    const double x = box_prox(c.penalty, c.v, c.step, 0, infinity);
    ASSERT_EQ(x, c.v > 0 ? c.penalty.prox(c.step)(c.v) : 0) << text(c);
  }
}

/// A v far beyond the box pulls the answer to the end, though (x - v)^2 is the same double for every x in the box.
TYPED_TEST(BoxProx, FollowsAFarVToTheEnd) {
  const TypeParam p{};
  for (const double v : {1e6, 1e12, 1e20, 1e100, 1e150}) {
    EXPECT_EQ(box_prox(p, v, 1, -1, 1), 1) << "v=" << v;
    EXPECT_EQ(box_prox(p, -v, 1, -1, 1), -1) << "v=" << v;
    EXPECT_EQ(box_prox(p, v, 1, 0.5, 1), 1) << "v=" << v;
  }
}

}  // namespace
}  // namespace gist::testing_support
