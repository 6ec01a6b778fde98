#include "gist/backend/cpu/violations.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace gist::cpu {
namespace {

std::map<Index, double> as_map(std::span<const Violation> some) {
  std::map<Index, double> all;
  Index before = -1;
  for (const auto& [column, size] : some) {
    EXPECT_LT(before, column) << "they ascend";
    before = column;
    all[column] = size;
  }
  return all;
}

/// Some of the columns, by chunks as loops over columns find them.
std::map<Index, double> find_some(Violations& violations, std::int64_t columns, std::mt19937_64& random) {
  std::map<Index, double> truth;
  violations.begin(columns);
  for (std::int64_t begin = 0; begin < columns; begin += vector_chunk) {
    auto& found = violations.chunk(begin);
    for (std::int64_t j = begin; j < std::min(begin + vector_chunk, columns); ++j) {
      if (random() % 997 != 0) continue;
      const double size = static_cast<double>(random() % 50 + 1);
      found.push_back({static_cast<Index>(j), size});
      truth[static_cast<Index>(j)] = size;
    }
  }
  violations.gather();
  return truth;
}

TEST(Violations, AreThoseOfAllChunksInOrderEveryTime) {
  std::mt19937_64 random(1);
  Violations violations;
  for (const std::int64_t columns : {50'000, 3, 100'000, 16'384, 0}) {
    const auto truth = find_some(violations, columns, random);
    EXPECT_EQ(as_map(violations.all()), truth);
  }
}

TEST(Violations, OfTwoOfOneColumnTheLargerCounts) {
  std::mt19937_64 random(2);
  Violations violations;
  auto truth = find_some(violations, 60'000, random);
  std::vector<Violation> more;
  for (const auto& [column, size] : truth) {  // some before, some at, some behind those that are there
    if (random() % 3 == 0) more.push_back({column, size + (random() % 2 == 0 ? 5 : -0.5)});
    if (random() % 3 == 0 && !truth.contains(column + 1)) more.push_back({column + 1, 7});
  }
  for (const auto& [column, size] : more) truth[column] = std::max(truth[column], size);
  violations.add(more);
  EXPECT_EQ(as_map(violations.all()), truth);
  violations.add({});
  EXPECT_EQ(as_map(violations.all()), truth);
  double largest = 0;
  std::vector<Index> chosen;
  for (Index j = 0; j < 60'000; j += 3) {
    chosen.push_back(j);
    if (truth.contains(j)) largest = std::max(largest, truth[j]);
  }
  EXPECT_EQ(violations.largest_of(chosen), largest);
  EXPECT_EQ(violations.largest_of({}), 0);
}

TEST(Violations, TheWorstAreKeptAndOfEqualsTheFirst) {
  std::vector<Violation> some{{3, 1}, {5, 2}, {8, 2}, {9, 0.5}, {11, 2}};
  auto kept = some;
  keep_worst(kept, 2);
  std::sort(kept.begin(), kept.end(), [](const auto& a, const auto& b) { return a.column < b.column; });
  EXPECT_EQ(as_map(kept), (std::map<Index, double>{{5, 2}, {8, 2}}));
  kept = some;
  keep_worst(kept, 9);
  EXPECT_EQ(kept.size(), some.size());
}

}  // namespace
}  // namespace gist::cpu
