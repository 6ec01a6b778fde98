#include "gist/data/densify.hpp"

#include <gtest/gtest.h>

#include "gist/fit/fit.hpp"
#include "tests/support/pairs.hpp"
#include "tests/support/plain_problem.hpp"

namespace gist::testing {
namespace {

/// Every other place taken, and one column with nothing in it.
Plain half_full(std::size_t rows, std::size_t columns) {
  Plain plain = random_plain(rows, columns, Targets::classes, 3);
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t j = 0; j < columns; ++j)
      if ((i + j) % 5 == 0 || j == 1) plain.x.at(i, j) = 0;
  return plain;
}

TEST(Densify, IsTheSameMatrix) {
  const Plain plain = half_full(700, 100);  // more than one chunk of either
  for (const Kind kind : {Kind::sparse_rows, Kind::sparse_columns}) {
    for (const int threads : {1, 3}) {
      Team team(threads);
      const Design dense = densified(plain.data(kind).dataset.design, team);
      ASSERT_EQ(dense.kind(), "dense");
      const auto& found = std::get<Dense<double>>(dense.storage());
      ASSERT_EQ(found.rows, 700);
      ASSERT_EQ(found.columns, 100);
      for (std::size_t i = 0; i < 700; ++i)
        for (std::size_t j = 0; j < 100; ++j) ASSERT_EQ(found.value[j * 700 + i], plain.x.at(i, j)) << i << " " << j;
    }
  }
}

TEST(Densify, IsForManyPlacesOfWhichHalfAreTaken) {
  EXPECT_TRUE(hardly_sparse(half_full(700, 100).data(Kind::sparse_rows).dataset.design));
  EXPECT_TRUE(hardly_sparse(half_full(700, 100).data(Kind::sparse_columns).dataset.design));
  EXPECT_FALSE(hardly_sparse(half_full(700, 100).data(Kind::dense).dataset.design)) << "it is dense";
  EXPECT_FALSE(hardly_sparse(half_full(70, 100).data(Kind::sparse_rows).dataset.design)) << "few places";
  Plain sparser = half_full(700, 100);
  for (std::size_t i = 0; i < 700; ++i)
    for (std::size_t j = 0; j < 100; ++j)
      if ((i + 2 * j) % 2 == 0) sparser.x.at(i, j) = 0;
  EXPECT_FALSE(hardly_sparse(sparser.data(Kind::sparse_rows).dataset.design)) << "four tenths are taken";
}

/// The same bits as from the dense matrix, and what is said of the data is what came.
TEST(Densify, AFitIsThatOfTheDenseMatrix) {
  const Plain plain = half_full(700, 100);
  Team team(1);
  FitSpec spec = spec_of(Logistic{}, L1{});
  spec.problem.lambda_ratio = 0.1;
  for (const bool standardize : {false, true}) {
    spec.problem.standardize = standardize;
    const Model expected = fit(plain.data(Kind::dense), spec, team);
    for (const Kind kind : {Kind::sparse_rows, Kind::sparse_columns}) {
      const FitData data = plain.data(kind);
      const Model found = fit(data, spec, team);
      EXPECT_EQ(found.index, expected.index);
      EXPECT_EQ(found.value, expected.value);
      EXPECT_EQ(found.intercept, expected.intercept);
      EXPECT_EQ(found.report.stored, data.dataset.design.nonzeros());
    }
  }
}

}  // namespace
}  // namespace gist::testing
