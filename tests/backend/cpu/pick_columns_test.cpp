#include "gist/backend/cpu/pick_columns.hpp"

#include <gtest/gtest.h>

#include "tests/support/plain_problem.hpp"

namespace gist::testing {
namespace {

template <class Value>
Matrix matrix_of(const Sparse<Value>& m) {
  Matrix dense{static_cast<std::size_t>(m.rows), static_cast<std::size_t>(m.columns), {}};
  dense.value.resize(dense.rows * dense.columns);
  const auto& c = *m.by_column;
  for (std::size_t j = 0; j < dense.columns; ++j) {
    for (auto k = static_cast<std::size_t>(c.start[j]); k < static_cast<std::size_t>(c.start[j + 1]); ++k) {
      EXPECT_TRUE(k == static_cast<std::size_t>(c.start[j]) || c.index[k - 1] < c.index[k]) << "rows ascend";
      dense.at(static_cast<std::size_t>(c.index[k]), j) = double{c.value[k]};
    }
  }
  return dense;
}
template <class Value>
Matrix matrix_of(const Dense<Value>&) {
  ADD_FAILURE() << "what is picked is sparse";
  return {};
}
Matrix matrix_of(const Design& design) {
  return std::visit([](const auto& m) { return matrix_of(m); }, design.storage());
}

TEST(PickColumns, GivesThoseColumnsFromAnyStorageOnAnyNumberOfThreads) {
  const Plain plain = random_plain(700, 300, Targets::numbers, 4);  // enough for several runs of rows
  // Two fit into the room that six have made; then come more than there is room for.
  std::vector<std::vector<Index>> rounds{{7, 3, 299, 0, 64, 63}, {5, 130}, {}};
  for (Index j = 200; j < 290; ++j) rounds.back().push_back(j);
  for (const Kind kind : {Kind::sparse_rows, Kind::sparse_columns, Kind::sparse_float}) {
    for (const int threads : {1, 2, 3}) {
      Team team(threads);
      const Design whole = design_of(plain.x, kind);
      cpu::PickedColumns picked(whole);
      std::vector<Index> order;
      std::vector<Design> designs;
      for (const auto& round : rounds) {
        picked.add(round, team);
        order.insert(order.end(), round.begin(), round.end());
        designs.push_back(picked.design());
      }
      for (const Design& design : designs) {  // the earlier ones are still what they were
        EXPECT_EQ(design.precision(), whole.precision());
        const Matrix columns = matrix_of(design);
        for (std::size_t i = 0; i < 700; ++i)
          for (std::size_t c = 0; c < columns.columns; ++c)
            ASSERT_EQ(columns.at(i, c), plain.x.at(i, static_cast<std::size_t>(order[c])));
      }
      EXPECT_EQ(designs[0].columns(), 6);
      EXPECT_EQ(designs[1].columns(), 8);
      EXPECT_EQ(designs[2].columns(), 98);
    }
  }
}

/// One row holds nearly all there is to find; whether the look at some rows meets it or not.
TEST(PickColumns, MoreThanALookAtSomeRowsLetsExpect) {
  constexpr Index rows = 3000, columns = 40'000;
  for (const Index longest : {0, 1, 777, 1500, 2999}) {
    std::vector<Offset> start{0};
    std::vector<Index> index;
    std::vector<double> value;
    for (Index i = 0; i < rows; ++i) {
      for (Index k = 0; k < (i == longest ? columns - 20 : 20); ++k) {
        index.push_back(i == longest ? 20 + k : k);
        value.push_back(i + 0.001 * index.back());
      }
      start.push_back(static_cast<Offset>(index.size()));
    }
    std::vector<Index> chosen;
    for (Index j = 19; j < columns; ++j) chosen.push_back(j);
    Team team(2);
    const Design whole = Sparse<double>{rows, columns, Compressed<double>{start, index, value}, {}};
    cpu::PickedColumns picked(whole);
    picked.add(chosen, team);
    const Design picked_design = picked.design();
    const auto& found = *std::get<Sparse<double>>(picked_design.storage()).by_column;
    ASSERT_EQ(found.entries(), rows - 1 + columns - 20);
    for (std::size_t c = 1; c < chosen.size(); ++c) {
      const auto k = static_cast<std::size_t>(found.start[c]);
      ASSERT_EQ(found.index[k], longest);
      ASSERT_EQ(found.value[k], longest + 0.001 * chosen[c]);
    }
  }
}

TEST(PickColumns, NoColumnsAndEmptyRows) {
  Team team(1);
  Matrix x{3, 4, std::vector<double>(12, 0.0)};
  x.at(2, 1) = 5;
  const Design design = design_of(x, Kind::sparse_rows);
  cpu::PickedColumns picked(design);
  picked.add({}, team);
  EXPECT_EQ(picked.design().nonzeros(), 0);
  picked.add(std::vector<Index>{3, 1}, team);
  const Design two = picked.design();
  EXPECT_EQ(two.nonzeros(), 1);
  EXPECT_EQ(matrix_of(two).at(2, 1), 5);
}

TEST(ShareOfEntries, IsCountedOrSampled) {
  const Plain plain = random_plain(60, 40, Targets::numbers, 6);
  const std::vector<Index> some{0, 3, 17, 31, 32, 39};
  double inside = 0, all = 0;
  for (std::size_t i = 0; i < 60; ++i) {
    for (std::size_t j = 0; j < 40; ++j) all += plain.x.at(i, j) != 0 ? 1 : 0;
    for (const Index j : some) inside += plain.x.at(i, static_cast<std::size_t>(j)) != 0 ? 1 : 0;
  }
  for (const Kind kind : {Kind::sparse_rows, Kind::sparse_columns, Kind::sparse_float})
    EXPECT_DOUBLE_EQ(cpu::share_of_entries(design_of(plain.x, kind), some), inside / all) << static_cast<int>(kind);
  EXPECT_DOUBLE_EQ(cpu::share_of_entries(design_of(plain.x, Kind::dense), some), 6.0 / 40);
  EXPECT_EQ(cpu::share_of_entries(design_of(plain.x, Kind::sparse_rows), {}), 0);
  EXPECT_EQ(cpu::share_of_entries(design_of(Matrix{2, 2, {0, 0, 0, 0}}, Kind::sparse_rows), std::vector<Index>{1}), 0);
}

TEST(ShareOfEntries, OfManyRowsIsNearlyRight) {
  Matrix x{40'000, 10, {}};  // more entries than are looked at, a quarter of them in the first column
  x.value.resize(x.rows * x.columns);
  for (std::size_t i = 0; i < x.rows; ++i)
    for (const std::size_t j : {std::size_t{0}, 1 + i % 3, 4 + i / 2 % 2, 6 + i / 2 % 4}) x.at(i, j) = 1;
  const std::vector<Index> first{0}, more{0, 1, 4};
  const Design design = design_of(x, Kind::sparse_rows);
  EXPECT_NEAR(cpu::share_of_entries(design, first), 0.25, 1e-12);
  EXPECT_NEAR(cpu::share_of_entries(design, more), (1 + 1.0 / 3 + 0.5) / 4, 2e-3);
}

}  // namespace
}  // namespace gist::testing
