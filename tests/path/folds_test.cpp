#include "gist/path/folds.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "gist/core/error.hpp"

namespace gist::testing {
namespace {

std::map<int, int> sizes(const Folds& folds) {
  std::map<int, int> size;
  for (const int f : folds.fold) ++size[f];
  return size;
}

TEST(Folds, AreEvenAndSeeded) {
  const Folds folds = draw_folds(103, {.count = 10, .seed = 4});
  ASSERT_EQ(folds.fold.size(), 103U);
  const auto size = sizes(folds);
  ASSERT_EQ(size.size(), 10U);
  for (const auto& [f, count] : size) EXPECT_TRUE(count == 10 || count == 11) << f;
  EXPECT_EQ(draw_folds(103, {.count = 10, .seed = 4}).fold, folds.fold);
  EXPECT_NE(draw_folds(103, {.count = 10, .seed = 5}).fold, folds.fold);
  EXPECT_FALSE(std::is_sorted(folds.fold.begin(), folds.fold.end()));
}

TEST(Folds, SpreadTheClassesEvenly) {
  std::vector<double> label(200, -1);
  for (std::size_t i = 0; i < 23; ++i) label[i * 7] = 1;
  const Folds folds = draw_folds(200, {.count = 5, .seed = 1, .stratum = label});
  std::map<int, int> positives;
  for (std::size_t i = 0; i < 200; ++i) positives[folds.fold[i]] += label[i] > 0 ? 1 : 0;
  for (const auto& [f, count] : positives) EXPECT_TRUE(count == 4 || count == 5) << f;
  for (const auto& [f, count] : sizes(folds)) EXPECT_NEAR(count, 40, 1) << f;
}

TEST(Folds, NeverPartAGroup) {
  std::vector<double> group, label;
  for (std::size_t i = 0; i < 150; ++i) {
    group.push_back(static_cast<double>(i % 20) + 0.5);
    label.push_back(i % 20 < 6 ? 1 : -1);
  }
  const Folds folds = draw_folds(150, {.count = 4, .seed = 3, .stratum = label, .group = group});
  std::map<double, std::set<int>> where;
  std::map<int, int> positives;
  for (std::size_t i = 0; i < 150; ++i) {
    where[group[i]].insert(folds.fold[i]);
    positives[folds.fold[i]] += label[i] > 0 ? 1 : 0;
  }
  for (const auto& [g, in] : where) EXPECT_EQ(in.size(), 1U) << g;
  EXPECT_EQ(sizes(folds).size(), 4U);
  for (const auto& [f, count] : positives) EXPECT_GT(count, 0) << f;
}

TEST(Folds, SamplesOfWeightZeroFillNoFold) {
  std::vector<double> weight(40, 0);
  for (std::size_t i = 0; i < 10; ++i) weight[4 * i] = 1;
  const Folds folds = draw_folds(40, {.count = 5, .seed = 1, .weight = weight});
  std::map<int, int> heavy;
  for (std::size_t i = 0; i < 40; ++i) heavy[folds.fold[i]] += weight[i] > 0 ? 1 : 0;
  for (int f = 0; f < 5; ++f) EXPECT_EQ(heavy[f], 2) << f;
}

TEST(Folds, MustNotOutnumberWhatTheyPart) {
  EXPECT_THROW(draw_folds(4, {.count = 5}), Error);
  EXPECT_NO_THROW(draw_folds(5, {.count = 5}));
  const std::vector<double> group{1, 1, 2, 2, 3, 3};
  EXPECT_THROW(draw_folds(6, {.count = 4, .group = group}), Error);
  const std::vector<double> weight{1, 1, 0, 0};
  EXPECT_THROW(draw_folds(4, {.count = 3, .weight = weight}), Error);
}

TEST(Folds, OfAUserAreNumberedInOrder) {
  const std::vector<double> ids{7, 3, 7, 100};
  const Folds folds = given_folds(ids);
  EXPECT_EQ(folds.count, 3);
  EXPECT_EQ(folds.fold, (std::vector<int>{1, 0, 1, 2}));
  EXPECT_THROW(given_folds(std::vector<double>{2, 2}), Error);
}

}  // namespace
}  // namespace gist::testing
