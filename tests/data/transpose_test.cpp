#include "gist/data/transpose.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>
#include <vector>

#include "tests/support/random_matrix.hpp"

namespace gist {
namespace {

template <class T>
std::vector<T> copy(const Buffer<T>& buffer) {
  return {buffer.begin(), buffer.end()};
}

template <class Value>
void expect_same(const Compressed<Value>& a, const Compressed<Value>& b) {
  EXPECT_EQ(copy(a.start), copy(b.start));
  EXPECT_EQ(copy(a.index), copy(b.index));
  EXPECT_EQ(copy(a.value), copy(b.value));
}

/// One line of the result after the other, looking at all of the matrix for each.
template <class Value>
Compressed<Value> naive_transpose(const Compressed<Value>& from, Index positions) {
  std::vector<Offset> start{0};
  std::vector<Index> index;
  std::vector<Value> value;
  for (Index j = 0; j < positions; ++j) {
    for (std::size_t i = 0; i + 1 < from.start.size(); ++i) {
      for (auto k = static_cast<std::size_t>(from.start[i]); k < static_cast<std::size_t>(from.start[i + 1]); ++k) {
        if (from.index[k] != j) continue;
        index.push_back(static_cast<Index>(i));
        value.push_back(from.value[k]);
      }
    }
    start.push_back(static_cast<Offset>(index.size()));
  }
  return {std::move(start), std::move(index), std::move(value)};
}

struct Shape {
  Index rows, columns;
  double density, skew;
};

/// Tall and wide, long lines and short ones, even and crowded: both ways of transposing, and their edges.
const std::vector<Shape> shapes = {{1, 1, 1, 1},       {1, 500, 0.5, 1},     {500, 1, 0.5, 1},    {40, 40, 0.3, 1},
                                   {300, 17, 0.4, 1},  {17, 900, 0.4, 1},    {17, 900, 0.4, 50},  {30, 3000, 0.9, 1},
                                   {2000, 30, 0.9, 1}, {60, 2000, 0.001, 1}, {2000, 60, 0.001, 1}};

TEST(Transpose, IsThatOfTheNaiveLoopForEveryShapeAndTeam) {
  for (const auto& [rows, columns, density, skew] : shapes) {
    SCOPED_TRACE(std::to_string(rows) + " x " + std::to_string(columns));
    const auto from = testing::random_rows<double>(rows, columns, density, 7, skew);
    const auto expected = naive_transpose(from, columns);
    for (int threads : {1, 2, 3, 5}) {
      Team team(threads);
      expect_same(transpose(from, columns, team), expected);
    }
  }
}

TEST(Transpose, TwiceGivesTheSameArrays) {
  Team team(2);
  for (const auto& [rows, columns, density, skew] : shapes) {
    const auto from = testing::random_rows<float>(rows, columns, density, 11, skew);
    expect_same(transpose(transpose(from, columns, team), rows, team), from);
  }
}

TEST(Transpose, OfNothingIsEmptyLines) {
  Team team(2);
  const Compressed<double> no_lines;
  EXPECT_EQ(copy(transpose(no_lines, 3, team).start), (std::vector<Offset>{0, 0, 0, 0}));
  const Compressed<double> no_entries{std::vector<Offset>{0, 0, 0}, {}, {}};
  EXPECT_EQ(copy(transpose(no_entries, 1, team).start), (std::vector<Offset>{0, 0}));
  EXPECT_EQ(transpose(no_entries, 0, team).lines(), 0);
}

RC_GTEST_PROP(Transpose, TwiceIsTheIdentityOnAnyMatrix, ()) {
  const auto rows = *rc::gen::inRange<Index>(1, 60), columns = *rc::gen::inRange<Index>(1, 60);
  std::vector<Offset> start{0};
  std::vector<Index> index;
  std::vector<double> value;
  for (Index i = 0; i < rows; ++i) {
    const auto here =
        *rc::gen::container<std::vector<bool>>(static_cast<std::size_t>(columns), rc::gen::arbitrary<bool>());
    for (Index j = 0; j < columns; ++j) {
      if (!here[static_cast<std::size_t>(j)]) continue;
      index.push_back(j);
      value.push_back(i + 1000.0 * j);
    }
    start.push_back(static_cast<Offset>(index.size()));
  }
  const Compressed<double> from{start, index, value};
  Team team(*rc::gen::inRange(1, 4));
  const auto back = transpose(transpose(from, columns, team), rows, team);
  RC_ASSERT(copy(back.start) == start);
  RC_ASSERT(copy(back.index) == index);
  RC_ASSERT(copy(back.value) == value);
}

TEST(Complete, AddsTheOrientationThatIsMissing) {
  Team team(2);
  const auto by_row = testing::random_rows<double>(25, 70, 0.2, 3);
  const auto by_column = naive_transpose(by_row, 70);
  for (const Sparse<double>& part : {Sparse<double>{25, 70, by_row, {}}, Sparse<double>{25, 70, {}, by_column}}) {
    const Design both = complete(part, team);
    const auto& sparse = std::get<Sparse<double>>(both.storage());
    EXPECT_EQ(sparse.rows, 25);
    EXPECT_EQ(sparse.columns, 70);
    ASSERT_TRUE(sparse.by_row && sparse.by_column);
    expect_same(*sparse.by_row, by_row);
    expect_same(*sparse.by_column, by_column);
  }
}

TEST(Complete, SharesWhatIsThereAndLeavesDenseAlone) {
  Team team(1);
  const auto by_row = testing::random_rows<float>(5, 6, 0.5, 3);
  const Design both = complete(Sparse<float>{5, 6, by_row, {}}, team);
  EXPECT_EQ(std::get<Sparse<float>>(both.storage()).by_row->index.data(), by_row.index.data());
  const Dense<double> dense{2, 2, std::vector<double>{1, 2, 3, 4}};
  const Design same = complete(dense, team);
  EXPECT_EQ(std::get<Dense<double>>(same.storage()).value.data(), dense.value.data());
}

}  // namespace
}  // namespace gist
