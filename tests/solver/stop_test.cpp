#include "gist/solver/stop.hpp"

#include <gtest/gtest.h>

#include <thread>

namespace gist {
namespace {

Step step_with(double residual, double objective = 1, double before = 2) {
  Step step;
  step.iteration = 3;
  step.step_sq = 1;
  step.residual = residual;
  step.objective = objective;
  step.objective_before = before;
  return step;
}

TEST(Stop, ResidualIsMeasuredAgainstTheGradientAtZero) {
  const Stop stop(StopOptions{}, 50, nullptr);
  EXPECT_EQ(stop.verdict(step_with(49e-6)), Status::converged);
  EXPECT_EQ(stop.verdict(step_with(51e-6)), Status::running);
  EXPECT_TRUE(stop.by_residual());
}

TEST(Stop, ObjectiveRuleIsThePapers) {
  StopOptions options;
  options.stop = StopRule::objective;
  const Stop stop(options, 1, nullptr);
  EXPECT_EQ(stop.verdict(step_with(9, 2 - 1.9e-5, 2)), Status::converged);
  EXPECT_EQ(stop.verdict(step_with(0, 2 - 2.1e-5, 2)), Status::running) << "the residual is not asked";
  EXPECT_EQ(stop.verdict(step_with(9, -2 + 1.9e-5, -2)), Status::converged) << "objectives may be negative";
  EXPECT_EQ(stop.verdict(step_with(9, 2 + 1.9e-5, 2)), Status::converged) << "and may rise under the non-monotone rule";
  EXPECT_FALSE(stop.by_residual());
}

TEST(Stop, ToleranceDefaultsFollowTheRule) {
  StopOptions options;
  EXPECT_EQ(options.threshold(), 1e-6);
  options.stop = StopRule::objective;
  EXPECT_EQ(options.threshold(), 1e-5);
  options.tolerance = 0.25;
  EXPECT_EQ(options.threshold(), 0.25);
}

TEST(Stop, AFixedPointIsTheEndWhateverTheRule) {
  for (const StopRule rule : {StopRule::residual, StopRule::objective}) {
    StopOptions options;
    options.stop = rule;
    options.tolerance = 0;
    Step step = step_with(0, 1, 1);
    step.step_sq = 0;
    EXPECT_EQ(Stop(options, 0, nullptr).verdict(step), Status::converged);
  }
}

TEST(Stop, IterationLimit) {
  StopOptions options;
  options.max_iterations = 3;
  EXPECT_EQ(Stop(options, 1, nullptr).verdict(step_with(9)), Status::iteration_limit);
  options.max_iterations = 4;
  EXPECT_EQ(Stop(options, 1, nullptr).verdict(step_with(9)), Status::running);
  options.max_iterations = 0;
  EXPECT_EQ(Stop(options, 1, nullptr).limits(0), Status::iteration_limit);
}

TEST(Stop, TimeLimit) {
  StopOptions options;
  options.max_seconds = 0.01;
  const Stop stop(options, 1, nullptr);
  EXPECT_EQ(stop.limits(0), Status::running);
  std::this_thread::sleep_for(std::chrono::milliseconds(12));
  EXPECT_EQ(stop.limits(0), Status::time_limit);
  EXPECT_GE(stop.seconds(), 0.012);
}

TEST(Stop, Interrupt) {
  std::atomic<bool> flag{false};
  const Stop stop(StopOptions{}, 1, &flag);
  EXPECT_EQ(stop.verdict(step_with(9)), Status::running);
  flag = true;
  EXPECT_EQ(stop.verdict(step_with(9)), Status::interrupted);
  EXPECT_EQ(stop.limits(0), Status::interrupted);
}

TEST(Stop, WhatIsReachedCountsBeforeLimits) {
  std::atomic<bool> flag{true};
  StopOptions options;
  options.max_iterations = 1;
  EXPECT_EQ(Stop(options, 1, &flag).verdict(step_with(0)), Status::converged);
}

TEST(Stop, AFailedLineSearchEndsIt) {
  Step failed;
  failed.status = Status::line_search_failed;
  EXPECT_EQ(Stop(StopOptions{}, 1, nullptr).verdict(failed), Status::line_search_failed);
}

}  // namespace
}  // namespace gist
