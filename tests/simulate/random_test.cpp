#include "gist/simulate/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <vector>

#include "gist/simulate/alias_table.hpp"
#include "gist/simulate/portable_math.hpp"
#include "tests/simulate/exact_text.hpp"

namespace gist {
namespace {

/// The distance from `got` to `want` in units of the last place of `want`.
double ulps(double got, double want) {
  const double ulp = std::nextafter(std::abs(want), std::numeric_limits<double>::infinity()) - std::abs(want);
  return std::abs(got - want) / ulp;
}

TEST(PortableMath, LogAndExpAreWithinTwoUnitsOfTheLastPlace) {
  Random random(1);
  for (int k = 0; k < 200'000; ++k) {
    const double wide = std::ldexp(0.5 + random.uniform(), static_cast<int>(random.below(2000)) - 1000);
    const double near_one = 1 + (random.uniform() - 0.5) * std::ldexp(1, -static_cast<int>(random.below(40)));
    for (const double x : {wide, near_one}) {
      ASSERT_LE(ulps(portable_log(x), std::log(x)), 2) << x;
    }
    const double power = (random.uniform() - 0.5) * 1400;
    ASSERT_LE(ulps(portable_exp(power), std::exp(power)), 2) << power;
    ASSERT_LE(ulps(portable_exp(power / 1e6), std::exp(power / 1e6)), 2) << power / 1e6;
  }
  EXPECT_EQ(portable_log(1), 0);
  EXPECT_EQ(portable_exp(0), 1);
  EXPECT_EQ(portable_exp(-1e9), 0);
  EXPECT_EQ(portable_exp(1e9), std::numeric_limits<double>::infinity());
  EXPECT_TRUE(std::isfinite(portable_exp(709.7)));
  EXPECT_EQ(portable_power(-0.5, 3), -0.125);
  EXPECT_EQ(portable_power(0, 0), 1);
  EXPECT_EQ(portable_power(0.5, 2'000'000'000), 0);
}

TEST(Random, GivesTheseNumbersForEver) {
  Random random(42, 7, 3);
  EXPECT_EQ(random.bits(), 9382975410565451803U);
  EXPECT_EQ(random.below(1000), 388U);
  const double drawn[] = {random.uniform(), random.normal(), random.normal(), random.exponential()};
  EXPECT_EQ(exact_text(drawn), "0.034149962968318515 -0.5670901015898329 -2.0393522645351867 0.8154747318845513");
}

TEST(Random, StreamsDiffer) {
  std::set<std::uint64_t> first;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    for (std::uint64_t purpose = 0; purpose < 10; ++purpose) {
      for (std::uint64_t stream = 0; stream < 100; ++stream) first.insert(Random(seed, purpose, stream).bits());
    }
  }
  EXPECT_EQ(first.size(), 10'000U);
}

TEST(Random, NeighbouringStreamsAreUncorrelated) {
  constexpr int count = 100'000;
  double product = 0;
  for (std::uint64_t k = 0; k < count; ++k) product += Random(1, 0, k).normal() * Random(1, 0, k + 1).normal();
  EXPECT_NEAR(product / count, 0, 4.5 / std::sqrt(count));
}

TEST(Random, MomentsAreThoseOfTheDistributions) {
  constexpr int count = 400'000;
  const double tolerance = 4.5 / std::sqrt(count);  // in standard deviations of what is averaged
  Random random(5);
  double uniform = 0, normal = 0, square = 0, cube = 0, fourth = 0, tail = 0, exponential = 0, exponential_square = 0;
  for (int k = 0; k < count; ++k) {
    const double u = random.uniform(), z = random.normal(), e = random.exponential();
    ASSERT_TRUE(u >= 0 && u < 1 && e >= 0);
    uniform += u, normal += z, square += z * z, cube += z * z * z, fourth += z * z * z * z, tail += std::abs(z) > 1.96;
    exponential += e, exponential_square += e * e;
  }
  EXPECT_NEAR(uniform / count, 0.5, tolerance * std::sqrt(1 / 12.0));
  EXPECT_NEAR(normal / count, 0, tolerance);
  EXPECT_NEAR(square / count, 1, tolerance * std::sqrt(2));
  EXPECT_NEAR(cube / count, 0, tolerance * std::sqrt(15));
  EXPECT_NEAR(fourth / count, 3, tolerance * std::sqrt(96));
  EXPECT_NEAR(tail / count, 0.05, tolerance * std::sqrt(0.05 * 0.95));
  EXPECT_NEAR(exponential / count, 1, tolerance);
  EXPECT_NEAR(exponential_square / count, 2, tolerance * std::sqrt(20));
}

TEST(Random, BelowIsUniformAndInRange) {
  Random random(6);
  std::vector<int> hits(7);
  for (int k = 0; k < 70'000; ++k) ++hits[random.below(7)];
  for (const int h : hits) EXPECT_NEAR(h, 10'000, 4.5 * std::sqrt(10'000));
  for (int k = 0; k < 100; ++k) EXPECT_EQ(random.below(1), 0U);
  // A count just above 2^63: half of all draws are refused, and none may slip through.
  const std::uint64_t large = (std::uint64_t{1} << 63) + 1;
  for (int k = 0; k < 1000; ++k) ASSERT_LT(random.below(large), large);
}

TEST(AliasTable, DrawsInProportionToTheWeights) {
  const std::vector<double> weight{5, 0, 1, 3, 0.5, 0.5};
  const AliasTable table(weight);
  Random random(7);
  constexpr int count = 200'000;
  std::vector<int> hits(weight.size());
  for (int k = 0; k < count; ++k) ++hits[static_cast<std::size_t>(table(random))];
  for (std::size_t i = 0; i < weight.size(); ++i) {
    const double p = weight[i] / 10;
    EXPECT_NEAR(hits[i], count * p, 4.5 * std::sqrt(count * p * (1 - p))) << i;
  }
  const std::vector<double> single{3};
  EXPECT_EQ(AliasTable(single)(random), 0);
}

TEST(AliasTable, ZipfWeightsFallAsAPowerAndSumToOne) {
  const auto weight = zipf_weights(1000, 1.1);
  double sum = 0;
  for (const double w : weight) sum += w;
  EXPECT_NEAR(sum, 1, 1e-12);
  EXPECT_NEAR(weight[99] / weight[0], std::pow(100, -1.1), 1e-15);
  EXPECT_EQ(zipf_weights(4, 0), (std::vector<double>(4, 0.25)));
}

}  // namespace
}  // namespace gist
