#include "gist/data/subset.hpp"

#include <gtest/gtest.h>

#include "gist/backend/cpu/products.hpp"
#include "gist/core/team.hpp"
#include "gist/data/transpose.hpp"
#include "gist/simulate/random.hpp"

/// Rows and columns of every storage against picking them from the full matrix.
namespace gist {
namespace {

struct FullMatrix {
  Index rows, columns;
  std::vector<double> value;  // column after column
  double operator()(Index i, Index j) const {
    return value[static_cast<std::size_t>(j) * static_cast<std::size_t>(rows) + static_cast<std::size_t>(i)];
  }
};

FullMatrix random_plain(Index rows, Index columns) {
  Random random(11);
  FullMatrix plain{rows, columns, {}};
  for (Index k = 0; k < rows * columns; ++k) plain.value.push_back(random.uniform() < 0.4 ? random.normal() : 0);
  return plain;
}

Sparse<double> sparse_rows(const FullMatrix& plain) {
  std::vector<Offset> start{0};
  std::vector<Index> index;
  std::vector<double> value;
  for (Index i = 0; i < plain.rows; ++i) {
    for (Index j = 0; j < plain.columns; ++j) {
      if (plain(i, j) != 0) index.push_back(j), value.push_back(plain(i, j));
    }
    start.push_back(static_cast<Offset>(index.size()));
  }
  return {plain.rows, plain.columns, Compressed<double>{std::move(start), std::move(index), std::move(value)}, {}};
}

/// The design as a full matrix, by products with unit vectors.
FullMatrix full(const Design& design, Team& team) {
  FullMatrix plain{design.rows(), design.columns(), {}};
  const Design both = complete(design, team);
  for (Index j = 0; j < plain.columns; ++j) {
    std::vector<double> unit(static_cast<std::size_t>(plain.columns)), column(static_cast<std::size_t>(plain.rows));
    unit[static_cast<std::size_t>(j)] = 1;
    cpu::multiply(both, unit, column, team);
    plain.value.insert(plain.value.end(), column.begin(), column.end());
  }
  return plain;
}

TEST(Subset, EveryStorageGivesTheSameRowsAndColumns) {
  Team team(2);
  const FullMatrix plain = random_plain(9, 7);
  Sparse<double> both = sparse_rows(plain), by_column = both;
  both.by_column = transpose(*both.by_row, 7, team);
  by_column.by_column = both.by_column;
  by_column.by_row.reset();
  const std::vector<Index> rows{0, 3, 4, 8}, columns{1, 2, 6};
  for (const Design& design :
       {Design(Dense<double>{9, 7, plain.value}), Design(sparse_rows(plain)), Design(both), Design(by_column)}) {
    const FullMatrix some_rows = full(rows_of(design, rows), team),
                     some_columns = full(columns_of(design, columns), team);
    ASSERT_EQ(some_rows.rows, 4);
    ASSERT_EQ(some_rows.columns, 7);
    ASSERT_EQ(some_columns.rows, 9);
    ASSERT_EQ(some_columns.columns, 3);
    for (Index i = 0; i < 4; ++i) {
      for (Index j = 0; j < 7; ++j) EXPECT_EQ(some_rows(i, j), plain(rows[static_cast<std::size_t>(i)], j));
    }
    for (Index i = 0; i < 9; ++i) {
      for (Index j = 0; j < 3; ++j) EXPECT_EQ(some_columns(i, j), plain(i, columns[static_cast<std::size_t>(j)]));
    }
  }
}

}  // namespace
}  // namespace gist
