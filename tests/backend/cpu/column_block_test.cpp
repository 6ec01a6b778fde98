#include "gist/backend/cpu/column_block.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "gist/fit/prepare.hpp"
#include "tests/support/plain_problem.hpp"

namespace gist::testing {
namespace {

/// About `share` of the entries of a random matrix.
Plain with_density(std::size_t rows, std::size_t columns, double share) {
  Plain plain = random_plain(rows, columns, Targets::numbers, 5);
  std::size_t k = 0;
  for (double& x : plain.x.value) {
    const double draw = std::fmod(static_cast<double>(++k) * 0.6180339887, 1.0);
    x = draw < share ? (x == 0 ? 0.5 : x) : 0;
  }
  return plain;
}

void expect_naive_sums(const Plain& plain, const cpu::ColumnBlock& block, std::span<const Index> columns,
                       std::span<const float> factor) {
  const std::size_t rows = plain.x.rows;
  std::vector<float> u(rows);
  for (std::size_t i = 0; i < rows; ++i) u[i] = static_cast<float>(std::sin(static_cast<double>(i)));
  for (std::size_t c = 0; c < columns.size(); ++c) {
    double dot = 0, square = 0;
    std::vector<float> added = u;
    for (std::size_t i = 0; i < rows; ++i) {
      const double a = plain.x.at(i, static_cast<std::size_t>(columns[c])) * double{factor[i]};
      dot += a * double{u[i]};
      square += a * a;
      added[i] += static_cast<float>(0.7 * a);
    }
    EXPECT_NEAR(block.dot(c, u.data()), dot, 1e-3);
    EXPECT_NEAR(block.square(c), square, 1e-5 * square);
    std::vector<float> v = u;
    block.add(c, 0.7, v.data());
    for (std::size_t i = 0; i < rows; ++i) ASSERT_NEAR(v[i], added[i], 1e-5) << "row " << i;
  }
}

/// Hardly sparse columns are filled up with their zeros, sparse ones and small blocks are not; the sums are the same.
TEST(ColumnBlock, IsFilledUpWhereThatCostsLess) {
  Team team(1);
  const std::vector<Index> columns{3, 0, 17, 29, 8, 11, 12, 13, 14, 15, 16, 18, 19, 20, 21, 22, 23, 24, 25, 26};
  struct Shape {
    std::size_t rows;
    double density;
    bool filled;
  };
  for (const Shape& shape : {Shape{2000, 0.5, true}, {2000, 0.25, true}, {6000, 0.1, false}, {100, 0.5, false}}) {
    const Plain plain = with_density(shape.rows, 30, shape.density);
    const Problem problem = prepare(plain.data(Kind::sparse_rows), spec_of(Squared{}, L1{0.1}), team).problem;
    std::vector<float> factor(shape.rows);
    for (std::size_t i = 0; i < shape.rows; ++i) factor[i] = 0.5F + 0.01F * static_cast<float>(i % 7);
    cpu::ColumnBlock block;
    for (int again = 0; again < 2; ++again) {  // memory is kept from one call to the next
      block.take(problem, columns, factor);
      EXPECT_EQ(block.dense(), shape.filled) << shape.rows << " " << shape.density;
      EXPECT_EQ(block.columns(), columns.size());
      expect_naive_sums(plain, block, columns, factor);
    }
  }
}

/// Of some columns, in any order and fewer or more than a tile has, and of none.
TEST(ColumnBlock, ProductsOfSomeColumns) {
  Team team(1);
  const std::vector<Index> columns{3, 0, 17, 29, 8, 11};
  const std::vector<std::size_t> some{4, 0, 5}, all{5, 4, 3, 2, 1, 0};
  for (const Kind kind : {Kind::sparse_rows, Kind::dense, Kind::dense_float}) {
    const Plain plain = with_density(500, 30, kind == Kind::sparse_rows ? 0.1 : 1);
    const FitData data = plain.data(kind);
    const Problem problem = prepare(data, spec_of(Squared{}, L1{0.1}), team).problem;
    std::vector<float> factor(500);
    for (std::size_t i = 0; i < 500; ++i) factor[i] = 0.5F + 0.01F * static_cast<float>(i % 7);
    cpu::ColumnBlock block;
    block.take(problem, columns, factor);
    ASSERT_EQ(block.dense(), kind != Kind::sparse_rows);
    for (const auto& chosen : {some, all}) {
      const std::size_t size = chosen.size();
      std::vector<double> products(size * size, NAN), truth(size * size, 0.0);
      block.products(chosen, products);
      double pairs = 0;
      for (std::size_t i = 0; i < 500; ++i) {
        double here = 0;
        for (std::size_t a = 0; a < size; ++a) {
          const double x = plain.x.at(i, static_cast<std::size_t>(columns[chosen[a]])) * double{factor[i]};
          here += x != 0 ? 1 : 0;
          for (std::size_t b = 0; b < size; ++b)
            truth[size * a + b] += x * plain.x.at(i, static_cast<std::size_t>(columns[chosen[b]])) * double{factor[i]};
        }
        pairs += here * here / 2;
      }
      // Entries are of single precision, the products of them are not.
      for (std::size_t a = 0; a < size; ++a)
        for (std::size_t b = 0; b < size; ++b)
          EXPECT_NEAR(products[size * a + b], truth[size * a + b], 1e-6 * truth[(size + 1) * a]) << a << " " << b;
      if (kind == Kind::sparse_rows) {
        EXPECT_EQ(block.row_pairs(chosen), pairs);
      }
    }
    block.products({}, {});
  }
}

/// Dense columns of every length around a vector's, in both precisions.
TEST(ColumnBlock, OfDenseColumns) {
  Team team(1);
  const std::vector<Index> columns{2, 0, 4};
  for (const std::size_t rows : {1U, 3U, 7U, 8U, 9U, 15U, 16U, 17U, 33U, 1000U}) {
    const Plain plain = with_density(rows, 5, 0.9);
    std::vector<float> factor(rows);
    for (std::size_t i = 0; i < rows; ++i) factor[i] = 0.5F + 0.01F * static_cast<float>(i % 7);
    for (const Kind kind : {Kind::dense, Kind::dense_float}) {
      const FitData data = plain.data(kind);
      Problem problem = prepare(data, spec_of(Squared{}, L1{0.1}), team).problem;
      problem.intercept = false;  // beside one the column of a single row is 0
      cpu::ColumnBlock block;
      block.take(problem, columns, factor);
      EXPECT_TRUE(block.dense());
      expect_naive_sums(plain, block, columns, factor);
    }
  }
}

/// Beside an intercept a full column may be measured from anywhere: where its mean is large, from there.
TEST(ColumnBlock, MeasuresColumnsFarFromZeroFromTheirMean) {
  Team team(1);
  constexpr std::size_t rows = 300;
  Plain plain = random_plain(rows, 5, Targets::numbers, 5);
  for (std::size_t i = 0; i < rows; ++i) {
    plain.x.at(i, 1) += 1e6;
    plain.x.at(i, 2) = -7e8;  // constant: nothing is left of it
    plain.x.at(i, 3) += 1;    // nothing to gain
    plain.x.at(i, 4) = i == 20 ? 0 : plain.x.at(i, 4) + 1e6;
  }
  std::vector<float> factor(rows);
  for (std::size_t i = 0; i < rows; ++i) factor[i] = 0.5F + 0.01F * static_cast<float>(i % 7);
  const std::vector<Index> columns{0, 1, 2, 3, 4};
  for (const Kind kind : {Kind::dense, Kind::sparse_rows}) {
    Problem problem = prepare(plain.data(kind), spec_of(Squared{}, L1{0.1}), team).problem;
    for (const bool intercept : {true, false}) {
      problem.intercept = intercept;
      cpu::ColumnBlock block;
      block.take(problem, columns, factor);
      for (std::size_t c = 0; c < columns.size(); ++c) {
        const bool moved = intercept && (c == 1 || c == 2 || (c == 4 && kind == Kind::dense));  // one has a gap
        double weights = 0, sum = 0, squares = 0;
        for (std::size_t i = 0; i < rows; ++i) {
          const double weight = double{factor[i]} * double{factor[i]};
          weights += weight;
          sum += weight * plain.x.at(i, c);
        }
        for (std::size_t i = 0; i < rows; ++i) {
          const double weight = double{factor[i]} * double{factor[i]};
          const double from_origin = plain.x.at(i, c) - (moved ? sum / weights : 0);
          squares += weight * from_origin * from_origin;
        }
        EXPECT_NEAR(block.square(c), squares, 1e-5 * squares + (c == 2 && moved ? 1e-9 : 0)) << c << intercept;
      }
    }
  }
}

}  // namespace
}  // namespace gist::testing
