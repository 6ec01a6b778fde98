#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/pairs.hpp"
#include "tests/support/plain_problem.hpp"

namespace gist::testing {
namespace {

/// Two ways of saying one thing must give one answer.
class Coincide : public ::testing::Test {
 protected:
  Model fit_one(const Plain& plain, const FitSpec& spec, Kind kind = Kind::dense) {
    Model model = fit(plain.data(kind), spec, team_);
    EXPECT_EQ(model.report.status, Status::converged);
    return model;
  }
  static void expect_same(const Model& one, const Model& two, double tolerance) {
    const auto w = dense_w(one), v = dense_w(two);
    ASSERT_EQ(w.size(), v.size());
    for (std::size_t j = 0; j < w.size(); ++j) EXPECT_NEAR(w[j], v[j], tolerance) << j;
    EXPECT_NEAR(one.intercept, two.intercept, tolerance);
    EXPECT_NEAR(one.report.certificate.objective(), two.report.certificate.objective(), tolerance);
    EXPECT_NEAR(one.report.lambda_max, two.report.lambda_max, 1e-10);
    EXPECT_NEAR(one.report.gradient_scale, two.report.gradient_scale, 1e-10);
  }
  static FitSpec precise(const Loss& loss, const Penalty& penalty) {
    FitSpec spec = spec_of(loss, penalty);
    spec.stop.tolerance = 1e-11;
    return spec;
  }
  Team team_{1};
};

std::vector<Loss> all_losses() {
  std::vector<Loss> all;
  for_each_alternative<Loss>([&](auto loss) { all.emplace_back(loss); });
  return all;
}

TEST_F(Coincide, NonmonotoneWithMemoryOneIsMonotoneToTheBit) {
  for (const auto& [loss, penalty] : all_pairs()) {
    const Plain plain = random_plain(40, 6, targets_of(loss), 2);
    FitSpec spec = spec_of(loss, with_strength(penalty, 0.05, std::nullopt));
    GistOptions options;
    options.acceptance = AcceptanceKind::monotone;
    spec.solver = options;
    const Model monotone = fit_one(plain, spec);
    options.acceptance = AcceptanceKind::nonmonotone;
    options.memory = 1;
    spec.solver = options;
    const Model memory_one = fit_one(plain, spec);
    EXPECT_EQ(monotone.value, memory_one.value);
    EXPECT_EQ(monotone.intercept, memory_one.intercept);
    EXPECT_EQ(monotone.report.iterations, memory_one.report.iterations);
    EXPECT_EQ(monotone.report.passes, memory_one.report.passes);
  }
}

TEST_F(Coincide, RepeatedRowsAreIntegerWeights) {
  for (const Loss& loss : all_losses()) {
    for (const bool standardize : {false, true}) {
      Plain weighted = random_plain(25, 5, targets_of(loss), 3);
      Plain repeated;
      repeated.x.columns = 5;
      for (std::size_t i = 0; i < 25; ++i) {
        const std::size_t times = i % 4;  // rows of weight 0 are rows that are not there
        weighted.weight.push_back(static_cast<double>(times));
        weighted.offset.push_back(0.1 * static_cast<double>(i % 3));
        for (std::size_t k = 0; k < times; ++k) {
          ++repeated.x.rows;
          for (std::size_t j = 0; j < 5; ++j) repeated.x.value.push_back(weighted.x.at(i, j));
          repeated.label.push_back(weighted.label[i]);
          repeated.offset.push_back(weighted.offset[i]);
        }
      }
      for (const Penalty& penalty : {Penalty(L1{0.03}), Penalty(Mcp{0.03, 5}), Penalty(Lsp{0.01, 1})}) {
        FitSpec spec = precise(loss, penalty);
        spec.problem.standardize = standardize;
        spec.problem.ridge = 0.01;
        expect_same(fit_one(weighted, spec, Kind::sparse_rows), fit_one(repeated, spec, Kind::sparse_rows), 1e-8);
      }
    }
  }
}

TEST_F(Coincide, WeightsCountOnlyInProportion) {
  for (const Loss& loss : all_losses()) {
    Plain plain = random_plain(30, 5, targets_of(loss), 4);
    for (std::size_t i = 0; i < 30; ++i) plain.weight.push_back(1 + static_cast<double>(i % 3));
    const FitSpec spec = precise(loss, Scad{0.05, 4});
    const Model one = fit_one(plain, spec);
    for (const double scale : {1e-200, 1024.0, 1e200}) {
      Plain scaled = plain;
      for (double& s : scaled.weight) s *= scale;
      expect_same(one, fit_one(scaled, spec), 1e-8);
    }
    Plain equal = plain, none = plain;
    equal.weight.assign(30, 7);
    none.weight.clear();
    expect_same(fit_one(equal, spec), fit_one(none, spec), 1e-8);
  }
}

TEST_F(Coincide, AnOffsetShiftsTheLabelsOfSquaredLosses) {
  for (const Loss& loss : {Loss(Squared{}), Loss(Huber{0.7})}) {
    Plain with_offset = random_plain(30, 5, Targets::numbers, 5);
    Plain shifted = with_offset;
    for (std::size_t i = 0; i < 30; ++i) {
      with_offset.offset.push_back(std::sin(static_cast<double>(i)));
      shifted.label[i] -= with_offset.offset[i];
    }
    for (const bool intercept : {true, false}) {
      FitSpec spec = precise(loss, L1{0.02});
      spec.problem.intercept = intercept;
      expect_same(fit_one(with_offset, spec), fit_one(shifted, spec), 1e-9);
    }
  }
}

TEST_F(Coincide, AConstantOffsetIsTakenBackByTheIntercept) {
  for (const Loss& loss : all_losses()) {
    Plain plain = random_plain(30, 5, targets_of(loss), 6);
    const FitSpec spec = precise(loss, L1{0.02});
    const Model without = fit_one(plain, spec);
    plain.offset.assign(30, 3);
    Model with = fit_one(plain, spec);
    with.intercept += 3;
    expect_same(with, without, 1e-8);
  }
}

/// Years, kelvins, times since 1970: the mean of a column, thousands of times its spread, is the intercept's affair.
TEST_F(Coincide, AShiftedColumnIsTheSameColumn) {
  for (const Loss& loss : all_losses()) {
    for (const auto& [n, d] : {std::pair{150, 20}, std::pair{60, 90}}) {
      const Plain plain = random_plain(static_cast<std::size_t>(n), static_cast<std::size_t>(d), targets_of(loss), 5);
      Plain far = plain;
      std::vector<double> shift;
      for (std::size_t j = 0; j < static_cast<std::size_t>(d); ++j) {
        shift.push_back(j % 3 == 0 ? 0 : j % 3 == 1 ? 30'000 : -4'000);
        for (std::size_t i = 0; i < static_cast<std::size_t>(n); ++i) far.x.at(i, j) += shift[j];
      }
      for (const bool standardize : {false, true}) {
        FitSpec spec = spec_of(loss, L1{});
        spec.problem.lambda_ratio = 0.1;
        spec.problem.standardize = standardize;
        const Model near = fit_one(plain, spec);
        for (const Kind kind : {Kind::dense, Kind::sparse_rows}) {
          const Model other = fit_one(far, spec, kind);
          const auto w = dense_w(near), v = dense_w(other);
          double moved = near.intercept;
          for (std::size_t j = 0; j < w.size(); ++j) {
            EXPECT_NEAR(w[j], v[j], 1e-4 * (1 + std::abs(w[j]))) << j;
            moved -= v[j] * shift[j];
          }
          EXPECT_NEAR(other.intercept, moved, 1e-3);
          EXPECT_NEAR(near.report.certificate.objective(), other.report.certificate.objective(), 1e-6);
          EXPECT_NEAR(near.report.lambda_max, other.report.lambda_max, 1e-9);
        }
      }
    }
  }
}

TEST_F(Coincide, AFactorIsALambdaOfItsOwn) {
  for (const Loss& loss : all_losses()) {
    Plain plain = random_plain(30, 5, targets_of(loss), 7);
    const FitSpec twice = precise(loss, L1{0.06});
    const Model doubled = fit_one(plain, twice);
    plain.factor.assign(5, 2);
    Model factored = fit_one(plain, precise(loss, L1{0.03}));
    EXPECT_NEAR(factored.report.lambda_max * 2, doubled.report.lambda_max, 1e-12);
    factored.report.lambda_max = doubled.report.lambda_max;
    expect_same(factored, doubled, 1e-9);
  }
}

TEST_F(Coincide, PenaltiesWithHugeThetaAreTheLasso) {
  for (const Loss& loss : all_losses()) {
    const Plain plain = random_plain(40, 6, targets_of(loss), 8);
    const double lambda = 0.04;
    const Model lasso = fit_one(plain, precise(loss, L1{lambda}));
    for (const Penalty& penalty :
         {Penalty(CappedL1{lambda, 1e8}), Penalty(Mcp{lambda, 1e10}), Penalty(Scad{lambda, 1e10}),
          Penalty(Lsp{lambda * 1e9, 1e9}), Penalty(Geman{lambda * 1e9, 1e9})}) {
      const Model model = fit_one(plain, precise(loss, penalty));
      const auto w = dense_w(model), v = dense_w(lasso);
      for (std::size_t j = 0; j < 6; ++j) EXPECT_NEAR(w[j], v[j], 2e-8) << name_of(penalty) << " " << name_of(loss);
      EXPECT_NEAR(model.report.certificate.objective(), lasso.report.certificate.objective(), 1e-8);
    }
  }
}

TEST_F(Coincide, HuberWithHugeDeltaIsSquared) {
  const Plain plain = random_plain(40, 6, Targets::numbers, 9);
  expect_same(fit_one(plain, precise(Huber{1e9}, L1{0.05})), fit_one(plain, precise(Squared{}, L1{0.05})), 1e-10);
}

TEST_F(Coincide, LabelsOfTwoClassesMayBeAnyTwoNumbers) {
  for (const Loss& loss : {Loss(Logistic{}), Loss(SquaredHinge{})}) {
    Plain plain = random_plain(40, 5, Targets::classes, 10);
    const FitSpec spec = precise(loss, L1{0.02});
    const Model usual = fit_one(plain, spec);
    for (const auto& [negative, positive] : {std::pair{0.0, 1.0}, {1.0, 2.0}, {-7.5, 1e9}}) {
      Plain other = plain;
      for (double& y : other.label) y = y > 0 ? positive : negative;
      const Model model = fit_one(other, spec);
      EXPECT_EQ(model.value, usual.value);
      EXPECT_EQ(model.classes, (ClassLabels{negative, positive, false}));
    }
    FitSpec turned = spec;
    turned.problem.positive = -1;
    const Model mirrored = fit_one(plain, turned);
    EXPECT_NEAR(mirrored.intercept, -usual.intercept, 1e-9);
    ASSERT_EQ(mirrored.value.size(), usual.value.size());
    for (std::size_t k = 0; k < usual.value.size(); ++k) EXPECT_NEAR(mirrored.value[k], -usual.value[k], 1e-9);
  }
}

TEST_F(Coincide, EveryDesignGivesTheSameAnswer) {
  for (const auto& [loss, penalty] : all_pairs()) {
    const Plain plain = random_plain(40, 6, targets_of(loss), 12);
    FitSpec spec = precise(loss, with_strength(penalty, 0.05, std::nullopt));
    for (const bool standardize : {false, true}) {
      spec.problem.standardize = standardize;
      const Model dense = fit_one(plain, spec);
      for (const Kind kind : all_kinds) expect_same(fit_one(plain, spec, kind), dense, 1e-7);
    }
  }
}

TEST_F(Coincide, EveryRuleFindsTheMinimumOfAConvexProblem) {
  for (const Loss& loss : all_losses()) {
    for (const Penalty& penalty : {Penalty(L1{0.03}), Penalty(None{})}) {
      const Plain plain = random_plain(40, 5, targets_of(loss), 13);
      FitSpec spec = precise(loss, penalty);
      spec.stop.tolerance = 1e-9;
      spec.stop.max_iterations = 100'000;
      spec.problem.ridge = 0.01;
      const Model usual = fit_one(plain, spec);
      for (const StepStart step : {StepStart::one, StepStart::previous, StepStart::bb}) {
        for (const AcceptanceKind acceptance : {AcceptanceKind::monotone, AcceptanceKind::nonmonotone}) {
          for (const double sigma : {1e-5, 0.5}) {
            GistOptions options;
            options.step = step;
            options.acceptance = acceptance;
            options.sigma = sigma;
            options.eta = sigma == 0.5 ? 3 : 2;
            spec.solver = options;
            expect_same(fit_one(plain, spec), usual, 1e-6);
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace gist::testing
