#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/pairs.hpp"
#include "tests/support/plain_problem.hpp"

namespace gist::testing {
namespace {

/// Every solver but gist, in every variant, that takes the penalty.
std::vector<SolverOptions> rivals_for(const Penalty& penalty) {
  std::vector<SolverOptions> all{IstaOptions{}, SparsaOptions{}, ScpOptions{}, WorkingSetOptions{}};
  for (const Restart restart : {Restart::none, Restart::gradient, Restart::objective})
    all.emplace_back(FistaOptions{.restart = restart});
  for (const InnerSolver inner : {InnerSolver::nesterov, InnerSolver::sparsa}) {
    MultistageOptions options;
    options.inner = inner;
    all.emplace_back(options);
  }
  VirlOptions virl;
  virl.step = StepStart::bb;
  all.emplace_back(virl);
  FitSpec spec = spec_of(Squared{}, penalty);
  std::erase_if(all, [&](const SolverOptions& solver) {
    spec.solver = solver;
    return !faults(spec).empty();
  });
  return all;
}

bool is_virl(const SolverOptions& solver) { return std::holds_alternative<VirlOptions>(solver); }

class Rivals : public ::testing::TestWithParam<Pair> {
 protected:
  Plain problem(std::uint64_t seed) const { return random_plain(40, 7, targets_of(GetParam().loss), seed); }
  FitSpec spec() const {
    FitSpec spec = spec_of(GetParam().loss, GetParam().penalty);
    if (!std::holds_alternative<None>(spec.penalty)) spec.problem.lambda_ratio = 0.15;
    spec.stop.max_iterations = 100'000;
    return spec;
  }
  std::vector<SolverOptions> rivals() const { return rivals_for(GetParam().penalty); }
  Team team_{1};
};

/// The report is true by the judge that shares no code with the library, and the end is a critical point.
void expect_critical(const Plain& plain, const Model& model) {
  const auto& report = model.report;
  const Judgement judged = judge(plain, model);
  const double scale = report.gradient_scale;
  ASSERT_EQ(report.status, Status::converged) << report.iterations << " iterations";
  EXPECT_NEAR(report.certificate.objective(), static_cast<double>(judged.objective()),
              1e-12 * (1 + std::abs(report.certificate.objective())));
  EXPECT_NEAR(report.certificate.critical, static_cast<double>(judged.critical), 1e-9 * scale);
  EXPECT_NEAR(report.certificate.prox, static_cast<double>(judged.prox), 1e-9 * scale);
  EXPECT_LE(judged.critical, 2e-6 * scale);
  if (std::holds_alternative<WorkingSetOptions>(model.spec.solver)) {
    for (const auto residual : {judged.critical, judged.prox, judged.coordinate})
      EXPECT_LE(residual, 1e-6 * scale * (1 + 1e-9)) << "it stops when all three hold";
  }
  if (is_convex(model.spec.penalty)) {
    EXPECT_LE(judged.prox, 1e-6 * scale * (1 + 1e-9));
  }
}

TEST_P(Rivals, EndAtACriticalPointOnEveryDesign) {
  for (const auto& solver : rivals()) {
    std::uint64_t seed = 1;
    for (const Kind kind : {Kind::dense, Kind::sparse_rows, Kind::sparse_float}) {
      for (const bool intercept : {true, false}) {
        for (const bool standardize : {true, false}) {
          SCOPED_TRACE(::testing::Message() << name_of(solver) << " kind " << static_cast<int>(kind) << " intercept "
                                            << intercept << " standardize " << standardize);
          const Plain plain = problem(seed++);
          FitSpec fit_spec = spec();
          fit_spec.solver = solver;
          fit_spec.problem.intercept = intercept;
          fit_spec.problem.standardize = standardize;
          fit_spec.problem.ridge = seed % 3 == 0 ? 0.05 : 0;
          expect_critical(plain, fit(plain.data(kind), fit_spec, team_));
        }
      }
    }
  }
}

TEST_P(Rivals, TakeWeightsOffsetsFactorsAndBounds) {
  Plain plain = problem(77);
  for (std::size_t i = 0; i < plain.x.rows; ++i) {
    plain.weight.push_back(static_cast<double>(i % 4));
    plain.offset.push_back(0.1 * static_cast<double>(i % 5) - 0.2);
  }
  plain.factor = {1, 0, 2, 0.5, 1, 3, 1};
  plain.lower = {-0.2, -infinity, 0, -1, 0.1, -0.05, -infinity};
  plain.upper = {0.3, 0.4, infinity, 1, 0.5, infinity, -0.02};
  for (const auto& solver : rivals()) {
    for (const bool standardize : {true, false}) {
      SCOPED_TRACE(::testing::Message() << name_of(solver) << " standardize " << standardize);
      FitSpec fit_spec = spec();
      fit_spec.solver = solver;
      fit_spec.problem.standardize = standardize;
      fit_spec.problem.ridge = 0.01;
      const Model model = fit(plain.data(Kind::sparse_rows), fit_spec, team_);
      expect_critical(plain, model);
      const auto w = dense_w(model);
      for (std::size_t j = 0; j < w.size(); ++j) {
        EXPECT_GE(w[j], plain.lower[j]) << j;
        EXPECT_LE(w[j], plain.upper[j]) << j;
      }
    }
  }
}

TEST_P(Rivals, AgreeWithGistOnConvexProblems) {
  if (!is_convex(GetParam().penalty)) return;
  const Plain plain = problem(21);
  FitSpec fit_spec = spec();
  fit_spec.stop.tolerance = 1e-9;
  const Model gist = fit(plain.data(Kind::sparse_rows), fit_spec, team_);
  for (const auto& solver : rivals()) {
    SCOPED_TRACE(name_of(solver));
    fit_spec.solver = solver;
    const Model model = fit(plain.data(Kind::sparse_rows), fit_spec, team_);
    EXPECT_EQ(model.report.status, Status::converged);
    EXPECT_NEAR(model.report.certificate.objective(), gist.report.certificate.objective(),
                1e-12 * (1 + std::abs(gist.report.certificate.objective())));
    const auto w = dense_w(model), v = dense_w(gist);
    for (std::size_t j = 0; j < w.size(); ++j) EXPECT_NEAR(w[j], v[j], 1e-5 * (1 + std::abs(v[j])));
  }
}

TEST_P(Rivals, StayAtZeroFromLambdaMaxOn) {
  if (std::holds_alternative<None>(GetParam().penalty) || std::holds_alternative<Lq>(GetParam().penalty)) return;
  const Plain plain = problem(5);
  for (const auto& solver : rivals()) {
    // It may jump away from 0 to a lower point, as gist may.
    if (std::holds_alternative<WorkingSetOptions>(solver) && !is_convex(GetParam().penalty)) continue;
    SCOPED_TRACE(name_of(solver));
    FitSpec fit_spec = spec();
    fit_spec.solver = solver;
    fit_spec.problem.lambda_ratio = 1.0001;
    const Model model = fit(plain.data(), fit_spec, team_);
    EXPECT_TRUE(model.index.empty());
    EXPECT_EQ(model.report.status, Status::converged);
  }
}

TEST_P(Rivals, AWarmStartAtTheAnswerStopsAtOnce) {
  const Plain plain = problem(13);
  for (const auto& solver : rivals()) {
    if (is_virl(solver)) continue;  // begins with its largest epsilon wherever it starts
    SCOPED_TRACE(name_of(solver));
    FitSpec fit_spec = spec();
    fit_spec.solver = solver;
    const Model cold = fit(plain.data(), fit_spec, team_);
    fit_spec.problem.lambda_ratio.reset();
    fit_spec.penalty = cold.spec.penalty;
    const Model warm = fit(plain.data(), fit_spec, team_, {.observe = {}, .interrupt = nullptr, .start = &cold});
    EXPECT_EQ(warm.report.status, Status::converged);
    EXPECT_LE(warm.report.iterations, 1);
    EXPECT_EQ(warm.value, cold.value);
  }
}

TEST_P(Rivals, GiveTheSameBitsOnAnyNumberOfThreads) {
  const Plain plain = problem(31);
  Team two(2);
  for (const auto& solver : rivals()) {
    SCOPED_TRACE(name_of(solver));
    FitSpec fit_spec = spec();
    fit_spec.solver = solver;
    const Model one = fit(plain.data(Kind::sparse_rows), fit_spec, team_);
    const Model other = fit(plain.data(Kind::sparse_rows), fit_spec, two);
    EXPECT_EQ(one.value, other.value);
    EXPECT_EQ(one.report.iterations, other.report.iterations);
  }
}

/// What the observer is told is the objective of the problem as stated, whatever a method works on inside.
TEST_P(Rivals, ReportTheObjectiveAsStated) {
  const Plain plain = problem(17);
  for (const auto& solver : rivals()) {
    SCOPED_TRACE(name_of(solver));
    FitSpec fit_spec = spec();
    fit_spec.solver = solver;
    fit_spec.stop.max_iterations = 0;
    const double start = fit(plain.data(), fit_spec, team_).report.certificate.objective();
    for (const int iterations : {1, 4, 11}) {
      fit_spec.stop.max_iterations = iterations;
      fit_spec.stop.tolerance = 0;
      double lowest = infinity;
      std::int64_t passes = 0;
      FitControls controls;
      controls.observe = [&](const Step& step, double) {
        lowest = std::min(lowest, step.objective);
        EXPECT_GT(step.passes, passes);
        passes = step.passes;
      };
      const Model model = fit(plain.data(), fit_spec, team_, controls);
      // The answer is the best point seen, the start among them. Multistage knows the best by its stage's objective,
      // which is at least the true one.
      const double answer = model.report.certificate.objective();
      EXPECT_LE(answer, start + 1e-12 * (1 + std::abs(start)));
      if (!std::holds_alternative<MultistageOptions>(solver)) {
        EXPECT_NEAR(answer, std::min(lowest, start), 1e-12 * (1 + std::abs(answer)));
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(AllPairs, Rivals, ::testing::ValuesIn(all_pairs()), pair_name);

TEST(RivalErrors, EachSaysInOneSentenceWhatItCannotDo) {
  const auto complaint = [](const SolverOptions& solver, const Penalty& penalty) {
    FitSpec spec = spec_of(Logistic{}, penalty);
    spec.solver = solver;
    const auto found = faults(spec);
    return found.size() == 1 ? found.front() : "faults: " + std::to_string(found.size());
  };
  EXPECT_EQ(complaint(FistaOptions{}, Mcp{}),
            "--solver fista needs a convex penalty, and the penalty mcp is not convex: use --solver gist, scp or "
            "multistage");
  EXPECT_EQ(complaint(ScpOptions{}, L0{}),
            "--solver scp linearises the concave part of the penalty, and the penalty l0 has none to split off (its "
            "slope at 0 is infinite): use --solver gist");
  EXPECT_EQ(complaint(VirlOptions{}, L1{}),
            "--solver virl is for the penalty lq alone, not for the penalty l1: use --solver gist");
  EXPECT_EQ(complaint(VirlOptions{}, Lq{}), "faults: 0");
  EXPECT_EQ(complaint(IstaOptions{}, None{}), "faults: 0");
}

}  // namespace
}  // namespace gist::testing
