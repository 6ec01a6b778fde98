#include "gist/path/score.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "gist/core/alternatives.hpp"
#include "gist/core/error.hpp"
#include "gist/path/deviance.hpp"
#include "tests/support/draw.hpp"

namespace gist::testing {
namespace {

using testing_support::Draw;

struct Sample {
  std::vector<double> z, y, weight;
  Judged judged() const { return {z, y, weight}; }
};

Sample random_sample(std::uint64_t seed, bool classes) {
  Draw draw(seed);
  Sample sample;
  for (int i = 0; i < 40; ++i) {
    sample.z.push_back(draw.below(9) - 4);  // many ties
    sample.y.push_back(classes ? (draw.chance(0.4) ? 1 : -1) : draw.below(5));
    sample.weight.push_back(draw.chance(0.2) ? 0 : draw.uniform(0.1, 3));
  }
  return sample;
}

TEST(Score, AucIsTheShareOfPairsInOrder) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Sample s = random_sample(seed, true);
    double pairs = 0, in_order = 0;
    for (std::size_t a = 0; a < s.z.size(); ++a) {
      for (std::size_t b = 0; b < s.z.size(); ++b) {
        if (!(s.y[a] > 0 && s.y[b] < 0)) continue;
        const double both = s.weight[a] * s.weight[b];
        pairs += both;
        in_order += both * (s.z[a] > s.z[b] ? 1 : s.z[a] == s.z[b] ? 0.5 : 0);
      }
    }
    EXPECT_NEAR(*score_of(Score::auc, Logistic{}, s.judged()), in_order / pairs, 1e-13);
  }
}

TEST(Score, WeightsAreRepetitions) {
  for (const Score score : {Score::deviance, Score::auc, Score::misclassification, Score::mse, Score::mae}) {
    const bool classes = score == Score::auc || score == Score::misclassification;
    const Loss loss = classes ? Loss(Logistic{}) : Loss(Poisson{});
    Sample weighted = random_sample(3, classes), repeated;
    for (std::size_t i = 0; i < weighted.z.size(); ++i) {
      const auto times = static_cast<int>(i % 4);
      weighted.weight[i] = times;
      for (int k = 0; k < times; ++k) repeated.z.push_back(weighted.z[i]), repeated.y.push_back(weighted.y[i]);
    }
    EXPECT_NEAR(*score_of(score, loss, weighted.judged()), *score_of(score, loss, repeated.judged()), 1e-12);
  }
}

TEST(Score, ByHand) {
  const std::vector<double> z{1, -2, 0, 3}, y{1, 1, -1, -1}, weight{1, 2, 3, 4};
  EXPECT_DOUBLE_EQ(*score_of(Score::misclassification, Logistic{}, {z, y, weight}), (2 + 4) / 10.0);
  double deviance_sum = 0;
  for (std::size_t i = 0; i < 4; ++i) deviance_sum += weight[i] * 2 * std::log1p(std::exp(-y[i] * z[i]));
  EXPECT_NEAR(*score_of(Score::deviance, Logistic{}, {z, y, weight}), deviance_sum / 10, 1e-14);
  EXPECT_DOUBLE_EQ(*score_of(Score::mse, Squared{}, {z, y, {}}), (0 + 9 + 1 + 16) / 4.0);
  EXPECT_DOUBLE_EQ(*score_of(Score::deviance, Squared{}, {z, y, {}}), (0 + 9 + 1 + 16) / 4.0);
  EXPECT_DOUBLE_EQ(*score_of(Score::mae, Squared{}, {z, y, {}}), (0 + 3 + 1 + 4) / 4.0);
  const std::vector<double> count{0, 3, 1, 2};
  double poisson = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    const double mu = std::exp(z[i]);
    poisson += 2 * ((count[i] > 0 ? count[i] * std::log(count[i] / mu) : 0) - count[i] + mu) / 4;
  }
  EXPECT_NEAR(*score_of(Score::deviance, Poisson{}, {z, count, {}}), poisson, 1e-12);
  EXPECT_NEAR(*score_of(Score::mae, Poisson{}, {{z.data(), 1}, {count.data(), 1}, {}}), std::exp(1.0), 1e-14);
}

TEST(Score, IsNothingWhereThereIsNone) {
  const std::vector<double> z{1, 2}, same{1, 1}, none{0, 0};
  EXPECT_FALSE(score_of(Score::auc, Logistic{}, {z, same, {}}));
  EXPECT_FALSE(score_of(Score::mse, Squared{}, {z, same, none}));
}

TEST(Score, BelongsToItsLosses) {
  EXPECT_THROW(check_score(Score::auc, Squared{}), Error);
  EXPECT_THROW(check_score(Score::misclassification, Poisson{}), Error);
  EXPECT_THROW(check_score(Score::mse, Logistic{}), Error);
  EXPECT_NO_THROW(check_score(Score::auc, SquaredHinge{}));
  EXPECT_NO_THROW(check_score(Score::mae, Huber{}));
  for_each_alternative<Loss>([](const auto& loss) { EXPECT_NO_THROW(check_score(Score::deviance, loss)); });
}

TEST(Deviance, IsLeastAtTheSaturatedModel) {
  for (const double y : {0.0, 1.0, 4.0}) {
    EXPECT_NEAR(deviance(Poisson{}, std::log(std::max(y, 1e-300)), y), 0, 1e-12);
    EXPECT_GT(deviance(Poisson{}, std::log(y + 0.5), y), 0);
  }
  const std::vector<double> y{0, 2}, weight{0.25, 0.75};
  EXPECT_NEAR(mean_saturated_loss(Poisson{}, y, weight), 0.75 * (2 - 2 * std::log(2.0)), 1e-15);
  EXPECT_EQ(mean_saturated_loss(Logistic{}, y, {}), 0);
}

}  // namespace
}  // namespace gist::testing
