#include "gist/backend/cpu/row_sums.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <set>
#include <vector>

namespace gist::cpu {
namespace {

/// Rows of some 700 entries, crowded in the first columns; some rows are empty, some have entries on one side alone.
template <class Value>
Compressed<Value> long_rows(Index rows, Index columns, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> uniform(0, 1);
  std::vector<Offset> start{0};
  std::vector<Index> index;
  std::vector<Value> value;
  for (Index i = 0; i < rows; ++i) {
    const Index low = i % 11 == 5 ? columns / 2 : 0, high = i % 11 == 7 ? columns / 8 : columns;
    std::set<Index> places;
    for (int k = 0; i % 13 != 4 && k < 800; ++k)
      places.insert(low + static_cast<Index>(std::pow(uniform(random), 3) * (high - low - 1)));
    for (const Index j : places) index.push_back(j), value.push_back(static_cast<Value>(uniform(random) - 0.3));
    start.push_back(static_cast<Offset>(index.size()));
  }
  return {std::move(start), std::move(index), std::move(value)};
}

struct Sums {
  std::vector<double> first, second, both_first, both_second;
  bool operator==(const Sums&) const = default;
};

template <class Value>
Sums sums_of(const Compressed<Value>& rows, Index columns, const std::vector<double>& x, const std::vector<double>& s,
             Team& team, RowCuts& cuts) {
  const std::vector<double> junk(static_cast<std::size_t>(columns), NAN);
  Sums sums{junk, junk, junk, junk};
  sum_columns_by_rows(rows, columns, Power::first, x.data(), sums.first.data(), team, cuts);
  sum_columns_by_rows(rows, columns, Power::second, nullptr, sums.second.data(), team, cuts);
  sum_columns_by_rows(rows, columns, x.data(), s.data(), sums.both_first.data(), sums.both_second.data(), team, cuts);
  return sums;
}

void expect_near(const std::vector<double>& got, const std::vector<double>& truth) {
  for (std::size_t j = 0; j < truth.size(); ++j) ASSERT_NEAR(got[j], truth[j], 1e-11) << "column " << j;
}

template <class Value>
Sums plain_sums(const Compressed<Value>& rows, Index columns, const std::vector<double>& x,
                const std::vector<double>& s) {
  const std::vector<double> zero(static_cast<std::size_t>(columns));
  Sums sums{zero, zero, zero, zero};
  for (std::size_t i = 0; i < static_cast<std::size_t>(rows.lines()); ++i) {
    for (auto k = static_cast<std::size_t>(rows.start[i]); k < static_cast<std::size_t>(rows.start[i + 1]); ++k) {
      const auto j = static_cast<std::size_t>(rows.index[k]);
      const double v = rows.value[k];
      sums.first[j] += x[i] * v;
      sums.second[j] += v * v;
      sums.both_first[j] += x[i] * v;
      sums.both_second[j] += s[i] * (v * v);
    }
  }
  return sums;
}

template <class Value>
void expect_plain_sums(Index columns) {
  const Index rows = 400;
  std::vector<double> x, s;
  for (Index i = 0; i < rows; ++i) x.push_back(i % 9 == 2 ? 0 : std::sin(i)), s.push_back(0.1 + i % 5);
  RowCuts kept;
  for (const std::uint64_t seed : {1U, 2U}) {  // another matrix: the cuts kept are not its own
    const auto matrix = long_rows<Value>(rows, columns, seed);
    ASSERT_GT(matrix.entries(), 1 << 17);
    const Sums plain = plain_sums(matrix, columns, x, s);
    Team alone(1);
    RowCuts none;
    const Sums one = sums_of(matrix, columns, x, s, alone, none);
    expect_near(one.first, plain.first);
    expect_near(one.second, plain.second);
    expect_near(one.both_first, plain.both_first);
    expect_near(one.both_second, plain.both_second);
    for (const int threads : {2, 3, 5}) {
      Team team(threads);
      RowCuts cuts;
      EXPECT_TRUE(sums_of(matrix, columns, x, s, team, cuts) == one) << threads << " threads";
      EXPECT_EQ(cuts.ranges(), threads) << "so much is shared out";
      EXPECT_TRUE(sums_of(matrix, columns, x, s, team, kept) == one) << threads << " threads, cuts of others";
    }
  }
}

TEST(RowSums, AreThoseOfPlainLoopsOnAnyNumberOfThreads) {
  expect_plain_sums<double>(3000);
  expect_plain_sums<float>(3000);
}

TEST(RowSums, TheSameWhereSumsAreFetchedAhead) {
  expect_plain_sums<double>(150'000);
  expect_plain_sums<float>(150'000);
}

}  // namespace
}  // namespace gist::cpu
