#include "gist/backend/cpu/leap_rule.hpp"

#include <gtest/gtest.h>

namespace gist::cpu {
namespace {

/// Sweeps until a leap is due, the residual falling by `rate` each time.
int sweeps_before(LeapRule& rule, bool sparse, double& residual, double rate) {
  for (int sweeps = 1; sweeps < 1000; ++sweeps) {
    residual *= rate;
    if (rule.due(residual, sparse)) return sweeps;
  }
  return 1000;
}

TEST(LeapRule, WaitsLongerOverSparseColumns) {
  for (const bool sparse : {false, true}) {
    LeapRule rule;
    rule.begin_model();
    double residual = 1;
    EXPECT_EQ(sweeps_before(rule, sparse, residual, 0.9), sparse ? 12 : 6);
  }
}

TEST(LeapRule, ProductsDoubleWhereTheyRanOut) {
  LeapRule rule;
  EXPECT_EQ(rule.most_products(), 30);
  rule.want_more_products();
  EXPECT_EQ(rule.most_products(), 60);
  rule.begin_model();
  EXPECT_EQ(rule.most_products(), 60);
  for (int k = 0; k < 5; ++k) rule.want_more_products();
  EXPECT_EQ(rule.most_products(), 120);
}

TEST(LeapRule, ALeapThatMovesNothingDoublesTheWaitWithinAModel) {
  LeapRule rule;
  rule.begin_model();
  double residual = 1;
  sweeps_before(rule, false, residual, 0.9);
  rule.leapt(30, false);
  EXPECT_EQ(sweeps_before(rule, false, residual, 0.9), 12);
  rule.begin_model();
  EXPECT_EQ(sweeps_before(rule, false, residual, 0.9), 6);
}

TEST(LeapRule, OneThatSweepsWouldHaveMatchedIsDistrustedFromThenOn) {
  LeapRule good, bad;
  double residual = 1, other = 1;
  for (LeapRule* rule : {&good, &bad}) rule->begin_model();
  sweeps_before(good, true, residual, 0.9);
  sweeps_before(bad, true, other, 0.9);
  good.leapt(10, true);
  bad.leapt(10, true);
  EXPECT_FALSE(good.due(0.01 * residual, true));  // ten sweeps: 0.35 of it
  EXPECT_FALSE(bad.due(0.5 * other, true));
  good.begin_model();
  bad.begin_model();
  EXPECT_EQ(sweeps_before(good, true, residual, 0.9), 12);
  EXPECT_EQ(sweeps_before(bad, true, other, 0.9), 24);
}

}  // namespace
}  // namespace gist::cpu
