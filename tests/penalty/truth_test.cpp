#include "tests/penalty/truth.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "tests/support/draw.hpp"
#include "tests/support/typed.hpp"

namespace gist::testing_support {
namespace {

template <class P>
class PenaltyValue : public ::testing::Test {};
TYPED_TEST_SUITE(PenaltyValue, TypesOf<Penalty>::type, ByName);

/// Gauss-Legendre with ten points: exact to the last bits on a panel whose ends differ by a factor of 1.4.
template <class F>
long double panel(const F& f, long double from, long double to) {
  constexpr int n = 10;
  long double sum = 0;
  for (int i = 1; i <= n; ++i) {
    long double x = std::cos(std::numbers::pi_v<long double> * (i - 0.25L) / (n + 0.5L)), derivative = 0;
    for (int newton = 0; newton < 8; ++newton) {  // the i-th root of the Legendre polynomial, by its recurrence
      long double before = 1, now = x;
      for (int k = 2; k <= n; ++k) {
        const long double next = ((2 * k - 1) * x * now - (k - 1) * before) / k;
        before = now, now = next;
      }
      derivative = n * (x * now - before) / (x * x - 1);
      x -= now / derivative;
    }
    sum += f((from + to) / 2 + x * (to - from) / 2) * 2 / ((1 - x * x) * derivative * derivative);
  }
  return sum * (to - from) / 2;
}

template <class P>
long double integral_of_slope(const P& p, long double from, long double to) {
  std::vector<long double> ends = Truth<P>::knots(p);
  ends.push_back(to);
  std::sort(ends.begin(), ends.end());
  long double sum = 0;
  for (const long double end : ends) {
    while (from < std::min(end, to)) {
      const long double next = std::min({1.4L * from, end, to});
      sum += panel([&](long double x) { return Truth<P>::slope(p, x); }, from, next);
      from = next;
    }
  }
  return sum;
}

/// The truth the operators are held against is itself held against its definition, r = integral of r'.
TYPED_TEST(PenaltyValue, OfTheTruthIsTheIntegralOfItsSlope) {
  using P = TypeParam;
  Draw draw(21);
  for (int i = 0; i < 200; ++i) {
    const P p = draw.parameters<P>();
    const std::vector<long double> knots = Truth<P>::knots(p);
    const double centre = knots.empty() ? draw.log_uniform(1e-6, 1e6) : static_cast<double>(draw.one_of(knots));
    const long double from = std::max(1e-30, centre * draw.log_uniform(1e-3, 1)), to = from * draw.log_uniform(1, 1e5);
    const long double rise = Truth<P>::value(p, to) - Truth<P>::value(p, from);
    EXPECT_NEAR(static_cast<double>(integral_of_slope(p, from, to) - rise), 0,
                1e-16 * static_cast<double>(Truth<P>::value(p, to)))
        << describe(p) << " from " << static_cast<double>(from) << " to " << static_cast<double>(to);
  }
}

TYPED_TEST(PenaltyValue, IsTheTruthToTheLastBits) {
  using P = TypeParam;
  Draw draw(22);
  for (int i = 0; i < 20000; ++i) {
    const P p = draw.parameters<P>();
    const std::vector<long double> knots = Truth<P>::knots(p);
    const double x = knots.empty() || draw.chance(0.5) ? draw.log_uniform(1e-150, 1e150)
                                                       : draw.near(static_cast<double>(draw.one_of(knots)));
    const double truth = static_cast<double>(Truth<P>::value(p, x));
    ASSERT_NEAR(p.value(x), truth, 2e-15 * truth) << describe(p) << " x=" << shortest(x);
    ASSERT_EQ(p.value(x), p.value(-x)) << describe(p) << " x=" << shortest(x);
  }
}

TYPED_TEST(PenaltyValue, IsZeroAtZeroAndNeverFalls) {
  using P = TypeParam;
  Draw draw(23);
  for (int i = 0; i < 300; ++i) {
    const P p = draw.parameters<P>();
    EXPECT_EQ(p.value(0.0), 0) << describe(p);
    EXPECT_EQ(p.value(-0.0), 0) << describe(p);
    double before = 0;
    for (double x = 1e-12; x < 1e12; x *= 1.3) {
      const double now = p.value(x);
      EXPECT_GE(now, before * (1 - 1e-15)) << describe(p) << " x=" << x;
      before = now;
    }
  }
}

/// Where it is constant, and not before; a penalty that never is keeps growing.
TYPED_TEST(PenaltyValue, IsFlatExactlyFromWhereItSays) {
  using P = TypeParam;
  Draw draw(24);
  for (int i = 0; i < 300; ++i) {
    const P p = draw.parameters<P>();
    const double flat = p.flat_from();
    ASSERT_GE(flat, 0) << describe(p);
    if (std::isfinite(flat)) {
      const double level = p.value(flat * 1.5 + std::numeric_limits<double>::denorm_min());
      for (const double x : {flat * (1 + 1e-12) + 1e-300, 2 * flat + 1e-9, 1e6 * (flat + 1)}) {
        EXPECT_EQ(p.value(x), level) << describe(p) << " x=" << x;
      }
      // 1e-3 short of the end, MCP and SCAD are a millionth part short of their last slope's rise.
      if (level > 0 && flat > 0) {
        EXPECT_LT(p.value(flat * (1 - 1e-3)), level) << describe(p);
      }
    } else {
      // Half of what is missing to the limit is gained at each doubling, at the least (Geman).
      for (double x = 1e-3; x < 1e3; x *= 2) EXPECT_GT(p.value(2 * x), p.value(x)) << describe(p) << " x=" << x;
    }
  }
}

TYPED_TEST(PenaltyValue, IsConvexIfItSaysSo) {
  using P = TypeParam;
  Draw draw(25);
  bool bends_down = false;
  for (int i = 0; i < 3000; ++i) {
    const P p = draw.parameters<P>();
    const double x = draw.uniform(-5, 5), h = draw.chance(0.1) ? x : draw.log_uniform(1e-3, 5);
    const double left = p.value(x - h), right = p.value(x + h), middle = p.value(x);
    bends_down = bends_down || left + right - 2 * middle < -1e-9 * (left + right);
  }
  EXPECT_EQ(P::convex, !bends_down);
}

}  // namespace
}  // namespace gist::testing_support
