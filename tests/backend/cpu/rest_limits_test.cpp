#include "gist/backend/cpu/rest_limits.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "gist/backend/cpu/column_screen.hpp"
#include "gist/core/field.hpp"

namespace gist::cpu {
namespace {

const std::vector<double> bounds{0, 1e-9, 1.5e-9, 2e-9, 3e-4, 0.01, 0.02, 0.5, 7, 1e30};

std::vector<Penalty> penalties() {
  return {L1{.lambda = 0.3}, Lsp{.lambda = 0.3, .theta = 0.1}, Scad{.lambda = 0.3, .theta = 3.7},
          Mcp{.lambda = 0.3, .theta = 3}, CappedL1{.lambda = 0.3, .theta = 0.2}};
}

TEST(RestLimits, AreWhatTheOwnCurvatureOfAColumnAllowsAndNotMuchLess) {
  Problem problem;
  for (const Penalty& penalty : penalties()) {
    problem.penalty = penalty;
    RestLimits limits;
    limits.begin(bounds);
    limits.measure(problem, bounds);
    for (std::size_t j = 1; j < bounds.size(); ++j) {
      const double own = at_rest_below(problem, bounds[j]);
      EXPECT_LE(limits.of(j), own) << bounds[j];
      // Half the curvature keeps at least half as much at rest; beyond the last class all are alike.
      const double known = std::min(bounds[j], std::ldexp(bounds[1], 63));
      EXPECT_GE(limits.of(j), at_rest_below(problem, known) / 2) << bounds[j];
    }
  }
}

TEST(RestLimits, OfAnyCurvatureAreNoMoreThanItAllowsAndNotMuchLess) {
  Problem problem;
  RestLimits limits;
  limits.begin(bounds);
  for (const Penalty& penalty : penalties()) {
    problem.penalty = penalty;
    limits.measure(problem, bounds);
    for (const double t : {1e-300, 3e-12, 1e-9, 0.3, 1.0, 1.99, 64.0, 1e200}) {
      const double own = at_rest_below(problem, t);
      for (int again = 0; again < 2; ++again) {
        EXPECT_LE(limits.at(problem, t), own) << t;
        EXPECT_GE(limits.at(problem, t), own / 2) << t;
      }
    }
    for (const double t : {0.0, std::numeric_limits<double>::denorm_min()}) EXPECT_EQ(limits.at(problem, t), 0);
  }
}

TEST(RestLimits, FollowThePenaltyAndKnowNothingWhereCoefficientsDiffer) {
  Problem problem;
  problem.penalty = Mcp{.lambda = 0.3, .theta = 3};
  RestLimits limits;
  limits.begin(bounds);
  limits.measure(problem, bounds);
  const double before = limits.of(5);
  problem.penalty = Mcp{.lambda = 0.6, .theta = 3};
  limits.measure(problem, bounds);
  EXPECT_NEAR(limits.of(5), 2 * before, 4e-6 * before);
  problem.factor.assign(bounds.size(), 2);
  limits.begin(bounds);  // another problem
  limits.measure(problem, bounds);
  for (std::size_t j = 0; j < bounds.size(); ++j) EXPECT_EQ(limits.of(j), 0);
}

TEST(RestLimits, TheNextThatMovesIsTheFirstThatItsLimitDoesNotCover) {
  Problem problem;
  const std::vector<double> w(bounds.size());
  for (const Penalty& penalty : penalties()) {
    problem.penalty = penalty;
    RestLimits limits;
    limits.begin(bounds);
    limits.measure(problem, bounds);
    for (std::size_t moving = 0; moving < bounds.size(); ++moving) {
      std::vector<double> g(bounds.size());
      for (std::size_t j = 0; j < g.size(); ++j) g[j] = (j == moving ? -1.001 : 0.999) * limits.of(j);
      EXPECT_EQ(limits.next_moving(w.data(), g.data(), 0, w.size()), moving);
      EXPECT_EQ(limits.next_moving(w.data(), g.data(), moving + 1, w.size()), w.size());
    }
  }
}

TEST(RestLimits, WithoutAnyColumnInTheProblemNothingIsKnown) {
  Problem problem;
  problem.penalty = L1{.lambda = 1};
  RestLimits limits;
  const std::vector<double> none{0, 0};
  limits.begin(none);
  limits.measure(problem, none);
  EXPECT_EQ(limits.of(0), 0);
}

}  // namespace
}  // namespace gist::cpu
