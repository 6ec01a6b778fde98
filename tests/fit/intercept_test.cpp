#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/plain_problem.hpp"

namespace gist::testing {
namespace {

/// With every coefficient held at 0 the best intercept can be written down.
class NullModel : public ::testing::Test {
 protected:
  Model fit_null(const Plain& plain, const Loss& loss) {
    FitSpec spec = spec_of(loss, L1{});
    spec.problem.lambda_ratio = 1;
    const Model model = fit(plain.data(), spec, team_);
    EXPECT_TRUE(model.index.empty()) << "at lambda_max the answer is 0";
    EXPECT_EQ(model.report.status, Status::converged);
    EXPECT_LE(model.report.certificate.intercept_slope, 1e-14 * (1 + std::abs(plain.label[0])));
    return model;
  }
  Team team_{1};
};

TEST_F(NullModel, LogitOfTheClassShareUnderAnyImbalance) {
  for (const std::size_t negatives : {1U, 3U, 1000U}) {
    for (const bool flipped : {false, true}) {
      Plain plain = random_plain(negatives + 1, 3, Targets::numbers, negatives);
      plain.label.assign(negatives + 1, flipped ? 1.0 : -1.0);
      plain.label[negatives / 2] *= -1;
      const double logit = std::log(static_cast<double>(negatives)) * (flipped ? 1 : -1);
      EXPECT_NEAR(fit_null(plain, Logistic{}).intercept, logit, 1e-12);
    }
  }
}

TEST_F(NullModel, WeightsMoveTheShares) {
  Plain plain = random_plain(4, 2, Targets::numbers, 3);
  plain.label = {0, 1, 1, 0};
  plain.weight = {1, 2, 0, 5};
  EXPECT_NEAR(fit_null(plain, Logistic{}).intercept, std::log(2.0 / 6), 1e-13);
  EXPECT_NEAR(fit_null(plain, SquaredHinge{}).intercept, 2 * 0.25 - 1, 1e-13);
  EXPECT_NEAR(fit_null(plain, Squared{}).intercept, 0.25, 1e-13);
  EXPECT_NEAR(fit_null(plain, Huber{}).intercept, 0.25, 1e-13);
  EXPECT_NEAR(fit_null(plain, Poisson{}).intercept, std::log(0.25), 1e-13);
}

TEST_F(NullModel, LogisticWithWeightsOfOneToAMillion) {
  Plain plain = random_plain(2, 1, Targets::numbers, 3);
  plain.label = {1, 2};
  plain.weight = {1e6, 1};
  EXPECT_NEAR(fit_null(plain, Logistic{}).intercept, -std::log(1e6), 1e-9);
}

TEST_F(NullModel, MeansFarFromZero) {
  Plain plain = random_plain(50, 3, Targets::numbers, 3);
  double mean = 0;
  for (double& y : plain.label) y += 1e6, mean += y / 50;
  EXPECT_NEAR(fit_null(plain, Squared{}).intercept, mean, 1e-8);
  EXPECT_NEAR(fit_null(plain, Huber{}).intercept, mean, 1) << "beyond its first reach of 1";
  for (double& y : plain.label) y = std::round(y);
  EXPECT_NEAR(fit_null(plain, Poisson{}).intercept, std::log(mean), 1e-6);
}

TEST_F(NullModel, OffsetsAreSubtractedFromTheMean) {
  Plain plain = random_plain(10, 2, Targets::numbers, 8);
  double mean = 0;
  for (std::size_t i = 0; i < 10; ++i) {
    plain.offset.push_back(0.3 * static_cast<double>(i) - 1);
    mean += (plain.label[i] - plain.offset[i]) / 10;
  }
  EXPECT_NEAR(fit_null(plain, Squared{}).intercept, mean, 1e-13);
}

TEST_F(NullModel, HuberFindsAMedianWhenDeltaIsTiny) {
  Plain plain = random_plain(5, 1, Targets::numbers, 8);
  plain.label = {-100, 1, 2, 3, 1e5};
  EXPECT_NEAR(fit_null(plain, Huber{1e-6}).intercept, 2, 1e-5);
}

TEST_F(NullModel, WithoutAnInterceptThereIsNone) {
  const Plain plain = random_plain(20, 3, Targets::numbers, 9);
  FitSpec spec = spec_of(Squared{}, L1{0.01});
  spec.problem.intercept = false;
  EXPECT_EQ(fit(plain.data(), spec, team_).intercept, 0);
  spec.problem.standardize = true;  // scaled, but not centred: nothing could absorb the shift
  EXPECT_EQ(fit(plain.data(), spec, team_).intercept, 0);
}

}  // namespace
}  // namespace gist::testing
