#include "gist/backend/cpu/kept_curvature.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "gist/data/transpose.hpp"
#include "gist/fit/prepare.hpp"
#include "tests/support/plain_problem.hpp"

namespace gist::testing {
namespace {

constexpr std::size_t kept_samples = 900, kept_features = 70;

Problem problem_of(const Plain& plain, bool intercept, Kind kind, const Loss& loss = Logistic{}) {
  Team team(1);
  FitSpec spec = spec_of(loss, L1{0.1});
  spec.problem.intercept = intercept;
  return prepare(plain.data(kind), spec, team).problem;
}

std::vector<double> curvatures(double phase) {
  std::vector<double> bend(kept_samples);
  for (std::size_t i = 0; i < kept_samples; ++i)
    bend[i] = (0.2 + 0.05 * std::sin(static_cast<double>(i) * phase)) / kept_samples;
  return bend;
}

void expect_h(const cpu::KeptCurvature& kept, const Plain& plain, std::span<const double> bend, bool intercept,
              const std::vector<double>& inverse_scale = {}) {
  const auto columns = kept.columns();
  const auto value = [&](std::size_t i, Index column) {
    const auto j = static_cast<std::size_t>(column);
    return plain.x.at(i, j) * (inverse_scale.empty() ? 1 : inverse_scale[j]);
  };
  const double total = std::accumulate(bend.begin(), bend.end(), 0.0);
  const std::size_t each = columns.size() > 20 ? 3 : 1;  // of many, every third
  for (std::size_t a = 0; a < columns.size(); a += each) {
    for (std::size_t b = 0; b < columns.size(); b += each) {
      double product = 0, left = 0, right = 0;
      for (std::size_t i = 0; i < kept_samples; ++i) {
        const double x = value(i, columns[a]), y = value(i, columns[b]);
        product += bend[i] * x * y, left += bend[i] * x, right += bend[i] * y;
      }
      const double expected = intercept ? product - left * right / total : product;
      ASSERT_NEAR(kept.rows()[a * kept.stride() + b], expected, 2e-6) << a << " " << b;
    }
  }
}

TEST(KeptCurvature, IsWrittenOutOnceTwoModelsAreAlike) {
  const Plain plain = random_plain(kept_samples, kept_features, Targets::classes, 3);
  for (const bool intercept : {false, true}) {
    const Problem problem = problem_of(plain, intercept, Kind::dense);
    cpu::KeptCurvature kept(problem);
    const auto bend = curvatures(1);
    const std::vector<Index> few{3, 9, 30};
    EXPECT_FALSE(kept.serves(bend, few)) << "nobody knows whether it will be asked for again";
    ASSERT_TRUE(kept.serves(bend, few));
    expect_h(kept, plain, bend, intercept);
    const std::vector<Index> more{1, 3, 11, 30, 31, 69};  // some are new: a place at the end
    ASSERT_TRUE(kept.serves(bend, more));
    EXPECT_EQ(kept.columns().size(), 7U);
    EXPECT_EQ(kept.place(9), 1U);
    EXPECT_EQ(kept.place(1), 3U);
    expect_h(kept, plain, bend, intercept);
    std::vector<double> half = bend;
    for (double& b : half) b /= 2;
    ASSERT_TRUE(kept.serves(half, more)) << "a multiple is as good";
    expect_h(kept, plain, half, intercept);
    const std::vector<Index> all_new{50, 51};
    ASSERT_TRUE(kept.serves(half, all_new));
    expect_h(kept, plain, half, intercept);
  }
}

TEST(KeptCurvature, ManyColumnsAtOnceAreTheSame) {
  const Plain plain = random_plain(kept_samples, kept_features, Targets::classes, 3);
  std::vector<Index> all(kept_features);
  std::iota(all.begin(), all.end(), Index{0});
  for (const bool intercept : {false, true}) {
    const Problem problem = problem_of(plain, intercept, Kind::dense);
    cpu::KeptCurvature kept(problem);
    const auto bend = curvatures(1);
    kept.serves(bend, all);
    ASSERT_TRUE(kept.serves(bend, all));
    expect_h(kept, plain, bend, intercept);
  }
}

/// In single precision the square of such a mean would leave nothing of the spread.
TEST(KeptCurvature, ColumnsFarFromZeroKeepTheirSpread) {
  Plain plain = random_plain(kept_samples, kept_features, Targets::classes, 3);
  for (std::size_t i = 0; i < kept_samples; ++i) plain.x.at(i, 3) += 2e4, plain.x.at(i, 31) -= 3e3;
  const Problem problem = problem_of(plain, true, Kind::dense);
  std::vector<Index> all(kept_features);
  std::iota(all.begin(), all.end(), Index{0});
  const std::vector<Index> few{3, 9, 30};
  for (const auto& first : {few, all}) {
    cpu::KeptCurvature kept(problem);
    const auto bend = curvatures(1);
    kept.serves(bend, first);
    ASSERT_TRUE(kept.serves(bend, first));
    expect_h(kept, plain, bend, true);
    ASSERT_TRUE(kept.serves(bend, all));
    expect_h(kept, plain, bend, true);
  }
}

/// All columns at once, by rows, when models over many of them have cost as much as that.
TEST(KeptCurvature, OfSparseDesignsIsWrittenOutWhenItPays) {
  Plain plain = random_plain(kept_samples, kept_features, Targets::classes, 3);
  for (std::size_t k = 0; k < plain.x.value.size(); ++k) plain.x.value[k] *= k % 3 == 0 ? 1 : 0;
  Team team(1);
  std::vector<Index> many(60);
  std::iota(many.begin(), many.end(), Index{3});
  for (const bool intercept : {false, true}) {
    for (const bool scaled : {false, true}) {
      Problem problem = problem_of(plain, intercept, Kind::sparse_rows);
      problem.design = complete(problem.design, team);
      for (std::size_t j = 0; scaled && j < kept_features; ++j)
        problem.scaling.inverse_scale.push_back(0.5 + 0.01 * static_cast<double>(j));
      cpu::KeptCurvature kept(problem);
      const auto bend = curvatures(1);
      EXPECT_FALSE(kept.serves(bend, many));
      int models = 1;
      while (models < 10 && !kept.serves(bend, many)) ++models;
      ASSERT_LT(models, 10);
      EXPECT_EQ(kept.columns().size(), kept_features);
      expect_h(kept, plain, bend, intercept, problem.scaling.inverse_scale);
      std::vector<double> half = bend;
      for (double& b : half) b /= 2;
      ASSERT_TRUE(kept.serves(half, many));
      expect_h(kept, plain, half, intercept, problem.scaling.inverse_scale);
      const std::vector<Index> few{3, 9};
      EXPECT_FALSE(kept.serves(half, few)) << "these cost nothing to read";
    }
  }
}

TEST(KeptCurvature, BeginsAnewWhereTheCurvatureHasChanged) {
  const Plain plain = random_plain(kept_samples, kept_features, Targets::classes, 3);
  const Problem problem = problem_of(plain, true, Kind::dense);
  cpu::KeptCurvature kept(problem);
  const std::vector<Index> few{3, 9, 30}, other{4};
  kept.serves(curvatures(1), few);
  ASSERT_TRUE(kept.serves(curvatures(1), few));
  EXPECT_FALSE(kept.serves(curvatures(3), other));
  ASSERT_TRUE(kept.serves(curvatures(3), other));
  EXPECT_EQ(kept.columns().size(), 1U);
  expect_h(kept, plain, curvatures(3), true);
}

TEST(KeptCurvature, IsForTallDesignsAndCurvatureThatChanges) {
  const Plain plain = random_plain(kept_samples, kept_features, Targets::classes, 3);
  std::vector<Index> few(kept_features / 2);
  std::iota(few.begin(), few.end(), Index{2});
  const auto served = [&](const Plain& data, Kind kind, const Loss& loss) {
    const Problem problem = problem_of(data, true, kind, loss);
    cpu::KeptCurvature kept(problem);
    const auto bend = curvatures(1);
    const std::span<const double> some(bend.data(), data.x.rows);
    for (int models = 0; models < 9; ++models) kept.serves(some, few);
    return kept.serves(some, few);
  };
  EXPECT_TRUE(served(plain, Kind::dense_float, Logistic{}));
  EXPECT_FALSE(served(plain, Kind::sparse_columns, Logistic{}));
  EXPECT_FALSE(served(random_plain(200, kept_features, Targets::classes, 3), Kind::sparse_rows, Logistic{}));
  EXPECT_FALSE(served(random_plain(kept_samples, kept_features, Targets::numbers, 3), Kind::dense, Squared{}));
  EXPECT_FALSE(served(random_plain(7, kept_features, Targets::classes, 3), Kind::dense, Logistic{}));
}

}  // namespace
}  // namespace gist::testing
