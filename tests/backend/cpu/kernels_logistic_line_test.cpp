#include "gist/backend/cpu/kernels_logistic_line.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "gist/loss/logistic.hpp"
#include "tests/support/draw.hpp"

namespace gist::cpu {
namespace {

using testing_support::Draw;

/// In single precision, over lengths that end within a vector, within a block of them and after several.
TEST(LogisticLine, IsTheLossItsSlopeAndItsCurvature) {
  Draw draw(3);
  for (const std::int64_t n : {0, 1, 3, 15, 16, 17, 61, 511, 512, 513, 2000}) {
    std::vector<float> margin, entry, weight;
    for (std::int64_t i = 0; i < n; ++i) {
      margin.push_back(static_cast<float>(draw.uniform(-5, 5)));
      entry.push_back(static_cast<float>(draw.uniform(-2, 2)));
      weight.push_back(draw.chance(0.2) ? 0 : static_cast<float>(draw.uniform(0, 1)));
    }
    for (const float d : {0.0F, 0.7F, -3.0F, 20.0F, 400.0F}) {
      for (const bool weighted : {true, false}) {
        LogisticLine truth;
        for (std::size_t i = 0; i < margin.size(); ++i) {
          const double x{entry[i]}, z = double{margin[i]} + double{d} * x, s{weighted ? weight[i] : 1.0F};
          truth.loss += s * Logistic{}.value(z, 1);
          truth.slope += s * x * Logistic{}.slope(z, 1);
          truth.curvature += s * x * x * Logistic{}.curvature(z, 1);
        }
        const LogisticLine line =
            logistic_line({margin.data(), entry.data(), weighted ? weight.data() : nullptr, n}, d);
        EXPECT_NEAR(line.loss, truth.loss, 5e-7 * (1e-6 + truth.loss)) << n << " " << d;
        // The slope is a difference of sums, each about as large as this; where d is large d x has been rounded.
        const double size = (1 + std::abs(d)) * static_cast<double>(n + 1);
        EXPECT_NEAR(line.slope, truth.slope, 5e-7 * size) << n << " " << d;
        EXPECT_NEAR(line.curvature, truth.curvature, 5e-7 * size) << n << " " << d;
      }
    }
  }
}

TEST(LogisticLine, WhatIsNotFiniteIsNotHidden) {
  const float nan = std::nanf(""), much = std::numeric_limits<float>::infinity(), one = 1;
  const auto at = [&](float margin) { return logistic_line({&margin, &one, nullptr, 1}, 0); };
  EXPECT_TRUE(std::isnan(at(nan).loss));
  EXPECT_EQ(at(much).loss, 0);
  EXPECT_EQ(at(much).slope, 0);
  EXPECT_EQ(at(-much).loss, infinity);
  EXPECT_EQ(at(-much).slope, -1);
}

}  // namespace
}  // namespace gist::cpu
