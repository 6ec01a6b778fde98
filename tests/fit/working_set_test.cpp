#include <gtest/gtest.h>

#include <cmath>

#include "gist/simulate/text.hpp"
#include "tests/support/pairs.hpp"
#include "tests/support/plain_problem.hpp"

namespace gist::testing {
namespace {

/// Data no engine likes, with every loss it suits: the answer must be as good as gist's, or the same.
class AwkwardData : public ::testing::TestWithParam<Pair> {
 protected:
  Plain base(std::size_t rows, std::size_t columns, std::uint64_t seed) const {
    return random_plain(rows, columns, targets_of(GetParam().loss), seed);
  }
  FitSpec spec() const {
    FitSpec spec = spec_of(GetParam().loss, GetParam().penalty);
    if (!std::holds_alternative<None>(spec.penalty)) spec.problem.lambda_ratio = 0.2;
    spec.problem.ridge = 0.01;  // a minimum always exists
    spec.stop.max_iterations = 50'000;
    return spec;
  }
  /// All three residuals hold, by the judge; on a convex problem the objective is gist's.
  void expect_good(const Plain& plain, FitSpec fit_spec) {
    fit_spec.solver = WorkingSetOptions{};
    const Model model = fit(plain.data(Kind::sparse_rows), fit_spec, team_);
    ASSERT_EQ(model.report.status, Status::converged) << model.report.iterations;
    const Judgement judged = judge(plain, model);
    const double scale = model.report.gradient_scale;
    for (const auto residual : {judged.critical, judged.prox, judged.coordinate})
      EXPECT_LE(residual, (1e-6 + 1e-11) * scale);
    if (!is_convex(GetParam().penalty)) return;
    fit_spec.solver = GistOptions{};
    const Model gist = fit(plain.data(Kind::sparse_rows), fit_spec, team_);
    EXPECT_NEAR(model.report.certificate.objective(), gist.report.certificate.objective(),
                1e-9 * (1 + std::abs(gist.report.certificate.objective())));
  }
  Team team_{1};
};

TEST_P(AwkwardData, DuplicatedZeroAndConstantColumns) {
  Plain plain = base(40, 9, 1);
  for (std::size_t i = 0; i < 40; ++i) {
    plain.x.at(i, 3) = plain.x.at(i, 1);
    plain.x.at(i, 4) = -plain.x.at(i, 1);
    plain.x.at(i, 5) = 0;
    plain.x.at(i, 6) = 1;
  }
  for (const bool intercept : {true, false}) {
    SCOPED_TRACE(intercept);
    FitSpec fit_spec = spec();
    fit_spec.problem.intercept = intercept;
    expect_good(plain, fit_spec);
  }
}

TEST_P(AwkwardData, ColumnsOfEveryScale) {
  Plain plain = base(40, 8, 2);
  for (std::size_t i = 0; i < 40; ++i) {
    plain.x.at(i, 2) *= 1024;
    plain.x.at(i, 5) /= 1024;
  }
  FitSpec fit_spec = spec();
  fit_spec.problem.standardize = true;
  expect_good(plain, fit_spec);
}

TEST_P(AwkwardData, OneColumnOneSampleMoreColumnsThanSamples) {
  expect_good(base(30, 1, 3), spec());
  expect_good(base(12, 60, 4), spec());
  expect_good(base(400, 3, 5), spec());
}

TEST_P(AwkwardData, EverythingActive) {
  FitSpec fit_spec = spec();
  if (!std::holds_alternative<None>(fit_spec.penalty)) fit_spec.problem.lambda_ratio = 1e-4;
  expect_good(base(60, 12, 6), fit_spec);
}

INSTANTIATE_TEST_SUITE_P(AllPairs, AwkwardData, ::testing::ValuesIn(all_pairs()), pair_name);

/// However few columns may enter at a time, a convex problem has one answer.
TEST(WorkingSet, TheSizeOfTheSetDoesNotMatter) {
  const Plain plain = random_plain(60, 40, Targets::classes, 8);
  Team team(1);
  FitSpec spec = spec_of(Logistic{}, L1{});
  spec.problem.lambda_ratio = 0.05;
  spec.stop.tolerance = 1e-9;
  double objective = 0;
  for (const int first : {1, 3, 100}) {
    WorkingSetOptions options;
    options.first_columns = first;
    spec.solver = options;
    const Model model = fit(plain.data(Kind::sparse_rows), spec, team);
    EXPECT_EQ(model.report.status, Status::converged);
    if (objective == 0) objective = model.report.certificate.objective();
    EXPECT_NEAR(model.report.certificate.objective(), objective, 1e-12);
  }
}

TEST(WorkingSet, TheObjectiveNeverRises) {
  Team team(1);
  for (const auto& [loss, penalty] : all_pairs()) {
    const Plain plain = random_plain(50, 30, targets_of(loss), 9);
    FitSpec spec = spec_of(loss, with_strength(penalty, 0.01, std::nullopt));
    spec.solver = WorkingSetOptions{};
    double last = infinity;
    FitControls controls;
    controls.observe = [&](const Step& step, double) {
      EXPECT_LE(step.objective, step.objective_before * (1 + 1e-15) + 1e-15) << name_of(penalty);
      EXPECT_LE(step.objective, last * (1 + 1e-15) + 1e-15);
      last = step.objective;
    };
    fit(plain.data(), spec, team, controls);
  }
}

/// Where lsp is too concave for Newton a coefficient creeps by the bound of its column: moves that are small beside the
/// curvature here, and must not be taken for none. Half of these fits used to end so.
TEST(WorkingSet, CreepsWhereItCannotLeap) {
  Team team(1);
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    Plain plain = random_plain(60, 400, Targets::classes, seed);
    for (double& x : plain.x.value) x = std::abs(x) > 2.2 ? 1 : 0;
    FitSpec spec = spec_of(Logistic{}, Lsp{});
    spec.problem.intercept = false;
    spec.problem.theta_ratio = 1;
    spec.problem.lambda_ratio = 1.0 / 300;
    const Model model = fit(plain.data(Kind::sparse_rows), spec, team);
    EXPECT_EQ(model.report.status, Status::converged) << seed;
  }
}

/// Where counts are explained by rare columns the curvature of poisson loss here promises jumps that its curvature on
/// the way does not keep. They used to be tried for ten thousand steps, or until the line search gave up.
TEST(WorkingSet, DoesNotWantJumpsThatPoissonDoesNotKeep) {
  Team team(1);
  for (const Penalty& penalty :
       {Penalty(Mcp{}), Penalty(Geman{.theta = 0.1}), Penalty(Lsp{.theta = 0.01}), Penalty(L0{}), Penalty(Scad{})}) {
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
      Plain plain = random_plain(40, seed % 2 == 0 ? 8 : 60, Targets::counts, seed);
      for (double& x : plain.x.value) x = std::abs(x) > 1.9 ? std::round(2 * x) / 4 : 0;
      for (const SolverOptions& solver : {SolverOptions(AutoOptions{}), SolverOptions(WorkingSetOptions{})}) {
        FitSpec spec = spec_of(Poisson{}, penalty);
        spec.problem.lambda_ratio = seed % 3 == 0 ? 0.5 : 0.1;
        spec.problem.intercept = seed % 4 == 0;
        spec.solver = solver;
        const FitReport report = fit(plain.data(Kind::sparse_rows), spec, team).report;
        EXPECT_TRUE(report.status == Status::converged || report.status == Status::unbounded)
            << seed << " " << name_of(penalty) << " " << to_string(report.status);
        EXPECT_LE(report.certificate.coordinate, 1.01e-6 * report.gradient_scale) << seed << " " << name_of(penalty);
      }
    }
  }
}

