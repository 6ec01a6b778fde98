#include "gist/model/scores.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "gist/model/predict.hpp"
#include "tests/support/draw.hpp"

namespace gist {
namespace {

using testing_support::Draw;

/// The probability that a positive is ranked above a negative, by looking at every pair.
std::optional<double> auc_by_pairs(const std::vector<double>& z, const std::vector<double>& sign) {
  double pairs = 0, ordered = 0;
  for (std::size_t i = 0; i < z.size(); ++i) {
    for (std::size_t j = 0; j < z.size(); ++j) {
      if (!(sign[i] > 0 && sign[j] < 0)) continue;
      pairs += 1;
      ordered += z[i] > z[j] ? 1 : (z[i] == z[j] ? 0.5 : 0);
    }
  }
  if (pairs == 0) return std::nullopt;
  return ordered / pairs;
}

TEST(Scores, AucIsTheShareOfOrderedPairs) {
  Draw draw(11);
  int with_ties = 0;
  for (int round = 0; round < 400; ++round) {
    std::vector<double> z, sign;
    const int n = 1 + draw.below(40), levels = 1 + draw.below(30);
    for (int i = 0; i < n; ++i) {
      z.push_back(draw.below(levels) - 0.5 * levels);
      sign.push_back(draw.chance(0.4) ? 1 : -1);
    }
    const auto expected = auc_by_pairs(z, sign);
    const auto found = auc(z, sign);
    ASSERT_EQ(found.has_value(), expected.has_value());
    if (!found) continue;
    EXPECT_NEAR(*found, *expected, 1e-14);
    with_ties += levels < n ? 1 : 0;
  }
  EXPECT_GT(with_ties, 100);
}

TEST(Scores, AucOfExtremes) {
  const std::vector<double> z{-3, -1, 2, 5}, sign{-1, -1, 1, 1}, reversed{1, 1, -1, -1}, same{2, 2, 2, 2};
  EXPECT_EQ(auc(z, sign), 1.0);
  EXPECT_EQ(auc(z, reversed), 0.0);
  EXPECT_EQ(auc(same, sign), 0.5);
  EXPECT_EQ(auc(z, std::vector<double>{1, 1, 1, 1}), std::nullopt);
  EXPECT_EQ(auc(z, std::vector<double>{-1, -1, -1, -1}), std::nullopt);
  const std::vector<double> zeros{0.0, -0.0};  // equal, whatever their sign
  EXPECT_EQ(auc(zeros, std::vector<double>{1, -1}), 0.5);
}

TEST(Scores, AccuracyCountsATieAsNegative) {
  const std::vector<double> z{1, -1, 0, 0, 2}, sign{1, -1, -1, 1, -1};
  EXPECT_EQ(accuracy(z, sign), 0.6);
}

TEST(Scores, LogLossIsTheMeanAndStaysFinite) {
  const std::vector<double> z{0, 2, -1e4, 1e4}, sign{1, -1, 1, 1};
  EXPECT_NEAR(log_loss(z, sign), (std::log(2.0) + std::log1p(std::exp(2.0)) + 1e4 + 0) / 4, 1e-11);
}

TEST(Scores, MeanSquaredErrorAndRSquared) {
  const std::vector<double> y{1, 2, 3, 6}, p{1, 3, 3, 4};  // errors 0, 1, 0, -2; mean 3, spread 4 + 1 + 0 + 9
  EXPECT_EQ(mean_squared_error(p, y), 1.25);
  EXPECT_NEAR(*r_squared(p, y), 1 - 5.0 / 14, 1e-15);
  EXPECT_EQ(r_squared(y, y), 1.0);
  const std::vector<double> mean{3, 3, 3, 3};
  EXPECT_EQ(r_squared(mean, y), 0.0);
  EXPECT_EQ(r_squared(p, mean), std::nullopt);  // nothing to explain
}

TEST(Scores, RSquaredOfFarOffNumbersKeepsItsDigits) {
  std::vector<double> y, p;
  for (int i = 0; i < 100; ++i) {
    y.push_back(1e6 + i % 2);
    p.push_back(1e6 + 0.5 + (i % 2 == 0 ? -0.25 : 0.25));
  }
  EXPECT_NEAR(*r_squared(p, y), 1 - 0.0625 / 0.25, 1e-9);
}

TEST(Probability, IsTheLogisticFunctionAndSymmetric) {
  for (const double z : {-800.0, -40.0, -3.0, -1e-9, 0.0, 1e-9, 2.5, 40.0, 800.0}) {
    EXPECT_GE(probability(z), 0);
    EXPECT_LE(probability(z), 1);
    EXPECT_NEAR(probability(z), 1 / (1 + std::exp(-z)), 1e-15);
    EXPECT_NEAR(probability(z) + probability(-z), 1, 1e-15);
  }
  EXPECT_GT(probability(-700), 0);  // small, not 0: the tail is not cut
}

TEST(LinearPredictor, RefusesAnotherWidthAndAddsInterceptAndOffset) {
  Model model;
  model.spec.loss = Squared{};
  model.features = 2;
  model.intercept = 10;
  model.index = {1};
  model.value = {3};
  Team team(2);
  const Design design(Dense<double>{2, 2, std::vector<double>{1, 2, 4, 5}});
  EXPECT_EQ(linear_predictor(model, design, {}, team), (std::vector<double>{22, 25}));
  const std::vector<double> offset{100, -100};
  EXPECT_EQ(linear_predictor(model, design, offset, team), (std::vector<double>{122, -75}));
  model.features = 3;
  EXPECT_ANY_THROW(linear_predictor(model, design, {}, team));
}

}  // namespace
}  // namespace gist
