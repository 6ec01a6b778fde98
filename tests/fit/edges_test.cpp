#include <gtest/gtest.h>

#include <cmath>

#include "gist/core/error.hpp"
#include "gist/fit/fitting.hpp"
#include "tests/support/pairs.hpp"
#include "tests/support/plain_problem.hpp"

namespace gist::testing {
namespace {

/// Problems at the edge: whatever they are, the answer is finite, certified by the judge, and reached.
class Edges : public ::testing::TestWithParam<Pair> {
 protected:
  FitSpec spec(double lambda = 0.05) const {
    return spec_of(GetParam().loss, with_strength(GetParam().penalty, lambda, std::nullopt));
  }
  Targets targets() const { return targets_of(GetParam().loss); }
  Model fit_and_judge(const Plain& plain, const FitSpec& fit_spec, Kind kind = Kind::dense) {
    Model model = fit(plain.data(kind), fit_spec, team_);
    const Judgement judged = judge(plain, model);
    const double scale = model.report.gradient_scale;
    EXPECT_TRUE(std::isfinite(model.report.certificate.objective()));
    EXPECT_NEAR(model.report.certificate.objective(), static_cast<double>(judged.objective()),
                1e-11 * (1 + std::abs(model.report.certificate.objective())));
    EXPECT_EQ(model.report.status, Status::converged) << model.report.iterations;
    EXPECT_LE(judged.prox, 1.001e-6 * scale + 1e-15);
    EXPECT_NEAR(model.report.certificate.critical, static_cast<double>(judged.critical), 1e-9 * scale + 1e-15);
    return model;
  }
  bool convex() const { return is_convex(GetParam().penalty); }
  Team team_{1};
};

TEST_P(Edges, AZeroDesign) {
  Plain plain = random_plain(12, 3, targets(), 1);
  for (double& x : plain.x.value) x = 0;
  for (const bool standardize : {false, true}) {
    for (const Kind kind : {Kind::dense, Kind::sparse_rows}) {
      FitSpec fit_spec = spec();
      fit_spec.problem.standardize = standardize;
      const Model model = fit_and_judge(plain, fit_spec, kind);
      EXPECT_TRUE(model.index.empty());
      EXPECT_EQ(model.report.gradient_scale, 0);
      EXPECT_EQ(model.report.lambda_max, 0);
    }
  }
}

/// The intercept does all that constant columns could: their gradient is 0 but for rounding, which is no scale for a
/// lambda or a tolerance.
TEST_P(Edges, OnlyConstantColumns) {
  Plain plain = random_plain(41, 3, targets(), 5);
  for (std::size_t i = 0; i < 41; ++i) {
    plain.x.at(i, 0) = 1, plain.x.at(i, 1) = -2.5, plain.x.at(i, 2) = 1e3;
    if (targets() == Targets::numbers) plain.label[i] += 1e4;
  }
  for (const Kind kind : {Kind::dense, Kind::sparse_rows}) {
    for (const SolverOptions& solver : {SolverOptions(AutoOptions{}), SolverOptions(GistOptions{})}) {
      FitSpec fit_spec = spec();
      if (!std::holds_alternative<None>(fit_spec.penalty)) fit_spec.problem.lambda_ratio = 0.01;
      if (theta_of(fit_spec.penalty)) fit_spec.problem.theta_ratio = 2.5;
      fit_spec.solver = solver;
      const Model model = fit_and_judge(plain, fit_spec, kind);
      EXPECT_TRUE(model.index.empty());
      EXPECT_EQ(model.report.lambda_max, 0);
      EXPECT_GT(model.report.gradient_scale, 1);
    }
  }
}

/// Rounding is told from a signal by the data, not by its size.
TEST(Rounding, IsNotWhatIsOnlySmall) {
  Team team(1);
  FitSpec spec = spec_of(Squared{}, L1{});
  spec.problem.lambda_ratio = 0.1;
  const auto found = [&](const Plain& plain) { return fit(plain.data(Kind::sparse_rows), spec, team).report; };
  const Plain plain = random_plain(60, 8, Targets::numbers, 7);
  const FitReport as_is = found(plain);

  Plain other = plain;
  for (double& y : other.label) y *= 1e-18;
  EXPECT_NEAR(found(other).lambda_max, 1e-18 * as_is.lambda_max, 1e-26);
  EXPECT_EQ(found(other).status, Status::converged);

  other = plain;
  for (double& y : other.label) y += 1e9;  // six digits of the labels are left
  EXPECT_NEAR(found(other).lambda_max, as_is.lambda_max, 1e-5);

  other = plain;
  for (double& x : other.x.value) x *= 1e-12;
  for (std::size_t i = 0; i < 60; ++i) other.x.at(i, 3) = 1e9;  // rounding here is larger than what the others have
  const FitReport beside = found(other);
  EXPECT_LT(beside.lambda_max, 1.001e-12 * as_is.lambda_max);
  EXPECT_GT(beside.lambda_max, 0);
}

/// Nothing is taken on a solver's word: what says it has converged and is far from a critical point has not.
TEST_P(Edges, AnAnswerIsNotBelievedAgainstItsCertificate) {
  const FitData data = random_plain(40, 4, targets(), 3).data(Kind::dense);
  const FitSpec asked = spec();
  Fitting fitting(data, asked, team_);
  Answer answer = fitting.start();
  answer.penalty = fitting.settled();
  answer.point.w.assign(4, 1.7);
  answer.status = Status::converged;
  EXPECT_EQ(fitting.judge(answer).status, Status::line_search_failed);
  Answer found = fitting.solve(fitting.settled(), fitting.start());
  EXPECT_EQ(fitting.judge(found).status, Status::converged);
}

TEST_P(Edges, ZeroColumnsStayAtZero) {
  Plain plain = random_plain(30, 5, targets(), 2);
  for (std::size_t i = 0; i < 30; ++i) plain.x.at(i, 0) = plain.x.at(i, 4) = 0;
  for (const bool standardize : {false, true}) {
    FitSpec fit_spec = spec();
    fit_spec.problem.standardize = standardize;
    const auto w = dense_w(fit_and_judge(plain, fit_spec, Kind::sparse_rows));
    EXPECT_EQ(w[0], 0);
    EXPECT_EQ(w[4], 0);
  }
}

TEST_P(Edges, OneFeature) {
  const Plain plain = random_plain(30, 1, targets(), 3);
  const Model model = fit_and_judge(plain, spec(0.02));
  const auto w = dense_w(model);
  // No point of a fine grid is lower than the answer by more than the stopping rule allows, where there is but one
  // valley.
  if (!convex()) return;
  for (int k = -300; k <= 300; ++k) {
    const double other = w[0] + 0.01 * k;
    EXPECT_GE(objective_at(plain, model.spec, {other}, model.intercept) + 1e-10,
              static_cast<Real>(model.report.certificate.objective()));
  }
}

TEST_P(Edges, DuplicateColumns) {
  Plain plain = random_plain(30, 4, targets(), 4);
  for (std::size_t i = 0; i < 30; ++i) plain.x.at(i, 3) = plain.x.at(i, 0);
  fit_and_judge(plain, spec());
  FitSpec by_gist = spec();
  by_gist.solver = GistOptions{};
  const auto w = dense_w(fit_and_judge(plain, by_gist));
  EXPECT_EQ(w[0], w[3]) << "from 0, equal columns are treated equally";
}

TEST_P(Edges, ColumnsScaledFromTinyToHuge) {
  Plain plain = random_plain(40, 5, targets(), 5);
  const std::vector<double> unit{1e-8, 1e-4, 1, 1e4, 1e8};
  for (std::size_t i = 0; i < 40; ++i) {
    for (std::size_t j = 0; j < 5; ++j) plain.x.at(i, j) *= unit[j];
  }
  FitSpec fit_spec = spec();
  fit_spec.stop.max_iterations = 2000;
  const Model raw = fit(plain.data(), fit_spec, team_);  // may well not converge: 32 powers of ten of curvature
  const Judgement judged = judge(plain, raw);
  EXPECT_NEAR(raw.report.certificate.objective(), static_cast<double>(judged.objective()), 1e-9);
  EXPECT_LE(raw.report.certificate.objective(),
            static_cast<double>(objective_at(plain, raw.spec, std::vector<double>(5),
                                             fit(
                                                 plain.data(),
                                                 [&] {
                                                   FitSpec none = fit_spec;
                                                   none.stop.max_iterations = 0;
                                                   return none;
                                                 }(),
                                                 team_)
                                                 .intercept)) +
                1e-12)
      << "never worse than where it began";
}

TEST_P(Edges, LambdaZeroIsNoPenalty) {
  const Plain plain = random_plain(40, 3, targets(), 6);
  FitSpec zero = spec(0), none = spec_of(GetParam().loss, None{});
  zero.stop.tolerance = none.stop.tolerance = 1e-10;
  const auto w = dense_w(fit_and_judge(plain, zero)), v = dense_w(fit_and_judge(plain, none));
  for (std::size_t j = 0; j < 3; ++j) EXPECT_NEAR(w[j], v[j], 1e-7);
}

TEST_P(Edges, MoreFeaturesThanSamples) {
  const Plain plain = random_plain(8, 30, targets(), 11);
  FitSpec fit_spec = spec(0.08);
  fit_spec.problem.ridge = 0.05;  // so that separable classes have an answer too
  fit_and_judge(plain, fit_spec, Kind::sparse_rows);
}

INSTANTIATE_TEST_SUITE_P(AllPairs, Edges, ::testing::ValuesIn(all_pairs()), pair_name);

TEST(OneSample, NumbersAndCounts) {
  Team team(1);
  Plain plain;
  plain.x = {1, 2, {1.5, -2}};
  plain.label = {3};
  for (const Loss& loss : {Loss(Squared{}), Loss(Huber{}), Loss(Poisson{})}) {
    FitSpec spec = spec_of(loss, L1{0.1});
    const Model with = fit(plain.data(), spec, team);
    EXPECT_EQ(with.report.status, Status::converged);
    EXPECT_TRUE(with.index.empty()) << "the intercept explains one sample";
    EXPECT_NEAR(with.intercept, std::holds_alternative<Poisson>(loss) ? std::log(3) : 3, 1e-12);
    spec.problem.standardize = true;
    EXPECT_TRUE(fit(plain.data(), spec, team).index.empty()) << "one sample leaves every column constant";
    spec.problem.standardize = false;
    spec.problem.intercept = false;
    const Model without = fit(plain.data(), spec, team);
    EXPECT_EQ(without.report.status, Status::converged);
    EXPECT_EQ(without.index.size(), 1U) << "the lasso takes the longer column alone";
    EXPECT_EQ(without.index[0], 1);
  }
}

TEST(ConstantLabels, AreExplainedByTheIntercept) {
  Team team(1);
  Plain plain = random_plain(13, 4, Targets::numbers, 3);
  plain.label.assign(13, 0.1);
  for (const auto& penalty : all_penalties()) {
    for (const Loss& loss : {Loss(Squared{}), Loss(Huber{}), Loss(Poisson{})}) {
      const Model model = fit(plain.data(), spec_of(loss, penalty), team);
      if (!std::holds_alternative<None>(penalty)) {  // the gradient at 0 is rounding, and none of it penalised away
        EXPECT_EQ(model.report.status, Status::converged) << name_of(penalty) << " " << name_of(loss);
      }
      for (const double w : model.value) EXPECT_NEAR(w, 0, 1e-12);
      EXPECT_NEAR(model.intercept, std::holds_alternative<Poisson>(loss) ? std::log(0.1) : 0.1, 1e-12);
    }
  }
}

TEST(Interrupted, TheBestPointSoFarIsReturned) {
  Team team(1);
  const Plain plain = random_plain(40, 6, Targets::classes, 3);
  std::atomic<bool> flag{false};
  FitSpec spec = spec_of(Logistic{}, L1{0.001});
  spec.stop.tolerance = 1e-13;
  double lowest = infinity;
  const Model model = fit(plain.data(), spec, team,
                          {.observe =
                               [&](const Step& step, double) {
                                 lowest = std::min(lowest, step.objective);
                                 flag = step.iteration == 4;
                               },
                           .interrupt = &flag,
                           .start = nullptr});
  EXPECT_EQ(model.report.status, Status::interrupted);
  EXPECT_EQ(model.report.iterations, 4);
  EXPECT_NEAR(model.report.certificate.objective(), lowest, 1e-14);
}

TEST(WarmStart, IsMovedInsideTheBoundsAndOntoTheScale) {
  Team team(1);
  Plain plain = random_plain(40, 4, Targets::numbers, 3);
  const FitSpec spec = spec_of(Squared{}, L1{0.01});
  const Model free = fit(plain.data(), spec, team);
  plain.lower = {-0.1};
  plain.upper = {0.1};
  FitSpec stay = spec;
  stay.stop.max_iterations = 0;
  stay.problem.standardize = true;
  const Model moved = fit(plain.data(), stay, team, {.observe = {}, .interrupt = nullptr, .start = &free});
  const auto w = dense_w(free), v = dense_w(moved);
  for (std::size_t j = 0; j < 4; ++j) EXPECT_NEAR(v[j], std::clamp(w[j], -0.1, 0.1), 1e-15);
  EXPECT_EQ(moved.report.status, Status::iteration_limit);
}

TEST(WarmStart, OfAnotherWidthIsRefused) {
  Team team(1);
  const FitSpec spec = spec_of(Squared{}, L1{0.01});
  const Model small = fit(random_plain(20, 3, Targets::numbers, 1).data(), spec, team);
  try {
    fit(random_plain(20, 4, Targets::numbers, 1).data(), spec, team,
        {.observe = {}, .interrupt = nullptr, .start = &small});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::model);
    EXPECT_STREQ(error.what(), "the model to start from has 3 features, the data 4");
  }
}

}  // namespace
}  // namespace gist::testing
