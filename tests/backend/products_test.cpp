#include "gist/backend/cpu/products.hpp"

#include <gtest/gtest.h>
#include <hwy/targets.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "gist/data/transpose.hpp"
#include "tests/support/random_matrix.hpp"

namespace gist::cpu {
namespace {

using Vector = std::vector<double>;

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

Vector random_vector(Index size, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal;
  Vector v(at(size));
  for (auto& x : v) x = normal(random);
  return v;
}

/// A matrix in every storage there is, and column after column in double as the plain truth.
template <class Value>
struct Forms {
  Index rows, columns;
  Vector truth;
  std::vector<std::pair<std::string, Design>> all;

  Forms(const Compressed<Value>& by_row, Index d) : rows(by_row.lines()), columns(d) {
    Team team(1);
    const auto dense = testing::dense_columns(by_row, d);
    truth.assign(dense.begin(), dense.end());
    const Design both = complete(Sparse<Value>{rows, d, by_row, {}}, team);
    all.emplace_back("both", both);
    all.emplace_back("rows", Sparse<Value>{rows, d, by_row, {}});
    all.emplace_back("columns", Sparse<Value>{rows, d, {}, std::get<Sparse<Value>>(both.storage()).by_column});
    all.emplace_back("dense", Dense<Value>{rows, d, dense});
  }

