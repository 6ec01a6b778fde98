#include "gist/backend/cpu/kinked_line.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>

namespace gist::testing {
namespace {

double value(double slope, double bend, const std::vector<cpu::Kink>& kinks, double t) {
  double sum = slope * t + bend * t * t / 2;
  for (const cpu::Kink& kink : kinks) sum += kink.jump * std::max(0.0, t - kink.at);
  return sum;
}

/// No point of a fine grid is lower, with and without a bend, with kinks that meet and lines that end early.
TEST(KinkedLine, IsLowestWhereItSays) {
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> uniform(0, 1);
  for (int round = 0; round < 300; ++round) {
    const double slope = round % 11 == 0 ? uniform(random) : -uniform(random);
    const double bend = round % 3 == 0 ? 0 : uniform(random);
    std::vector<cpu::Kink> kinks;
    for (int k = 0; k < round % 7; ++k) kinks.push_back({3 * uniform(random), uniform(random) / 2});
    if (kinks.size() > 3) kinks[1].at = kinks[0].at;
    const double farthest = round % 5 == 0 ? uniform(random) : 4;
    const double t = cpu::lowest_on_line(slope, bend, kinks, farthest);
    ASSERT_GE(t, 0);
    ASSERT_LE(t, farthest);
    const double here = value(slope, bend, kinks, t);
    for (int i = 0; i <= 1000; ++i)
      ASSERT_LE(here, value(slope, bend, kinks, i * farthest / 1000) + 1e-14) << "round " << round << " at " << i;
  }
}

TEST(KinkedLine, EndsOnAKinkExactly) {
  std::vector<cpu::Kink> kinks{{0.75, 0.1}, {0.3, 2}};
  EXPECT_EQ(cpu::lowest_on_line(-1, 0.5, kinks, 10), 0.3);
}

TEST(KinkedLine, WithoutAnythingToStopItGoesToTheEnd) {
  std::vector<cpu::Kink> none;
  EXPECT_EQ(cpu::lowest_on_line(-1, 0, none, 7), 7);
  EXPECT_EQ(cpu::lowest_on_line(-1, 0.25, none, std::numeric_limits<double>::infinity()), 4);
  EXPECT_EQ(cpu::lowest_on_line(0, 0, none, 7), 0);
  EXPECT_EQ(cpu::lowest_on_line(1, 0, none, 7), 0);
}

}  // namespace
}  // namespace gist::testing
