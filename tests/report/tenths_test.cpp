#include "gist/report/tenths.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace gist::report {
namespace {

TEST(Tenths, TenEqualPartsInOrder) {
  std::vector<double> prediction, outcome;
  for (int i = 0; i < 100; ++i) {
    prediction.push_back((i * 37) % 100);
    outcome.push_back(prediction.back() + 1);
  }
  const auto groups = tenths(prediction, outcome, {}, false);
  ASSERT_EQ(groups.size(), 10U);
  for (std::size_t k = 0; k < 10; ++k) {
    EXPECT_EQ(groups[k].samples, 10U);
    EXPECT_DOUBLE_EQ(groups[k].predicted, 10 * static_cast<double>(k) + 4.5);
    EXPECT_DOUBLE_EQ(groups[k].observed, 10 * static_cast<double>(k) + 5.5);
    // The variance of ten consecutive numbers is 99/12, of which the mean's is 1/9 (one degree is spent).
    EXPECT_NEAR(groups[k].high - groups[k].observed, 1.959963984540054 * std::sqrt(99.0 / 12 / 9), 1e-12);
  }
}

TEST(Tenths, EqualPredictionsStayTogether) {
  const std::vector<double> prediction(50, 0.25), outcome(50, 1);
  const auto all = tenths(prediction, outcome, {}, true);
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].samples, 50U);
  std::vector<double> two = prediction, mixed = outcome;
  for (std::size_t i = 0; i < 13; ++i) two[i] = 0.75, mixed[i] = 0;
  const auto groups = tenths(two, mixed, {}, true);
  ASSERT_EQ(groups.size(), 2U);
  EXPECT_EQ(groups[0].samples, 37U);
  EXPECT_EQ(groups[0].observed, 1);
  EXPECT_EQ(groups[1].observed, 0);
}

TEST(Tenths, WilsonsIntervalOfAShare) {
  // 3 of 10: (0.3 + z^2/20 +- z sqrt(0.3 0.7/10 + z^2/400)) / (1 + z^2/10), z = 1.96: the textbook's 0.1078 to 0.6032.
  const std::vector<double> prediction(10, 1), outcome{1, 1, 1, 0, 0, 0, 0, 0, 0, 0};
  const auto groups = tenths(prediction, outcome, {}, true);
  ASSERT_EQ(groups.size(), 1U);
  EXPECT_NEAR(groups[0].low, 0.1078, 5e-5);
  EXPECT_NEAR(groups[0].high, 0.6032, 5e-5);
}

TEST(Tenths, AWholeWeightIsACopyInTheMeans) {
  const std::vector<double> prediction{1, 1, 2, 2}, outcome{0, 1, 1, 0}, weight{3, 1, 0, 2};
  const auto groups = tenths(prediction, outcome, weight, true, 2);
  ASSERT_EQ(groups.size(), 2U);
  EXPECT_DOUBLE_EQ(groups[0].observed, 0.25);
  EXPECT_DOUBLE_EQ(groups[1].observed, 0);
  EXPECT_EQ(groups[1].samples, 1U);  // weight 0 is not there
}

TEST(Tenths, FewSamplesGiveFewParts) {
  const std::vector<double> three{3, 1, 2};
  EXPECT_EQ(tenths(three, three, {}, false).size(), 3U);
  EXPECT_TRUE(tenths({}, {}, {}, false).empty());
}

}  // namespace
}  // namespace gist::report
