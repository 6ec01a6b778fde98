#include "gist/backend/cpu/repeated_products.hpp"

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "gist/backend/cpu/products.hpp"
#include "gist/data/transpose.hpp"
#include "gist/fit/fit.hpp"
#include "tests/support/count_allocations.hpp"
#include "tests/support/plain_problem.hpp"
#include "tests/support/random_matrix.hpp"

namespace gist::testing {
namespace {

using Vector = std::vector<double>;
using cpu::RepeatedProducts;
using cpu::Slices;

std::size_t at(Offset i) { return static_cast<std::size_t>(i); }

Vector random_vector(Offset size, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal;
  Vector v(at(size));
  for (auto& x : v) x = normal(random);
  return v;
}

/// Rows of the lengths asked for (or a little less), positions spread over the columns; `skewed` makes some of them
/// popular, wherever they are.
Compressed<double> rows_of(const std::vector<Index>& lengths, Index columns, bool skewed, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> uniform;
  std::vector<Offset> start{0};
  std::vector<Index> index;
  for (const Index length : lengths) {
    std::vector<Index> row;
    for (Index k = 0; k < length; ++k) {
      const double u = uniform(random);
      const auto rank = static_cast<Offset>((skewed ? u * u * u : u) * columns);
      row.push_back(static_cast<Index>(skewed ? rank * 7919 % columns : rank));
    }
    std::sort(row.begin(), row.end());
    row.erase(std::unique(row.begin(), row.end()), row.end());
    index.insert(index.end(), row.begin(), row.end());
    start.push_back(static_cast<Offset>(index.size()));
  }
  const Vector value = random_vector(static_cast<Offset>(index.size()), seed + 1);
  return {std::move(start), std::move(index), value};
}

Compressed<double> with_values(const Compressed<double>& rows, double (*value)(double)) {
  Vector values(rows.value.begin(), rows.value.end());
  for (double& v : values) v = value(v);
  return {rows.start, rows.index, values};
}

struct Case {
  std::string name;
  Compressed<double> by_row;
  Index columns;
};

/// One matrix for each thing the copy treats in its own way.
std::vector<Case> cases() {
  const auto in_float = [](double v) { return static_cast<double>(static_cast<float>(v)); };
  const auto random = random_rows<double>(301, 203, 0.1, 1);
  std::vector<Index> lengths(700);
  for (std::size_t i = 0; i < lengths.size(); ++i) lengths[i] = static_cast<Index>(i % 50 == 0 ? 3000 + i : i % 37);
  std::vector<Index> many(8000);
  for (std::size_t i = 0; i < many.size(); ++i) many[i] = static_cast<Index>(i % 97);
  return {{"doubles", random, 203},
          {"floats", with_values(random, in_float), 203},
          {"all ones", with_values(random, [](double) { return 1.0; }), 203},
          {"one row", rows_of({40}, 100, false, 2), 100},
          {"one long row", rows_of({1500}, 5000, false, 3), 5000},
          {"one entry", rows_of({0, 0, 1, 0}, 9, false, 4), 9},
          {"a row of every kind of length", with_values(rows_of(lengths, 9000, false, 5), in_float), 9000},
          {"popular columns", with_values(rows_of(many, 10'000, true, 6), in_float), 10'000},
          {"more columns than 16 bits name", rows_of(std::vector<Index>(900, 12), 70'000, false, 7), 70'000}};
}

template <class Value>
Compressed<Value> in(const Compressed<double>& rows) {
  return {rows.start, rows.index, std::vector<Value>(rows.value.begin(), rows.value.end())};
}

struct Products {
  Vector rows, columns;
  bool operator==(const Products&) const = default;
};

/// Both products after so many that the copies are there; everything must be written.
Products sliced(const Design& design, const Vector& w, const Vector& r, Team& team) {
  RepeatedProducts products(design, team);
  Products result;
  for (int k = 0; k <= RepeatedProducts::plain_products; ++k) {
    result = {Vector(at(design.rows()), NAN), Vector(at(design.columns()), NAN)};
    products.multiply(w, result.rows);
    products.multiply_transposed(r, result.columns);
  }
  return result;
}

/// The plain sums in long double, with the sums of absolute values as the scale of rounding errors.
template <class Value>
void expect_right(const Compressed<Value>& by_row, const Vector& w, const Vector& r, const Products& got) {
  std::vector<long double> column(w.size()), column_scale(w.size());
  for (Offset i = 0; i < by_row.lines(); ++i) {
    long double sum = 0, scale = 0;
    for (Offset k = by_row.start[at(i)]; k < by_row.start[at(i + 1)]; ++k) {
      const auto j = at(by_row.index[at(k)]);
      const long double v = by_row.value[at(k)];
      sum += v * w[j];
      scale += std::abs(v * w[j]);
      column[j] += v * r[at(i)];
      column_scale[j] += std::abs(v * r[at(i)]);
    }
    ASSERT_LE(std::abs(got.rows[at(i)] - sum), 1e-13L * scale) << "row " << i;
  }
  for (std::size_t j = 0; j < w.size(); ++j)
    ASSERT_LE(std::abs(got.columns[j] - column[j]), 1e-13L * column_scale[j]) << "column " << j;
}

template <class Value>
void expect_right_on_any_team(const Case& c) {
  const auto by_row = in<Value>(c.by_row);
  Team alone(1);
  const Design design = complete(Sparse<Value>{by_row.lines(), c.columns, by_row, {}}, alone);
  const Vector w = random_vector(c.columns, 11), r = random_vector(by_row.lines(), 12);
  const Products expected = sliced(design, w, r, alone);
  expect_right(by_row, w, r, expected);
  for (const int threads : {2, 3, 4}) {
    Team team(threads);
    EXPECT_EQ(sliced(design, w, r, team), expected) << threads << " threads";
  }
}

TEST(RepeatedProducts, AreRightAndTheSameOnAnyTeam) {
  for (const Case& c : cases()) {
    SCOPED_TRACE(c.name);
    expect_right_on_any_team<double>(c);
    expect_right_on_any_team<float>(c);
  }
}

TEST(RepeatedProducts, EveryInstructionSetOfTheMachineAgrees) {
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    SCOPED_TRACE(hwy::TargetName(target));
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    for (const Case& c : cases()) {
      SCOPED_TRACE(c.name);
      expect_right_on_any_team<double>(c);
    }
  }
  hwy::SetSupportedTargetsForTest(0);
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
}

TEST(RepeatedProducts, ShareTheWorkOfLargeMatrices) {
  // Enough layers for several tasks in both ways.
  std::vector<Index> lengths(5000);
  for (std::size_t i = 0; i < lengths.size(); ++i) lengths[i] = static_cast<Index>(i * i % 251);
  expect_right_on_any_team<float>({"large", rows_of(lengths, 20'000, true, 8), 20'000});
}

TEST(RepeatedProducts, CopyAfterAFewProductsAndThenNeverAllocate) {
  Team team(1);
  const auto by_row = random_rows<double>(60, 40, 0.5, 9);
  const Design design = complete(Sparse<double>{60, 40, by_row, {}}, team);
  const Vector w = random_vector(40, 1), r = random_vector(60, 2);
  Vector rows(60), columns(40);
  RepeatedProducts products(design, team);
  const auto allocates = [&](bool transposed) {
    const CountAllocations during;
    transposed ? products.multiply_transposed(r, columns) : products.multiply(w, rows);
    return during.count() > 0;
  };
  for (const bool transposed : {false, true}) {  // each way waits for itself
    for (int k = 0; k < RepeatedProducts::plain_products; ++k) EXPECT_FALSE(allocates(transposed)) << k;
    EXPECT_TRUE(allocates(transposed));
    for (int k = 0; k < 5; ++k) EXPECT_FALSE(allocates(transposed)) << k;
  }
}

TEST(RepeatedProducts, SparseModelsAreNotWorthACopy) {
  Team team(1);
  const auto by_row = random_rows<double>(60, 40, 0.5, 9);
  const Design design = complete(Sparse<double>{60, 40, by_row, {}}, team);
  Vector w(40), rows(60), expected(60);
  w[7] = 2;
  RepeatedProducts products(design, team);
  const CountAllocations during;
  for (int k = 0; k < 3 * RepeatedProducts::plain_products; ++k) products.multiply(w, rows);
  EXPECT_EQ(during.count(), 0U);
  cpu::multiply(design, w, expected, team);
  EXPECT_EQ(rows, expected);
}

/// Columns picked from rows come without them; the copy is the one that both ways would have made.
TEST(RepeatedProducts, ColumnsAloneAreCopiedAsBesideTheirRows) {
  Team team(2);
  for (const Case& c : cases()) {
    SCOPED_TRACE(c.name);
    const Index rows = c.by_row.lines();
    const Design both = complete(Sparse<double>{rows, c.columns, c.by_row, {}}, team);
    const Design alone = Sparse<double>{rows, c.columns, {}, transpose(c.by_row, c.columns, team)};
    const Vector r = random_vector(rows, 3);
    const auto after_many = [&](const Design& design) {
      RepeatedProducts products(design, team);
      products.expect_many();
      Vector all(at(c.columns), NAN), chosen(at(c.columns), NAN);
      products.multiply_transposed(r, all);
      std::vector<Index> every(at(c.columns));
      std::iota(every.begin(), every.end(), Index{0});
      products.multiply_transposed(r, every, chosen);
      EXPECT_EQ(all, chosen);
      return all;
    };
    EXPECT_EQ(after_many(alone), after_many(both));
  }
}

TEST(RepeatedProducts, SquaresOfColumnsAreRightBeforeThereIsACopyAndAfter) {
  for (const Case& c : cases()) {
    SCOPED_TRACE(c.name);
    Team team(1);
    const Index rows = c.by_row.lines();
    const Design design = complete(Sparse<double>{rows, c.columns, c.by_row, {}}, team);
    Vector weight = random_vector(rows, 5);
    for (double& x : weight) x = std::abs(x);
    std::vector<long double> truth(at(c.columns));
    for (Offset i = 0; i < rows; ++i) {
      for (Offset k = c.by_row.start[at(i)]; k < c.by_row.start[at(i + 1)]; ++k) {
        const long double v = c.by_row.value[at(k)];
        truth[at(c.by_row.index[at(k)])] += v * v * weight[at(i)];
      }
    }
    RepeatedProducts products(design, team);
    const auto expect_right_squares = [&](RepeatedProducts& from) {
      Vector squares(at(c.columns), NAN);
      from.column_squares(weight, squares);
      for (std::size_t j = 0; j < squares.size(); ++j) EXPECT_LE(std::abs(squares[j] - truth[j]), 1e-13L * truth[j]);
      return squares;
    };
    expect_right_squares(products);
    Vector columns(at(c.columns));
    for (int k = 0; k <= RepeatedProducts::plain_products; ++k) products.multiply_transposed(weight, columns);
    const Vector after = expect_right_squares(products);
    Team others(3);
    RepeatedProducts shared(design, others);
    for (int k = 0; k <= RepeatedProducts::plain_products; ++k) shared.multiply_transposed(weight, columns);
    EXPECT_EQ(expect_right_squares(shared), after);
  }
}

TEST(RepeatedProducts, AnInfinityStaysInTheLinesThatHaveIt) {
  Team team(1);
  for (const Case& c : cases()) {
    SCOPED_TRACE(c.name);
    const auto by_column = transpose(c.by_row, c.columns, team);
    const auto slices = cpu::make_slices(by_column, c.by_row.start.view(), team);
    if (!slices) continue;
    const Index rows = c.by_row.lines();
    for (const Index poisoned : {Index{0}, rows / 2, rows - 1}) {
      Vector r(at(rows), 1.0);
      r[at(poisoned)] = std::numeric_limits<double>::infinity();
      const Design design = Sparse<double>{rows, c.columns, c.by_row, by_column};
      const Products got = sliced(design, Vector(at(c.columns)), r, team);
      for (Index j = 0; j < c.columns; ++j) {
        const auto first = by_column.index.begin() + by_column.start[at(j)];
        const auto last = by_column.index.begin() + by_column.start[at(j + 1)];
        EXPECT_EQ(!std::isfinite(got.columns[at(j)]), std::binary_search(first, last, poisoned)) << "column " << j;
      }
    }
  }
}

TEST(Slices, AreNarrowWhereTheValuesAllowAndNoneWhereTheyWouldNotHelp) {
  Team team(1);
  const auto kind = [&](const Compressed<double>& by_row, Index columns) {
    const auto slices = cpu::make_slices(by_row, transpose(by_row, columns, team).start.view(), team);
    return slices ? static_cast<int>(slices->entries.index()) : -1;
  };
  const auto small = random_rows<double>(50, 60, 0.3, 1), wide = rows_of(std::vector<Index>(300, 12), 70'000, false, 1);
  const auto large = rows_of(std::vector<Index>(1000, 2000), 40'000, false, 1);  // 10 bytes an entry leave the cache
  const auto one = [](double) { return 1.0; };
  EXPECT_EQ(kind(with_values(small, one), 60), 0);
  EXPECT_EQ(kind(small, 60), 1);
  EXPECT_EQ(kind(with_values(wide, one), 70'000), 2);
  EXPECT_EQ(kind(wide, 70'000), 3);
  EXPECT_EQ(kind(with_values(large, one), 40'000), 0);
  EXPECT_EQ(kind(large, 40'000), -1);
  EXPECT_EQ(kind(rows_of({0, 0, 0}, 5, false, 1), 5), -1);
}

TEST(RepeatedProducts, StayPlainWhereACopyWouldNotHelp) {
  Team team(2);
  const auto by_row = rows_of(std::vector<Index>(1000, 2000), 40'000, false, 1);
  const Design design = complete(Sparse<double>{1000, 40'000, by_row, {}}, team);
  const Vector w = random_vector(40'000, 2), r = random_vector(1000, 3);
  Vector rows(1000), columns(40'000);
  cpu::multiply(design, w, rows, team);
  cpu::multiply_transposed(design, r, columns, team);
  EXPECT_EQ(sliced(design, w, r, team), (Products{rows, columns}));
}

TEST(Slices, FillUpLittle) {
  Team team(1);
  for (const Case& c : cases()) {
    SCOPED_TRACE(c.name);
    const auto across = transpose(c.by_row, c.columns, team);
    const auto slices = cpu::make_slices(c.by_row, across.start.view(), team);
    if (!slices) continue;
    const Offset places = slices->start.back() * Slices::width;
    // Slices by falling length: what one falls short of its first line, the next one has less.
    EXPECT_LE(places, c.by_row.entries() + (Slices::width - 1) * (Slices::long_line + slices->long_lines));
    EXPECT_EQ(slices->order.empty(), c.name != "popular columns");
  }
}

TEST(Slices, AWholeFitEndsWhereTheDenseOneDoes) {
  // Dense designs have no copy: a convex problem solved hard from both must have one answer.
  const Plain plain = random_plain(400, 60, Targets::classes, 5);
  FitSpec spec = spec_of(Logistic{}, L1{.lambda = 0.002});
  spec.solver = GistOptions{};
  spec.stop.tolerance = 1e-10;
  for (const Kind kind : {Kind::sparse_rows, Kind::sparse_float}) {
    Vector first;
    for (const int threads : {1, 2, 4}) {
      Team team(threads);
      const Model dense = fit(plain.data(Kind::dense), spec, team), sparse = fit(plain.data(kind), spec, team);
      ASSERT_GT(sparse.report.passes, 4 * RepeatedProducts::plain_products);
      const Vector expected = dense_w(dense), got = dense_w(sparse);
      for (std::size_t j = 0; j < got.size(); ++j) EXPECT_NEAR(got[j], expected[j], 1e-7) << j;
      if (first.empty()) first = got;
      EXPECT_EQ(got, first) << threads << " threads";
    }
  }
}

}  // namespace
}  // namespace gist::testing
