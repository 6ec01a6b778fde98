#include "gist/backend/cpu/kernels_logistic.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "gist/loss/logistic.hpp"
#include "tests/support/draw.hpp"

namespace gist::cpu {
namespace {

using testing_support::Draw;
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// One sample at a time, so that nothing hides in a sum.
struct One {
  double margin, target, weight, intercept;
  LogisticSamples samples() const { return {&margin, &target, &weight, intercept}; }
};

long double true_loss(long double m) { return m > 0 ? std::log1p(std::exp(-m)) : std::log1p(std::exp(m)) - m; }

TEST(LogisticKernels, EveryMarginToAFewUnits) {
  Draw draw(1);
  constexpr double unit = std::numeric_limits<double>::epsilon();
  for (int i = 0; i < 100'000; ++i) {
    const double size = draw.one_of<double>({1e-8, 1e-3, 1, 10, 40, 700, 1e4});
    const One one{draw.uniform(-size, size), draw.chance(0.5) ? 1.0 : -1.0, draw.uniform(0, 2),
                  draw.uniform(-1, 1) * size};
    const double z = one.margin + one.intercept, m = one.target * z;
    const auto truth = static_cast<double>(one.weight * true_loss(m));
    // Below the smallest normal number there are no units left to count.
    double slope = 0, seen = 0;
    const LogisticLook look = logistic_look(one.samples(), 0.5, &seen, 0, 1);
    ASSERT_NEAR(look.loss, truth, 6 * unit * truth + 1e-300) << m;
    const double sum = logistic_slopes(one.samples(), 0.5, &slope, 0, 1);
    ASSERT_EQ(look.slope, sum);
    ASSERT_EQ(seen, slope);
    const double expected = 0.5 * one.weight * Logistic{}.slope(z, one.target);
    EXPECT_EQ(sum, slope);
    ASSERT_NEAR(slope, expected, 6 * unit * std::abs(expected) + 1e-300) << m;
    const LogisticShape shape = logistic_shape(one.samples(), 0, 1);
    ASSERT_NEAR(shape.slope, 2 * expected, 12 * unit * std::abs(expected) + 1e-300);
    EXPECT_EQ(shape.size, std::abs(shape.slope));
    const double curvature = one.weight * Logistic{}.curvature(z, one.target);
    ASSERT_NEAR(shape.curvature, curvature, 8 * unit * curvature + 1e-300);
  }
}

TEST(LogisticKernels, SumsOverAnyRange) {
  Draw draw(2);
  for (const std::int64_t n : {0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 100}) {
    std::vector<double> margin, target, weight, slopes(static_cast<std::size_t>(n) + 1, -7), seen = slopes;
    double loss = 0, slope = 0, unweighted = 0;
    for (std::int64_t i = 0; i < n; ++i) {
      margin.push_back(draw.uniform(-5, 5));
      target.push_back(draw.chance(0.4) ? 1 : -1);
      weight.push_back(draw.chance(0.2) ? 0 : draw.uniform(0, 1));
      loss += weight.back() * Logistic{}.value(margin.back() + 0.3, target.back());
      unweighted += Logistic{}.value(margin.back() + 0.3, target.back());
      slope += weight.back() * Logistic{}.slope(margin.back() + 0.3, target.back());
    }
    const LogisticSamples with{margin.data(), target.data(), weight.data(), 0.3};
    const LogisticSamples without{margin.data(), target.data(), nullptr, 0.3};
    EXPECT_NEAR(logistic_look(without, 1, seen.data(), 0, n).loss, unweighted, 1e-14 * (1 + unweighted));
    const LogisticLook look = logistic_look(with, 1, seen.data(), 0, n);
    EXPECT_NEAR(look.loss, loss, 1e-14 * (1 + loss));
    EXPECT_NEAR(logistic_slopes(with, 1, slopes.data(), 0, n), slope, 1e-14 * static_cast<double>(n + 1));
    EXPECT_EQ(look.slope, logistic_slopes(with, 1, slopes.data(), 0, n));
    EXPECT_EQ(seen, slopes);
    for (std::int64_t i = 0; i < n; ++i) {
      const auto at = static_cast<std::size_t>(i);
      EXPECT_NEAR(slopes[at], weight[at] * Logistic{}.slope(margin[at] + 0.3, target[at]), 1e-15);
    }
    EXPECT_EQ(slopes.back(), -7) << "nothing is written past the end";
    EXPECT_NEAR(logistic_shape(with, 0, n).slope, slope, 1e-14 * static_cast<double>(n + 1));
  }
}

TEST(LogisticKernels, CurvaturesWithinLimits) {
  Draw draw(5);
  const double caution = 0.6;
  const CurvatureLimits limits{0.01, caution, 3, 0.25};
  for (const std::int64_t n : {0, 1, 3, 7, 8, 9, 16, 61}) {
    std::vector<double> margin, target, weight, out(static_cast<std::size_t>(n) + 1, -7), plain = out;
    for (std::int64_t i = 0; i < n; ++i) {
      margin.push_back(draw.one_of<double>({0, 2, 5, 800}) * draw.uniform(-1, 1));
      target.push_back(draw.chance(0.4) ? 1 : -1);
      weight.push_back(draw.chance(0.2) ? 0 : draw.uniform(0, 1));
    }
    logistic_curvatures({margin.data(), target.data(), weight.data(), 0.3}, limits, 2, out.data(), 0, n);
    logistic_curvatures({margin.data(), target.data(), nullptr, 0.3}, limits, 2, plain.data(), 0, n);
    for (std::size_t i = 0; i < margin.size(); ++i) {
      const double z = margin[i] + 0.3, slope = Logistic{}.slope(z, target[i]), loss = Logistic{}.value(z, target[i]);
      const double parabola = loss > 0 ? caution * slope * slope / (2 * loss) : 0;
      const double here = std::min(0.25, 3 * std::max({0.01, parabola, Logistic{}.curvature(z, target[i])}));
      EXPECT_NEAR(plain[i], 2 * here, 1e-15);
      EXPECT_NEAR(out[i], 2 * weight[i] * here, 1e-15);
    }
    EXPECT_EQ(out.back(), -7) << "nothing is written past the end";
  }
}

TEST(LogisticKernels, WhatIsNotFiniteIsNotHidden) {
  for (const double target : {1.0, -1.0}) {
    const One lost{nan, target, 1, 0}, right{infinity * target, target, 1, 0}, wrong{-infinity * target, target, 1, 0};
    double slope = 0;
    EXPECT_TRUE(std::isnan(logistic_look(lost.samples(), 1, &slope, 0, 1).loss));
    EXPECT_TRUE(std::isnan(logistic_slopes(lost.samples(), 1, &slope, 0, 1)));
    EXPECT_TRUE(std::isnan(logistic_shape(lost.samples(), 0, 1).slope));
    EXPECT_EQ(logistic_look(right.samples(), 1, &slope, 0, 1).loss, 0);
    EXPECT_EQ(logistic_look(wrong.samples(), 1, &slope, 0, 1).loss, infinity);
    EXPECT_EQ(logistic_slopes(wrong.samples(), 1, &slope, 0, 1), -target);
    EXPECT_EQ(logistic_slopes(right.samples(), 1, &slope, 0, 1), 0);
  }
}

}  // namespace
}  // namespace gist::cpu
