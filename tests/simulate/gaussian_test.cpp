#include "gist/simulate/gaussian.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "gist/core/error.hpp"
#include "tests/simulate/exact_text.hpp"

namespace gist {
namespace {

const Dense<double>& dense(const Simulated& set) { return std::get<Dense<double>>(set.data.design.storage()); }

double entry(const Simulated& set, Index row, Index column) {
  const auto& x = dense(set);
  return x.value[static_cast<std::size_t>(column) * static_cast<std::size_t>(x.rows) + static_cast<std::size_t>(row)];
}

std::vector<double> planted_margin(const Simulated& set) {
  std::vector<double> margin(set.data.label.size(), set.truth.intercept);
  for (std::size_t k = 0; k < set.truth.support.size(); ++k) {
    for (std::size_t i = 0; i < margin.size(); ++i) {
      margin[i] += set.truth.coefficient[k] * entry(set, static_cast<Index>(i), set.truth.support[k]);
    }
  }
  return margin;
}

double variance(const std::vector<double>& x) {
  const double mean = std::accumulate(x.begin(), x.end(), 0.0) / static_cast<double>(x.size());
  double sum = 0;
  for (const double v : x) sum += (v - mean) * (v - mean);
  return sum / static_cast<double>(x.size());
}

Simulated make_gaussian(const GaussianOptions& options, int threads = 2) {
  Team team(threads);
  return simulate_gaussian(options, team);
}

TEST(Gaussian, SameSeedSameBitsForAnyTeamAndAnotherSeedDiffers) {
  for (const auto task : {SimulatedTask::regression, SimulatedTask::classification}) {
    GaussianOptions options{101, 37, 5, 0.6, 3, task, 9};
    const auto one = make_gaussian(options, 1);
    for (const int threads : {2, 3}) {
      const auto other = make_gaussian(options, threads);
      EXPECT_TRUE(std::ranges::equal(dense(one).value, dense(other).value));
      EXPECT_EQ(one.data.label, other.data.label);
      EXPECT_EQ(to_json(one.truth), to_json(other.truth));
    }
    options.seed = 10;
    const auto other = make_gaussian(options);
    EXPECT_NE(dense(one).value[0], dense(other).value[0]);
    EXPECT_NE(one.truth.coefficient, other.truth.coefficient);
  }
}

TEST(Gaussian, ColumnsHaveUnitVarianceAndCorrelationRhoToTheDistance) {
  for (const double rho : {0.0, 0.8, -0.5}) {
    const auto set = make_gaussian({20'000, 30, 3, rho, 5, SimulatedTask::regression, 2});
    const double tolerance = 5 / std::sqrt(20'000);
    for (const Index j : {0, 13, 29}) {
      for (const Index k : {0, 12, 28, 29}) {
        double product = 0;
        for (Index i = 0; i < 20'000; ++i) product += entry(set, i, j) * entry(set, i, k);
        const double wanted = std::pow(rho, std::abs(j - k));
        EXPECT_NEAR(product / 20'000, wanted, tolerance * std::sqrt(1 + wanted * wanted))
            << rho << " " << j << " " << k;
      }
    }
  }
}

TEST(Gaussian, PlantsTheSupportAskedFor) {
  const auto set = make_gaussian({10, 500, 40, 0.5, 5, SimulatedTask::regression, 3});
  ASSERT_EQ(set.truth.support.size(), 40U);
  ASSERT_EQ(set.truth.coefficient.size(), 40U);
  EXPECT_EQ(std::ranges::adjacent_find(set.truth.support, std::ranges::greater_equal{}), set.truth.support.end());
  EXPECT_GE(set.truth.support.front(), 0);
  EXPECT_LT(set.truth.support.back(), 500);
  for (const double w : set.truth.coefficient) EXPECT_TRUE(std::abs(w) >= 0.5 && std::abs(w) < 1.5);
  const auto positive = std::ranges::count_if(set.truth.coefficient, [](double w) { return w > 0; });
  EXPECT_TRUE(positive > 5 && positive < 35) << positive;

  const auto all = make_gaussian({10, 25, 25, 0.5, 5, SimulatedTask::regression, 3});
  std::vector<Index> every(25);
  std::iota(every.begin(), every.end(), 0);
  EXPECT_EQ(all.truth.support, every);
}

TEST(Gaussian, RegressionHasTheSignalToNoiseRatioAskedFor) {
  for (const double snr : {0.5, 4.0}) {
    // Neighbouring support columns, strongly correlated: their covariances count in the variance of the signal.
    const auto set = make_gaussian({40'000, 12, 10, 0.7, snr, SimulatedTask::regression, 4});
    const auto margin = planted_margin(set);
    std::vector<double> noise = set.data.label;
    for (std::size_t i = 0; i < noise.size(); ++i) noise[i] -= margin[i];
    ASSERT_TRUE(set.truth.noise_variance.has_value());
    EXPECT_FALSE(set.truth.label_noise.has_value());
    EXPECT_NEAR(variance(noise) / *set.truth.noise_variance, 1, 0.035);
    EXPECT_NEAR(variance(margin) / variance(noise) / snr, 1, 0.05);
  }
}

TEST(Gaussian, ClassificationFollowsTheLogisticModel) {
  const auto set = make_gaussian({60'000, 12, 6, 0.4, 1.5, SimulatedTask::classification, 5});
  const auto margin = planted_margin(set);
  EXPECT_NEAR(variance(margin) / (std::numbers::pi * std::numbers::pi / 3), 1.5, 0.05);
  double wrong = 0, surprise = 0, expected_wrong = 0;
  for (std::size_t i = 0; i < margin.size(); ++i) {
    ASSERT_TRUE(set.data.label[i] == 1 || set.data.label[i] == -1);
    wrong += margin[i] * set.data.label[i] < 0;
    surprise += (set.data.label[i] > 0 ? 1 : 0) - 1 / (1 + std::exp(-margin[i]));
    expected_wrong += 1 / (1 + std::exp(std::abs(margin[i])));
  }
  EXPECT_NEAR(surprise / 60'000, 0, 0.01);
  EXPECT_NEAR(wrong / 60'000, *set.truth.label_noise, 0.01);
  EXPECT_NEAR(expected_wrong / 60'000, *set.truth.label_noise, 0.005);
}

TEST(Gaussian, BayesErrorIsRightAtBothEnds) {
  GaussianOptions options{4, 5, 2, 0, 1e12, SimulatedTask::classification, 1};
  // The mean of 1/(1 + exp|m|) tends to 2 log(2) density(0) as the margins' deviation grows.
  const double deviation = std::sqrt(1e12 * std::numbers::pi * std::numbers::pi / 3);
  const double limit = 2 * std::numbers::ln2 / (deviation * std::sqrt(2 * std::numbers::pi));
  EXPECT_NEAR(*make_gaussian(options).truth.label_noise / limit, 1, 1e-9);
  options.support = 0;
  EXPECT_NEAR(*make_gaussian(options).truth.label_noise, 0.5, 1e-12);
}

TEST(Gaussian, WithoutSupportThereIsNoiseAlone) {
  auto set = make_gaussian({5000, 3, 0, 0.5, 5, SimulatedTask::regression, 6});
  EXPECT_TRUE(set.truth.support.empty());
  EXPECT_EQ(*set.truth.noise_variance, 1);
  EXPECT_NEAR(variance(set.data.label), 1, 0.1);
  set = make_gaussian({5000, 3, 0, 0.5, 5, SimulatedTask::classification, 6});
  EXPECT_NEAR(std::accumulate(set.data.label.begin(), set.data.label.end(), 0.0) / 5000, 0, 0.065);
}

TEST(Gaussian, MatchesItsGoldenBits) {
  const auto set = make_gaussian({3, 4, 2, 0.5, 5, SimulatedTask::regression, 1});
  EXPECT_EQ(exact_text(dense(set).value),
            "0.6076397739186252 1.7448684530919498 -0.6109442390871597 0.013221682380208044 -0.6401727557789455 "
            "-1.103706387682156 -0.12356346019363135 -1.300384546311268 -0.4726683592764387 0.7829592048300892 "
            "-0.48738432217192235 -0.46973681061355754");
  EXPECT_EQ(exact_text(set.data.label), "-0.03026662273618578 -3.244662382458655 0.747654765178819");
  EXPECT_EQ(to_json(set.truth),
            R"({"kind":"gaussian","seed":1,"d":4,"intercept":0.0,"indices":[1,4],)"
            R"("values":[-1.2186277687789402,0.9083801780475448],"noise_variance":0.4066927718629107})");
}

TEST(Gaussian, NamesEveryFault) {
  Team team(1);
  try {
    simulate_gaussian({0, 10, 3, 1, -2, SimulatedTask::regression, 1}, team);
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::option);
    EXPECT_STREQ(error.what(),
                 "rows = 0 is not a whole number in [1, 2147483647]\n"
                 "rho = 1 is not a number in (-1, 1)\n"
                 "snr = -2 is not a number in (0, inf)");
  }
  EXPECT_THAT(faults(GaussianOptions{10, 10, 11}), testing::ElementsAre("support = 11 is more than the 10 features"));
  EXPECT_THAT(faults(GaussianOptions{2'000'000'000, 1000}),
              testing::ElementsAre(testing::HasSubstr("rows x features")));
  EXPECT_THAT(faults(GaussianOptions{5, 50, 3, std::nan(""), 1}),
              testing::ElementsAre(testing::HasSubstr("rho = nan")));
}

}  // namespace
}  // namespace gist
