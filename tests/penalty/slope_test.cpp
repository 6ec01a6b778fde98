#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "gist/penalty/penalty.hpp"
#include "tests/penalty/truth.hpp"
#include "tests/support/draw.hpp"
#include "tests/support/typed.hpp"

namespace gist::testing_support {
namespace {

template <class P>
class PenaltySlope : public ::testing::Test {};
TYPED_TEST_SUITE(PenaltySlope, TypesOf<Penalty>::type, ByName);

TYPED_TEST(PenaltySlope, IsTheTruthToTheLastBits) {
  using P = TypeParam;
  Draw draw(31);
  for (int i = 0; i < 20000; ++i) {
    const P p = draw.parameters<P>();
    const double x = draw.log_uniform(1e-12, 1e12);
    const Slopes slopes = p.slopes(x);
    const double truth = static_cast<double>(Truth<P>::slope(p, x));
    // Near the end of MCP and SCAD lambda - x / theta cancels: there the last bits are those of lambda.
    const double slack = 4e-15 * std::max(truth, std::isfinite(p.slope_at_zero()) ? p.slope_at_zero() : truth);
    ASSERT_EQ(slopes.low, slopes.high) << describe(p) << " x=" << shortest(x);
    ASSERT_NEAR(slopes.low, truth, slack) << describe(p) << " x=" << shortest(x);
  }
}

/// Left and right difference quotients of value() lie in the set; the set is one number unless they differ. Knots are
/// visited exactly.
TYPED_TEST(PenaltySlope, ContainsTheDifferenceQuotientsOfBothSides) {
  using P = TypeParam;
  Draw draw(32);
  for (int i = 0; i < 4000; ++i) {
    P p;
    for_each_field<P>([&](const auto& field) {
      p.*field.member =
          std::isfinite(field.range.high) ? draw.uniform(0.1, 0.9) : field.range.low + draw.uniform(0.1, 5);
    });
    const std::vector<long double> knots = Truth<P>::knots(p);
    const bool at_knot = !knots.empty() && draw.chance(0.5);
    const double x = at_knot ? static_cast<double>(draw.one_of(knots)) : draw.uniform(0.01, 20);
    const double h = 1e-7 * x;
    const double left = (p.value(x) - p.value(x - h)) / h, right = (p.value(x + h) - p.value(x)) / h;
    const double slack = 2e-6 * (p.value(x) / x + left);  // h r''/2, and the rounding of value over h
    const Slopes slopes = p.slopes(x);
    ASSERT_LE(slopes.low, slopes.high);
    for (const double quotient : {left, right}) {
      ASSERT_GE(quotient, slopes.low - slack) << describe(p) << " x=" << shortest(x);
      ASSERT_LE(quotient, slopes.high + slack) << describe(p) << " x=" << shortest(x);
    }
    ASSERT_LE(slopes.high - slopes.low, std::abs(left - right) + 2 * slack) << describe(p) << " x=" << shortest(x);
  }
}

TYPED_TEST(PenaltySlope, AtZeroIsTheLimit) {
  using P = TypeParam;
  Draw draw(33);
  for (int i = 0; i < 2000; ++i) {
    const P p = draw.parameters<P>();
    const double at_zero = p.slope_at_zero();
    const auto quotient = [&](double x) { return p.value(x) / x; };
    const double tiny = 1e-280;
    if (std::isfinite(at_zero)) {
      ASSERT_NEAR(quotient(tiny), at_zero, 1e-14 * at_zero) << describe(p);
      ASSERT_NEAR(p.slopes(tiny).high, at_zero, 1e-14 * at_zero) << describe(p);
    } else {  // grows by the same factor with every so many decades, without end
      const double factor = quotient(1e-140) / quotient(1);
      ASSERT_GT(factor, 1) << describe(p);
      ASSERT_GE(quotient(1e-280) / quotient(1e-140), factor * (1 - 1e-12)) << describe(p);
    }
  }
}

TYPED_TEST(PenaltySlope, IsANumberEvenForALambdaOfZeroAndTheSmallestWeight) {
  Draw draw(34);
  for (int i = 0; i < 200; ++i) {
    const TypeParam p = draw.parameters<TypeParam>();
    for (const auto& q : {p, p.scaled(0)}) {
      EXPECT_FALSE(std::isnan(q.slopes(std::numeric_limits<double>::denorm_min()).high)) << describe(q);
      EXPECT_FALSE(std::isnan(q.slope_at_zero())) << describe(q);
      EXPECT_FALSE(std::isnan(q.jumps_below())) << describe(q);
      EXPECT_FALSE(std::isnan(q.flat_from())) << describe(q);
    }
  }
}

/// Without its strength a penalty is no penalty, whatever its shape: no slope, no jump, no cost.
TYPED_TEST(PenaltySlope, VanishesWithLambda) {
  Draw draw(35);
  for (int i = 0; i < 200; ++i) {
    const TypeParam p = draw.parameters<TypeParam>().scaled(0);
    EXPECT_EQ(p.slope_at_zero(), 0) << describe(p);
    ASSERT_EQ(p.jumps_below(), 0) << describe(p);
    for (const double x : {1e-300, 1e-3, 1.0, 1e12}) {
      EXPECT_EQ(p.value(x), 0) << describe(p);
      EXPECT_EQ(p.slopes(x).low, 0) << describe(p) << " x=" << x;
      EXPECT_EQ(p.slopes(x).high, 0) << describe(p) << " x=" << x;
    }
  }
}

}  // namespace
}  // namespace gist::testing_support