/// No penalty to speak of, and a design that is read by rows alone.
TEST(WorkingSet, PoissonWithoutALambdaIsConvexWhateverThePenalty) {
  Team team(1);
  const Plain plain = random_plain(300, 12, Targets::counts, 3);
  const FitReport report = fit(plain.data(Kind::sparse_rows), spec_of(Poisson{}, Mcp{.lambda = 0}), team).report;
  EXPECT_EQ(report.status, Status::converged);
}

/// Columns that make up for one another, with a penalty that hardly minds how far they go: every model is right, and
/// moves them a little. Both fits used to end at ten thousand steps; one has bounds that longer steps must not leave.
TEST(WorkingSet, TakesLongerStepsWhereItWouldCreep) {
  constexpr double bound = 300;  // one of the weights ends there
  Team team(1);
  FitSpec spec = spec_of(Logistic{}, Lsp{.theta = 0.01});
  spec.problem.intercept = false;
  spec.solver = WorkingSetOptions{};
  for (const bool bounded : {false, true}) {
    FitData data;
    const std::uint64_t seed = bounded ? 3 : 1;
    data.dataset =
        simulate_text({.rows = 200, .features = 150, .nonzeros = 3000, .topics = 6, .seed = seed}, team).data;
    if (bounded) data.lower = {-bound}, data.upper = {bound};
    spec.problem.lambda_ratio = bounded ? 0.03 : 0.01;
    const Model model = fit(data, spec, team);
    EXPECT_EQ(model.report.status, Status::converged);
    EXPECT_LT(model.report.iterations, 1000);
    for (const double w : dense_w(model)) EXPECT_LE(std::abs(w), bounded ? bound : infinity);
  }
}