  double entry(Index i, Index j) const { return truth[at(j) * at(rows) + at(i)]; }
};

struct Answers {
  Vector product, transposed, squares, sums, weighted_squares;
  bool operator==(const Answers&) const = default;
};

Answers answers(const Design& x, const Vector& w, const Vector& r, Team& team) {
  Answers a;
  const Vector junk_rows(at(x.rows()), NAN), junk_columns(at(x.columns()), NAN);  // every element must be written
  a.product = junk_rows;
  a.transposed = a.squares = junk_columns;
  multiply(x, w, a.product, team);
  multiply_transposed(x, r, a.transposed, team);
  column_squares(x, {}, a.squares, team);
  a.sums = column_moments(x, {}, team).sum;
  a.weighted_squares = column_moments(x, r, team).sum_of_squares;
  Vector product = junk_columns, squares = junk_columns;
  product_and_squares(x, r, r, product, squares, team);
  EXPECT_EQ(product, a.transposed) << "both at once are what each is by itself";
  EXPECT_EQ(squares, a.weighted_squares);
  return a;
}

/// The naive loops. `scale` collects the sums of absolute values: what a rounding error is relative to.
template <class Value>
void expect_right(const Forms<Value>& forms, const Vector& w, const Vector& r, const Answers& got, double tolerance) {
  for (Index i = 0; i < forms.rows; ++i) {
    double sum = 0, scale = 0;
    for (Index j = 0; j < forms.columns; ++j) {
      sum += forms.entry(i, j) * w[at(j)];
      scale += std::abs(forms.entry(i, j) * w[at(j)]);
    }
    ASSERT_NEAR(got.product[at(i)], sum, tolerance * scale) << "row " << i;
  }
  for (Index j = 0; j < forms.columns; ++j) {
    double sum = 0, scale = 0, squares = 0, total = 0, total_scale = 0, weighted = 0, weighted_scale = 0;
    for (Index i = 0; i < forms.rows; ++i) {
      const double v = forms.entry(i, j);
      sum += v * r[at(i)];
      scale += std::abs(v * r[at(i)]);
      total += v;
      total_scale += std::abs(v);
      squares += v * v;
      weighted += v * v * r[at(i)];
      weighted_scale += std::abs(v * v * r[at(i)]);
    }
    ASSERT_NEAR(got.transposed[at(j)], sum, tolerance * scale) << "column " << j;
    ASSERT_NEAR(got.squares[at(j)], squares, tolerance * squares) << "column " << j;
    ASSERT_NEAR(got.sums[at(j)], total, tolerance * total_scale) << "column " << j;
    ASSERT_NEAR(got.weighted_squares[at(j)], weighted, tolerance * weighted_scale) << "column " << j;
  }
}

template <class Value>
void expect_every_form_right(const Compressed<Value>& by_row, Index columns, std::uint64_t seed) {
  const Forms<Value> forms(by_row, columns);
  const Vector w = random_vector(columns, seed), r = random_vector(forms.rows, seed + 1);
  for (const auto& [name, design] : forms.all) {
    SCOPED_TRACE(name);
    Team team(2);
    expect_right(forms, w, r, answers(design, w, r, team), 1e-13);
  }
}

/// Some columns combined, in any order: what the product is with a w that is 0 elsewhere.
TEST(Products, OfSomeColumns) {
  for (const Index rows : {1, 7, 300, 5000}) {
    const Forms<double> forms(testing::random_rows<double>(rows, 33, 0.4, 7), 33);
    const std::vector<Index> columns{32, 4, 5, 0, 17};
    const Vector by{0.5, -2, 3, 0, 1.5};
    for (const auto& [name, design] : forms.all) {
      if (design.kind() == "sparse" && !std::visit(
                                           [](const auto& m) {
                                             if constexpr (requires { m.by_column; }) return m.by_column.has_value();
                                             return true;
                                           },
                                           design.storage()))
        continue;
      SCOPED_TRACE(name);
      Team team(2);
      Vector out(at(rows), 7);
      combine_some(design, columns, by, out, team);
      for (Index i = 0; i < rows; ++i) {
        double sum = 0;
        for (std::size_t k = 0; k < columns.size(); ++k) sum += by[k] * forms.entry(i, columns[k]);
        ASSERT_NEAR(out[at(i)], sum, 1e-13);
      }
      combine_some(design, {}, {}, out, team);
      EXPECT_EQ(out, Vector(at(rows), 0));
    }
  }
}

/// Lengths around every boundary of the loops: vectors, pairs of vectors, short and long lines, the run buffer.
Compressed<double> rows_of_every_length() {
  std::vector<Offset> start{0};
  std::vector<Index> index;
  for (Index length = 0; length <= 90; ++length) {
    for (Index k = 0; k < length; ++k) index.push_back(k + length % 5);
    start.push_back(static_cast<Offset>(index.size()));
  }
  const Vector value = random_vector(static_cast<Index>(index.size()), 5);
  return {std::move(start), std::move(index), value};
}

TEST(Products, EveryStorageAgreesWithTheNaiveLoops) {
  for (const auto& [rows, columns, density] : {std::tuple{1, 1, 1.0},
                                               {1, 40, 0.5},
                                               {40, 1, 0.5},
                                               {7, 9, 0.4},
                                               {64, 33, 0.1},
                                               {33, 129, 0.9},
                                               {300, 500, 0.02}}) {
    SCOPED_TRACE(std::to_string(rows) + " x " + std::to_string(columns));
    expect_every_form_right(testing::random_rows<double>(rows, columns, density, 1), columns, 2);
    expect_every_form_right(testing::random_rows<float>(rows, columns, density, 3), columns, 4);
  }
}

TEST(Products, LinesOfEveryLength) {
  const auto by_row = rows_of_every_length();
  expect_every_form_right(by_row, 95, 6);
  Team team(1);
  expect_every_form_right(transpose(by_row, 95, team), by_row.lines(), 7);
}

TEST(Products, NoEntriesGiveZeros) {
  for (const auto& [rows, columns] : {std::pair{1, 1}, {5, 3}, {3, 5}}) {
    const Compressed<double> none{std::vector<Offset>(at(rows) + 1), {}, {}};
    expect_every_form_right(none, columns, 8);
  }
}

TEST(Products, NoColumnsGiveZeroRows) {
  Team team(1);
  Vector out(3, NAN);
  multiply(Sparse<double>{3, 0, Compressed<double>{std::vector<Offset>(4), {}, {}}, {}}, {}, out, team);
  EXPECT_EQ(out, Vector(3, 0.0));
  out.assign(3, NAN);
  multiply(Dense<double>{3, 0, {}}, {}, out, team);
  EXPECT_EQ(out, Vector(3, 0.0));
}

TEST(Products, FloatEntriesAreSummedInDouble) {
  // 2^24 + 1 does not fit a float: a float accumulator would lose every one of these ones.
  const Index n = 1000;
  std::vector<float> column(at(n), 1.0F);
  column[0] = 16777216.0F;
  const Design dense = Dense<float>{n, 1, column};
  std::vector<Index> index(at(n));
  for (Index i = 0; i < n; ++i) index[at(i)] = i;
  const Design sparse = Sparse<float>{n, 1, {}, Compressed<float>{std::vector<Offset>{0, n}, index, column}};
  Team team(1);
  for (const Design& design : {dense, sparse}) {
    Vector out(1);
    multiply_transposed(design, Vector(at(n), 1.0), out, team);
    EXPECT_EQ(out[0], 16777216.0 + n - 1);
  }
}

TEST(Products, SparseModelsReadOnlyTheirColumnsAndAgree) {
  const auto by_row = testing::random_rows<double>(700, 900, 0.3, 21);
  const Forms<double> forms(by_row, 900);
  for (const Index active : {0, 1, 3, 40, 200, 300, 900}) {
    Vector w(900);
    const Vector full = random_vector(900, 22);
    for (Index j = 0; j < active; ++j) w[at((j * 37) % 900)] = full[at(j)];
    const Vector r = random_vector(700, 23);
    Team team(2);
    for (const auto& [name, design] : forms.all) {
      SCOPED_TRACE(name + " with " + std::to_string(active) + " active");
      expect_right(forms, w, r, answers(design, w, r, team), 1e-13);
    }
  }
}

TEST(Products, TheSameBitsForAnyTeam) {
  // Large enough for many tasks in every loop, crowded so that the tasks are unlike each other.
  const auto by_row = testing::random_rows<float>(2500, 1200, 0.12, 9, 4);
  const Forms<float> forms(by_row, 1200);
  Vector w = random_vector(1200, 10);
  const Vector r = random_vector(2500, 11);
  for (const bool sparse_model : {false, true}) {
    if (sparse_model) {
      for (std::size_t j = 0; j < w.size(); ++j) w[j] = j % 13 == 5 ? w[j] : 0;
    }
    for (const auto& [name, design] : forms.all) {
      Team alone(1);
      const Answers expected = answers(design, w, r, alone);
      for (const int threads : {2, 3, 5}) {
        Team team(threads);
        EXPECT_TRUE(answers(design, w, r, team) == expected) << name << " on " << threads << " threads";
      }
    }
  }
}

TEST(Products, MillionsOfEmptyColumnsAreShared) {
  const Index columns = 300'000;
  std::vector<Index> index(1000);
  for (std::size_t k = 0; k < index.size(); ++k) index[k] = static_cast<Index>(k * 299);
  const Vector value = random_vector(1000, 30);
  const Compressed<double> by_row{std::vector<Offset>{0, 1000}, index, value};
  Team team(3);
  const Design x = complete(Sparse<double>{1, columns, by_row, {}}, team);
  Vector out(at(columns), NAN);
  multiply_transposed(x, Vector{2.0}, out, team);
  double sum = 0, expected = 0;
  for (const double v : out) sum += std::abs(v);
  for (std::size_t k = 0; k < index.size(); ++k) {
    EXPECT_EQ(out[at(index[k])], 2 * value[k]);
    expected += std::abs(2 * value[k]);
  }
  EXPECT_NEAR(sum, expected, 1e-9);
}

TEST(Products, AVectorTooLargeForTheCachesTakesTheSameSums) {
  const Index columns = 100'000;  // beyond where the loops begin to fetch x ahead
  std::vector<Offset> start{0};
  std::vector<Index> index;
  for (Index i = 0; i < 40; ++i) {
    for (Index j = i; j < columns; j += 97 + i) index.push_back(j);
    start.push_back(static_cast<Offset>(index.size()));
  }
  const Vector value = random_vector(static_cast<Index>(index.size()), 40), w = random_vector(columns, 41);
  const Compressed<double> by_row{start, index, value};
  Team team(2);
  Vector out(40);
  multiply(Sparse<double>{40, columns, by_row, {}}, w, out, team);
  for (std::size_t i = 0; i < 40; ++i) {
    double sum = 0, scale = 0;
    for (auto k = static_cast<std::size_t>(start[i]); k < static_cast<std::size_t>(start[i + 1]); ++k) {
      sum += value[k] * w[at(index[k])];
      scale += std::abs(value[k] * w[at(index[k])]);
    }
    EXPECT_NEAR(out[i], sum, 1e-13 * scale);
  }
}

/// Makes Highway believe the machine has one instruction set only, and takes that back at the end.
class OnlyTarget {
 public:
  explicit OnlyTarget(std::int64_t target) { choose(target); }
  ~OnlyTarget() { choose(0); }

