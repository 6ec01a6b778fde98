#include "gist/solver/step_rule.hpp"

#include <gtest/gtest.h>

namespace gist {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

TEST(StepRule, StartsWhereItsNameSays) {
  EXPECT_EQ(StepRule(StepStart::one, 1e-30, 1e30).propose(8, 5), 1);
  EXPECT_EQ(StepRule(StepStart::previous, 1e-30, 1e30).propose(8, 5), 8);
  EXPECT_EQ(StepRule(StepStart::bb, 1e-30, 1e30).propose(8, 5), 5);
}

TEST(StepRule, OnlyBarzilaiBorweinAsksForTheCurvature) {
  EXPECT_FALSE(StepRule(StepStart::one, 1, 2).needs_curvature());
  EXPECT_FALSE(StepRule(StepStart::previous, 1, 2).needs_curvature());
  EXPECT_TRUE(StepRule(StepStart::bb, 1, 2).needs_curvature());
}

TEST(StepRule, AQuotientThatSaysNothingIsPassedOver) {
  const StepRule bb(StepStart::bb, 1e-30, 1e30);
  for (const double quotient : {0.0, -0.0, -3.0, -infinity, infinity, nan}) EXPECT_EQ(bb.propose(7, quotient), 7);
}

TEST(StepRule, EveryProposalLiesBetweenItsLimits) {
  for (const StepStart start : {StepStart::one, StepStart::previous, StepStart::bb}) {
    const StepRule high(start, 2, 3), low(start, 0.1, 0.5);
    EXPECT_EQ(high.propose(1e-5, 1e-5), 2);
    EXPECT_EQ(high.first(1), 2);
    EXPECT_EQ(low.propose(1e5, 1e5), 0.5);
    EXPECT_EQ(low.first(1), 0.5);
    EXPECT_GE(high.propose(1e9, nan), 2);
    EXPECT_LE(high.propose(1e9, nan), 3);
  }
  EXPECT_EQ(StepRule(StepStart::bb, 1e-3, 1e3).propose(1, 1e-300), 1e-3);
  EXPECT_EQ(StepRule(StepStart::bb, 1e-3, 1e3).propose(1, 1e300), 1e3);
}

TEST(StepRule, TheFirstStepUsesWhatAWarmStartKnows) {
  EXPECT_EQ(StepRule(StepStart::bb, 1e-30, 1e30).first(0.3), 0.3);
  EXPECT_EQ(StepRule(StepStart::previous, 1e-30, 1e30).first(0.3), 0.3);
  EXPECT_EQ(StepRule(StepStart::one, 1e-30, 1e30).first(0.3), 1) << "`one` means every iteration";
  for (const double useless : {0.0, -1.0, infinity, nan}) {
    EXPECT_EQ(StepRule(StepStart::bb, 1e-30, 1e30).first(useless), 1);
  }
}

}  // namespace
}  // namespace gist