/// Few samples of columns that all but point one way, as gene expressions do that are not centred, at a small lambda:
/// which of them go is found by a factor of the curvature. Sweeps alone do not get there in ten thousand steps.
TEST(WorkingSet, ChoosesBetweenLikeColumnsInFewSteps) {
  Team team(1);
  for (const Kind kind : {Kind::dense, Kind::sparse_rows}) {
    Plain plain = random_plain(60, 600, Targets::numbers, 7);
    for (std::size_t j = 0; j < 600; ++j)
      for (std::size_t i = 0; i < 60; ++i) plain.x.at(i, j) += 30 + static_cast<double>(j % 8) / 4;
    FitSpec spec = spec_of(Squared{}, L1{});
    spec.problem.intercept = false;
    spec.problem.lambda_ratio = 1e-3;
    spec.solver = WorkingSetOptions{};
    const Model model = fit(plain.data(kind), spec, team);
    EXPECT_EQ(model.report.status, Status::converged);
    EXPECT_LT(model.report.iterations, 100);
    EXPECT_LE(model.index.size(), 60U);
  }
}

/// Columns that are all but sums of a dozen others, far from 0, as measurements of like things are: under a penalty
/// that bends more than the loss does there is no minimum on most branches, and what the loss leaves undecided is as
/// good one way as the other. Steps by coordinates took hundreds of models of hundreds of sweeps.
TEST(WorkingSet, GetsThroughWhereColumnsAddUpAndThePenaltyBendsMore) {
  Team team(1);
  constexpr std::size_t rows = 150, columns = 120, factors = 12;
  const Plain hidden = random_plain(rows, factors, Targets::numbers, 5);
  const Plain mix = random_plain(factors, columns, Targets::numbers, 6),
              noise = random_plain(rows, 80, Targets::numbers, 7);
  Plain plain;
  plain.x = {rows, columns, std::vector<double>(rows * columns)};
  plain.label = hidden.label;
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < columns; ++j) {
      double x = j < 80 ? static_cast<double>(j % 13) + 0.05 * noise.x.at(i, j) : 0;
      for (std::size_t k = 0; j < 80 && k < factors; ++k) x += hidden.x.at(i, k) * mix.x.at(k, j);
      plain.x.at(i, j) = j < 80 ? x : plain.x.at(i, j - 80) + plain.x.at(i, j - 40);
    }
  }
  for (const Penalty& penalty : {Penalty(Mcp{}), Penalty(Scad{}), Penalty(CappedL1{})}) {
    for (const double ratio : {1e-3, 3e-4}) {
      FitSpec spec = spec_of(Squared{}, penalty);
      spec.solver = WorkingSetOptions{};
      spec.problem.standardize = true;
      spec.problem.lambda_ratio = ratio;
      if (std::holds_alternative<CappedL1>(penalty)) spec.problem.theta_ratio = 3;
      const FitReport report = fit(plain.data(Kind::dense), spec, team).report;
      EXPECT_EQ(report.status, Status::converged) << name_of(penalty) << " " << ratio;
      EXPECT_LT(report.iterations, 50) << name_of(penalty) << " " << ratio;
    }
  }
}

/// Where GIST from zero stops high, the exact operator at each coordinate's own curvature goes on.
TEST(WorkingSet, JumpsWhereItPays) {
  Plain plain;
  plain.x = {6, 2, {0.1, 0, 0.1, 0, 0.1, 0, 0, 1, 0, 1, 0, -2}};
  plain.label = {1, 1, 1, 0.1, -0.1, 0};
  FitSpec spec = spec_of(Squared{}, Mcp{0.06, 3});
  spec.problem.intercept = false;
  Team team(1);
  spec.solver = WorkingSetOptions{};
  const Model model = fit(plain.data(), spec, team);
  // Column 1 has gradient 0.05 < lambda and curvature 0.005 < 1/theta: its best weight, 10, costs theta lambda^2 / 2.
  ASSERT_EQ(model.index.size(), 1U);
  EXPECT_NEAR(model.value[0], 10, 1e-4);
  EXPECT_NEAR(model.report.certificate.penalty, 3 * 0.06 * 0.06 / 2, 1e-12);
}

}  // namespace
}  // namespace gist::testing
