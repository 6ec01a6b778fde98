#include "gist/path/grid.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "gist/core/error.hpp"

namespace gist::testing {
namespace {

TEST(Grid, IsEvenInTheLogarithmAndMeetsBothEnds) {
  const auto grid = log_grid(2.5, 7, 1e-3);
  ASSERT_EQ(grid.size(), 7U);
  EXPECT_EQ(grid.front(), 2.5);
  EXPECT_DOUBLE_EQ(grid.back(), 2.5e-3);
  for (std::size_t k = 1; k < grid.size(); ++k) EXPECT_NEAR(grid[k] / grid[k - 1], std::pow(1e-3, 1.0 / 6), 1e-14) << k;
  EXPECT_EQ(log_grid(2.5, 1, 1e-3), std::vector<double>{2.5});
}

TEST(Grid, StopsSoonerWhereThereAreFewerSamplesThanFeatures) {
  EXPECT_EQ(default_ratio(100, 100), 1e-3);
  EXPECT_EQ(default_ratio(99, 100), 1e-2);
}

TEST(Grid, TakesAUsersLambdasDescendingAndOnce) {
  EXPECT_EQ(own_grid({0.1, 3, 0, 0.1}), (std::vector<double>{3, 0.1, 0}));
  EXPECT_THROW(own_grid({}), Error);
  EXPECT_THROW(own_grid({1, -0.1}), Error);
  EXPECT_THROW(own_grid({std::nan("")}), Error);
}

}  // namespace
}  // namespace gist::testing
