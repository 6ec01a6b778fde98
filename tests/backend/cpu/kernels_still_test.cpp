#include "gist/backend/cpu/kernels_still.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace gist::cpu {
namespace {

TEST(FirstMoving, WithAReachOfEachOwnIsWhatALoopFinds) {
  std::mt19937 random(11);
  const double values[] = {1, -2, 0.5, -0.5, std::nan(""), std::numeric_limits<double>::infinity()};
  for (int round = 0; round < 500; ++round) {
    const std::size_t size = random() % 90;
    std::vector<double> w(size, 0.0), g(size), reach(size);
    for (std::size_t j = 0; j < size; ++j) {
      g[j] = random() % 40 == 0 ? values[random() % 6] : 0.1;
      reach[j] = random() % 30 == 0 ? 0.0 : 0.5;  // 0: nothing is known, so it is looked at
      if (random() % 50 == 0) w[j] = values[random() % 5];
    }
    for (std::size_t begin = 0; begin <= size; ++begin) {
      std::size_t plain = begin;
      while (plain < size && w[plain] == 0 && std::abs(g[plain]) < reach[plain]) ++plain;
      EXPECT_EQ(first_moving(w.data(), g.data(), reach.data(), begin, size), plain);
    }
  }
}

}  // namespace
}  // namespace gist::cpu
