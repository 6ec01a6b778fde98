#include "gist/backend/cpu/orthant_newton.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace gist::cpu {
namespace {

/// A quadratic <slope, d> + d' H d / 2 around a point, H = A'A of `rows` random rows.
struct Quadratic {
  std::size_t count;
  std::vector<double> h, slope, from;

  Quadratic(std::size_t rows, std::size_t columns, std::uint64_t seed) : count(columns), h(columns * columns) {
    std::mt19937_64 random(seed);
    std::normal_distribution<double> normal;
    std::vector<double> a(rows * columns);
    for (double& x : a) x = normal(random);
    for (std::size_t i = 0; i < columns; ++i)
      for (std::size_t j = 0; j < columns; ++j)
        for (std::size_t k = 0; k < rows; ++k) h[i * columns + j] += a[k * columns + i] * a[k * columns + j];
    for (std::size_t i = 0; i < columns; ++i) {
      slope.push_back(3 * normal(random));
      from.push_back(normal(random));
    }
  }

  double slope_at(std::span<const double> w, std::size_t i) const {
    double g = slope[i];
    for (std::size_t j = 0; j < count; ++j) g += h[i * count + j] * (w[j] - from[j]);
    return g;
  }
  double value(std::span<const double> w) const {
    double sum = 0;
    for (std::size_t i = 0; i < count; ++i) sum += (w[i] - from[i]) * (slope[i] + slope_at(w, i)) / 2;
    return sum;
  }
};

/// Every coefficient that is left is at rest, none has changed its sign, and the end is lower.
TEST(OrthantNewton, EndsAtRestOnItsSideOfZero) {
  int stopped = 0, stayed = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const Quadratic q(20, 1 + seed % 12, seed);
    OrthantNewton newton;
    ASSERT_TRUE(newton.minimise(q.h, q.slope, q.from, 0));
    const auto to = newton.to();
    for (std::size_t i = 0; i < q.count; ++i) {
      EXPECT_GE(to[i] * q.from[i], 0);
      if (to[i] == 0) {
        ++stopped;
        continue;
      }
      ++stayed;
      EXPECT_NEAR(q.slope_at(to, i), 0, 1e-9) << "seed " << seed << " coefficient " << i;
    }
    EXPECT_LE(q.value(to), 0);
  }
  EXPECT_GT(stopped, 100);
  EXPECT_GT(stayed, 100);
}

/// Where nothing reaches 0 it is the minimum of the whole quadratic.
TEST(OrthantNewton, TakesNewtonsStepWhereSignsStay) {
  Quadratic q(30, 9, 4);
  for (double& w : q.from) w = 1000;
  OrthantNewton newton;
  ASSERT_TRUE(newton.minimise(q.h, q.slope, q.from, 0));
  for (std::size_t i = 0; i < q.count; ++i) EXPECT_NEAR(q.slope_at(newton.to(), i), 0, 1e-9);
}

/// More coefficients than samples: those too many go, and the rest is at rest.
TEST(OrthantNewton, GetsRidOfThoseTooMany) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Quadratic q(8, 30, seed);
    for (std::size_t i = 0; i < 30; ++i)
      q.slope[i] = (q.from[i] > 0 ? 1 : -1) + 0.1 * q.h[i * 30 + seed % 30];  // as if l1 pulled at each
    OrthantNewton newton;
    ASSERT_TRUE(newton.minimise(q.h, q.slope, q.from, 0));
    const auto left = std::count_if(newton.to().begin(), newton.to().end(), [](double w) { return w != 0; });
    EXPECT_LE(left, 8) << "seed " << seed;
    EXPECT_LT(q.value(newton.to()), 0);
    for (std::size_t i = 0; i < 30; ++i) {
      if (newton.to()[i] == 0) continue;
      EXPECT_NEAR(q.slope_at(newton.to(), i), 0, 1e-5) << "seed " << seed;
    }
  }
}

TEST(OrthantNewton, RefusesCurvatureThatIsNotPositive) {
  OrthantNewton newton;
  EXPECT_FALSE(
      newton.minimise(std::vector<double>{1, 0, 0, -1}, std::vector<double>{1, 1}, std::vector<double>{1, 1}, 0));
  EXPECT_FALSE(
      newton.minimise(std::vector<double>{1, 2, 2, 1}, std::vector<double>{1, 1}, std::vector<double>{1, 1}, 0));
  EXPECT_FALSE(newton.minimise(std::vector<double>{0}, std::vector<double>{1}, std::vector<double>{1}, 0));
  EXPECT_FALSE(newton.minimise(std::vector<double>{NAN}, std::vector<double>{1}, std::vector<double>{1}, 0));
}

/// Where the penalty bends more than the loss there is no minimum, but a way down that grows steeper.
TEST(OrthantNewton, FindsTheWayDownFromARidge) {
  int ridges = 0;
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    Quadratic q(6, 5 + seed % 8, seed);
    for (std::size_t i = 0; i < q.count; ++i) q.h[i * q.count + i] -= 0.5;
    OrthantNewton newton;
    if (newton.minimise(q.h, q.slope, q.from, 1e-9)) continue;
    ++ridges;
    const auto along = newton.falling();
    ASSERT_EQ(along.size(), q.count);
    double before = 0, fell = 0;
    for (const double length : {1.0, 2.0, 3.0}) {
      std::vector<double> w = q.from;
      for (std::size_t i = 0; i < q.count; ++i) w[i] += length * along[i];
      const double now = q.value(w);
      EXPECT_LT(now - before, fell - 1e-9) << "seed " << seed << " length " << length;
      fell = now - before;
      before = now;
    }
  }
  EXPECT_GT(ridges, 20);
}

/// Columns that add up to one another, and a penalty that is flat: what they leave undecided is left as it is, and the
/// rest comes to rest.
TEST(OrthantNewton, LeavesWhatIsUndecidedWhereNothingIsGained) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Quadratic q(8, 20, seed);
    for (double& w : q.from) w = 100;
    std::vector<double> low(20);
    for (std::size_t i = 0; i < 20; ++i) low[i] = q.from[i] + (i % 3 == 0 ? 0.5 : -0.2);
    for (std::size_t i = 0; i < 20; ++i) {
      q.slope[i] = 0;
      for (std::size_t j = 0; j < 20; ++j) q.slope[i] += q.h[i * 20 + j] * (q.from[j] - low[j]);
    }
    OrthantNewton newton;
    ASSERT_TRUE(newton.minimise(q.h, q.slope, q.from, 1e-6));
    int stayed = 0;
    for (std::size_t i = 0; i < 20; ++i) {
      EXPECT_NEAR(q.slope_at(newton.to(), i), 0, 1e-6);
      stayed += newton.to()[i] == 100 ? 1 : 0;
    }
    EXPECT_EQ(stayed, 12) << "as many as there are too many";
  }
}

}  // namespace
}  // namespace gist::cpu
