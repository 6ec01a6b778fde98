#include "gist/penalty/dc_split.hpp"

#include <gtest/gtest.h>

#include "tests/support/brute_force.hpp"
#include "tests/support/draw.hpp"
#include "tests/support/typed.hpp"

namespace gist::testing_support {
namespace {

template <class P>
class DcSplitOf : public ::testing::Test {};
using Splittable = ::testing::Types<None, L1, Lsp, Scad, Mcp, CappedL1, Geman>;
TYPED_TEST_SUITE(DcSplitOf, Splittable);

/// Parameters, and points around the places where the penalty changes.
template <class P>
struct Case {
  P penalty;
  double scale;
  explicit Case(Draw& draw) : penalty(draw.parameters<P>()), scale(1) {
    if constexpr (requires { penalty.theta; }) {
      constexpr bool in_units_of_lambda = std::is_same_v<P, Scad> || std::is_same_v<P, Mcp>;
      scale = penalty.theta * (in_units_of_lambda ? penalty.lambda : 1);
      if (scale == 0) scale = 1;
    }
  }
  double point(Draw& draw) const {
    const double x = draw.chance(0.1) ? 0 : scale * draw.log_uniform(1e-3, 1e3);
    return draw.chance(0.5) ? x : -x;
  }
};

TYPED_TEST(DcSplitOf, IsThePenalty) {
  Draw draw(1);
  for (int i = 0; i < 2000; ++i) {
    const Case<TypeParam> c(draw);
    const DcSplit split(c.penalty);
    ASSERT_TRUE(split.exists());
    const double x = c.point(draw);
    EXPECT_NEAR(split.r1(x) - split.r2(x), c.penalty.value(x), 1e-13 * split.r1(x)) << describe(c.penalty) << " " << x;
  }
}

/// The subgradient inequality says at once that r2 is convex and that r2_slope is one of its subgradients.
TYPED_TEST(DcSplitOf, SlopesAreSubgradientsOfAConvexFunction) {
  Draw draw(2);
  for (int i = 0; i < 20000; ++i) {
    const Case<TypeParam> c(draw);
    const DcSplit split(c.penalty);
    const double x = c.point(draw), y = c.point(draw);
    const double rounding = 1e-13 * (split.r1(x) + split.r1(y));
    EXPECT_GE(split.r2(y), split.r2(x) + split.r2_slope(x) * (y - x) - rounding)
        << describe(c.penalty) << " at " << x << ", " << y;
    EXPECT_GE(split.linearised(x, y), c.penalty.value(y) - rounding) << "it lies above the penalty";
    EXPECT_NEAR(split.linearised(x, x), c.penalty.value(x), rounding) << "and touches it at the anchor";
  }
}

TYPED_TEST(DcSplitOf, OperatorOfTheLinearisedPenalty) {
  Draw draw(3);
  for (int i = 0; i < 300; ++i) {
    const Case<TypeParam> c(draw);
    const DcSplit split(c.penalty);
    const double anchor = c.point(draw), v = c.point(draw), step = draw.log_uniform(1e-2, 1e2);
    const auto h = [&](long double x) {
      return (x - v) * (x - v) / (2 * step) + split.kappa() * std::abs(x) - split.r2_slope(anchor) * x;
    };
    const long double reach = std::abs(v) + step * 2 * split.kappa();
    const Minimum truth = brute_force_minimum(h, -reach, reach, {0.0L});
    const double x = split.linearised_prox(split.r2_slope(anchor), v, step);
    EXPECT_LE(h(x), truth.value + 1e-13L * (reach * reach / step)) << describe(c.penalty) << " v " << v;
  }
}

TEST(DcSplit, DoesNotExistWhereTheSlopeAtZeroIsInfinite) {
  EXPECT_FALSE(DcSplit(L0{}).exists());
  EXPECT_FALSE(DcSplit(Lq{}).exists());
}

/// With r1 = lambda |x|, as printed in the paper's table, r2 of the log-sum penalty is not convex for theta < 1.
TEST(DcSplit, LogSumTakesLambdaOverTheta) {
  const Lsp penalty{2, 0.25};
  EXPECT_EQ(DcSplit(penalty).kappa(), 8);
  const auto printed = [&](double x) { return 2 * std::abs(x) - penalty.value(x); };
  EXPECT_LT(printed(1e-3) + printed(-1e-3), 2 * printed(0)) << "what the test above would catch";
}

/// Table 1 of the paper, the column r2.
TEST(DcSplit, MatchesTheTable) {
  for (const double x : {0.0, 0.3, 0.9, 1.7, 2.5, 8.0}) {
    const double lambda = 0.8;
    EXPECT_NEAR(DcSplit(CappedL1{lambda, 1.5}).r2(x), lambda * std::max(0.0, x - 1.5), 1e-15);
    EXPECT_NEAR(DcSplit(Mcp{lambda, 2}).r2(x), x <= 1.6 ? x * x / 4 : lambda * x - lambda * lambda, 1e-14);
    const double scad = x <= lambda       ? 0
                        : x <= 3 * lambda ? (x * x - 2 * lambda * x + lambda * lambda) / 4
                                          : lambda * x - 2 * lambda * lambda;
    EXPECT_NEAR(DcSplit(Scad{lambda, 3}).r2(x), scad, 1e-14);
    EXPECT_EQ(DcSplit(L1{lambda}).r2(x), 0);
  }
}

}  // namespace
}  // namespace gist::testing_support
