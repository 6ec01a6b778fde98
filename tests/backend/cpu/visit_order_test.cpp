#include "gist/backend/cpu/visit_order.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>

namespace gist::cpu {
namespace {

TEST(VisitOrder, VisitsEveryColumnOnceInAnotherOrderEachTimeAndTheSameEveryTime) {
  std::vector<std::size_t> columns(1000), again(1000);
  std::iota(columns.begin(), columns.end(), std::size_t{0});
  std::iota(again.begin(), again.end(), std::size_t{0});
  VisitOrder one, other;
  for (int sweep = 0; sweep < 3; ++sweep) {
    const auto before = columns;
    one.shuffle(columns);
    other.shuffle(again);
    EXPECT_NE(columns, before);
    EXPECT_EQ(columns, again);
    auto sorted = columns;
    std::sort(sorted.begin(), sorted.end());
    for (std::size_t c = 0; c < sorted.size(); ++c) ASSERT_EQ(sorted[c], c);
  }
  std::vector<std::size_t> none, single{7};
  one.shuffle(none);
  one.shuffle(single);
  EXPECT_TRUE(none.empty());
  EXPECT_EQ(single, std::vector<std::size_t>{7});
}

TEST(VisitOrder, HasNoFavourites) {
  std::map<std::vector<std::size_t>, int> seen;
  VisitOrder order;
  constexpr int draws = 24'000;
  for (int k = 0; k < draws; ++k) {
    std::vector<std::size_t> four{0, 1, 2, 3};
    order.shuffle(four);
    ++seen[four];
  }
  ASSERT_EQ(seen.size(), 24U);
  double chi_square = 0;
  for (const auto& [which, times] : seen) chi_square += (times - 1000.0) * (times - 1000.0) / 1000;
  EXPECT_LT(chi_square, 49.7);  // one in a thousand, with 23 degrees of freedom
}

}  // namespace
}  // namespace gist::cpu