 private:
  static void choose(std::int64_t target) {
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
  }
};

TEST(Products, EveryInstructionSetOfTheMachineAgrees) {
  const auto doubles = testing::random_rows<double>(400, 300, 0.15, 12, 3);
  const auto floats = testing::random_rows<float>(400, 300, 0.15, 13, 3);
  const auto lengths = rows_of_every_length();
  const auto targets = hwy::SupportedAndGeneratedTargets();
  ASSERT_FALSE(targets.empty());
  for (const std::int64_t target : targets) {
    SCOPED_TRACE(hwy::TargetName(target));
    const OnlyTarget only(target);
    expect_every_form_right(doubles, 300, 14);
    expect_every_form_right(floats, 300, 15);
    expect_every_form_right(lengths, 95, 16);
  }
}

RC_GTEST_PROP(Products, AreAdjoint, ()) {
  const auto rows = *rc::gen::inRange<Index>(1, 80), columns = *rc::gen::inRange<Index>(1, 80);
  const double density = *rc::gen::inRange(0, 101) / 100.0;
  const auto seed = *rc::gen::arbitrary<std::uint64_t>();
  const Forms<double> forms(testing::random_rows<double>(rows, columns, density, seed), columns);
  const Vector w = random_vector(columns, seed + 1), u = random_vector(rows, seed + 2);
  Team team(1);
  for (const auto& [name, design] : forms.all) {
    Vector xw(at(rows)), xu(at(columns));
    multiply(design, w, xw, team);
    multiply_transposed(design, u, xu, team);
    double left = 0, right = 0, scale = 0;
    for (std::size_t i = 0; i < xw.size(); ++i) left += xw[i] * u[i];
    for (std::size_t j = 0; j < xu.size(); ++j) right += w[j] * xu[j];
    for (Index i = 0; i < rows; ++i) {
      for (Index j = 0; j < columns; ++j) scale += std::abs(forms.entry(i, j) * w[at(j)] * u[at(i)]);
    }
    RC_ASSERT(std::abs(left - right) <= 1e-12 * scale);
  }
}

}  // namespace
}  // namespace gist::cpu
