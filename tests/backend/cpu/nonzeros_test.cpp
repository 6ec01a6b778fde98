#include "gist/backend/cpu/nonzeros.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace gist::cpu {
namespace {

TEST(ForEachNonzero, VisitsWhatALoopOverAllFindsInOrder) {
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    std::vector<double> x(random() % 70);
    for (double& value : x) {
      const double values[] = {0, -0.0, 1, -2, std::numeric_limits<double>::denorm_min(), std::nan("")};
      value = random() % 4 == 0 ? values[random() % 6] : 0;
    }
    const std::size_t end = x.empty() ? 0 : random() % (x.size() + 1), begin = end == 0 ? 0 : random() % (end + 1);
    std::vector<std::size_t> plain, found;
    for (std::size_t j = begin; j < end; ++j) {
      if (x[j] != 0) plain.push_back(j);
    }
    for_each_nonzero(x.data(), begin, end, [&](std::size_t j) { found.push_back(j); });
    EXPECT_EQ(found, plain);
  }
}

}  // namespace
}  // namespace gist::cpu
