#include "gist/solver/acceptance.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace gist {
namespace {

TEST(Acceptance, MemoryOneComparesWithTheLastAlone) {
  Acceptance monotone(1);
  for (const double objective : {9.0, 7.0, 8.0}) {
    monotone.push(objective);
    EXPECT_EQ(monotone.reference(), objective);
  }
  EXPECT_TRUE(monotone.accepts(7.5, 0.5));
  EXPECT_FALSE(monotone.accepts(7.5 + 1e-12, 0.5));
}

/// Equation 4: the maximum over i = max(0, k - m + 1) .. k of the objectives f(0) .. f(k).
TEST(Acceptance, ReferenceIsTheMaximumOverTheLastM) {
  std::mt19937_64 random(4);
  std::uniform_real_distribution<double> uniform(-5, 5);
  for (const int m : {1, 2, 3, 5, 8}) {
    Acceptance acceptance(m);
    std::vector<double> objectives;
    for (int k = 0; k < 40; ++k) {
      objectives.push_back(uniform(random));
      acceptance.push(objectives.back());
      EXPECT_EQ(acceptance.reference(),
                *std::max_element(objectives.begin() + std::max(0, k - m + 1), objectives.end()))
          << "m " << m << " k " << k;
    }
  }
}

TEST(Acceptance, NegativeObjectivesBelowFewerThanMValues) {
  Acceptance acceptance(5);
  acceptance.push(-3);
  EXPECT_EQ(acceptance.reference(), -3) << "the empty places count for nothing";
  EXPECT_FALSE(acceptance.accepts(-2, 0));
}

TEST(Acceptance, RoundingAloneRefusesNothing) {
  Acceptance acceptance(1);
  acceptance.push(1e8);
  EXPECT_TRUE(acceptance.accepts(std::nextafter(1e8, 2e8), 0));
  EXPECT_FALSE(acceptance.accepts(1e8 * (1 + 1e-14), 0));
  Acceptance at_zero(1);
  at_zero.push(0);
  EXPECT_FALSE(at_zero.accepts(1e-300, 0));
}

TEST(Acceptance, WhatIsNotANumberIsRefused) {
  Acceptance acceptance(2);
  acceptance.push(1);
  EXPECT_FALSE(acceptance.accepts(std::numeric_limits<double>::quiet_NaN(), 0));
  EXPECT_FALSE(acceptance.accepts(infinity, 0));
  EXPECT_FALSE(acceptance.accepts(0.5, infinity));
}

}  // namespace
}  // namespace gist
