#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/pairs.hpp"
#include "tests/support/plain_problem.hpp"

namespace gist::testing {
namespace {

/// What must hold of every fit, for every loss and penalty, by a judge that shares no code with the library.
class FitInvariants : public ::testing::TestWithParam<Pair> {
 protected:
  Plain problem(std::uint64_t seed) const { return random_plain(40, 7, targets_of(GetParam().loss), seed); }
  FitSpec spec() const {
    FitSpec spec = spec_of(GetParam().loss, GetParam().penalty);
    if (!std::holds_alternative<None>(spec.penalty)) spec.problem.lambda_ratio = 0.15;
    return spec;
  }
  Team team_{1};
};

void expect_close(double ours, Real theirs, double tolerance, const char* what) {
  EXPECT_NEAR(ours, static_cast<double>(theirs), tolerance) << what;
}

void expect_certified(const Plain& plain, const Model& model) {
  const auto& report = model.report;
  const auto& certificate = report.certificate;
  const Judgement judged = judge(plain, model);
  const double scale = report.gradient_scale;
  ASSERT_EQ(report.status, Status::converged) << report.iterations << " iterations";
  expect_close(scale, judged.gradient_scale, 1e-11 * scale, "gradient scale");
  expect_close(certificate.loss, judged.loss, 1e-12 * (1 + std::abs(certificate.loss)), "loss");
  expect_close(certificate.penalty, judged.penalty, 1e-12 * (1 + certificate.penalty), "penalty");
  expect_close(certificate.critical, judged.critical, 1e-9 * scale, "critical residual");
  expect_close(certificate.prox, judged.prox, 1e-9 * scale, "prox residual");
  expect_close(certificate.coordinate, judged.coordinate, 1e-9 * scale, "coordinate residual");
  expect_close(certificate.intercept_slope, judged.intercept_slope, 1e-11, "slope in the intercept");
  EXPECT_LE(judged.intercept_slope, 1e-11);
  EXPECT_LE(judged.prox, 1e-6 * scale * (1 + 1e-9)) << "the promise of the default stopping rule";
}

TEST_P(FitInvariants, CertificateIsTrueOnEveryDesign) {
  std::uint64_t seed = 1;
  for (const Kind kind : all_kinds) {
    for (const bool intercept : {true, false}) {
      for (const bool standardize : {true, false}) {
        SCOPED_TRACE(::testing::Message() << "kind " << static_cast<int>(kind) << " intercept " << intercept
                                          << " standardize " << standardize);
        const Plain plain = problem(seed++);
        FitSpec fit_spec = spec();
        fit_spec.problem.intercept = intercept;
        fit_spec.problem.standardize = standardize;
        fit_spec.problem.ridge = seed % 3 == 0 ? 0.05 : 0;
        expect_certified(plain, fit(plain.data(kind), fit_spec, team_));
      }
    }
  }
}

TEST_P(FitInvariants, CertificateIsTrueWithEverythingAtOnce) {
  Plain plain = problem(77);
  for (std::size_t i = 0; i < plain.x.rows; ++i) {
    plain.weight.push_back(static_cast<double>(i % 4));  // zeros among them
    plain.offset.push_back(0.1 * static_cast<double>(i % 5) - 0.2);
  }
  plain.factor = {1, 0, 2, 0.5, 1, 3, 1};
  plain.lower = {-0.2, -infinity, 0, -1, 0.1, -0.05, -infinity};
  plain.upper = {0.3, 0.4, infinity, 1, 0.5, infinity, -0.02};
  for (const bool standardize : {true, false}) {
    SCOPED_TRACE(standardize);
    FitSpec fit_spec = spec();
    fit_spec.problem.standardize = standardize;
    fit_spec.problem.ridge = 0.01;
    const Model model = fit(plain.data(Kind::sparse_rows), fit_spec, team_);
    expect_certified(plain, model);
    const auto w = dense_w(model);
    for (std::size_t j = 0; j < w.size(); ++j) {
      EXPECT_GE(w[j], plain.lower[j]) << j;
      EXPECT_LE(w[j], plain.upper[j]) << j;
    }
  }
}

TEST_P(FitInvariants, LambdaMaxIsWhereZeroBecomesCritical) {
  if (std::holds_alternative<None>(GetParam().penalty)) return;
  const Plain plain = problem(5);
  const bool always_critical =
      std::holds_alternative<L0>(GetParam().penalty) || std::holds_alternative<Lq>(GetParam().penalty);
  FitSpec fit_spec = spec();
  fit_spec.stop.max_iterations = 0;  // stay at w = 0 and have it certified
  fit_spec.problem.lambda_ratio = 1;
  const Model at_max = fit(plain.data(), fit_spec, team_);
  const double scale = at_max.report.gradient_scale;
  EXPECT_TRUE(at_max.index.empty());
  EXPECT_LE(at_max.report.certificate.critical, 1e-12 * scale);
  EXPECT_LE(judge(plain, at_max).critical, 1e-12 * scale);
  fit_spec.problem.lambda_ratio = 0.99;
  const Model below = fit(plain.data(), fit_spec, team_);
  if (always_critical) {
    expect_close(at_max.report.lambda_max, judge(plain, at_max).gradient_scale, 1e-11 * scale, "the l1 value");
    EXPECT_EQ(below.report.certificate.critical, 0);
  } else {
    EXPECT_NEAR(below.report.certificate.critical, 0.01 * scale, 1e-10 * scale);
  }
}

TEST_P(FitInvariants, PermutedColumnsGivePermutedCoefficients) {
  const Plain plain = problem(9);
  Plain turned = plain;
  const std::size_t d = plain.x.columns;
  const auto place = [&](std::size_t j) { return (j * 3 + 2) % d; };
  for (std::size_t i = 0; i < plain.x.rows; ++i) {
    for (std::size_t j = 0; j < d; ++j) turned.x.at(i, place(j)) = plain.x.at(i, j);
  }
  FitSpec fit_spec = spec();
  fit_spec.stop.tolerance = 1e-9;
  // Of several valleys, a method that takes columns in turn may find another one when they come in another order.
  const bool convex = is_convex(fit_spec.penalty);
  if (!convex) fit_spec.solver = GistOptions{};
  const Model one = fit(plain.data(Kind::sparse_rows), fit_spec, team_);
  const Model two = fit(turned.data(Kind::sparse_rows), fit_spec, team_);
  const auto w = dense_w(one), v = dense_w(two);
  for (std::size_t j = 0; j < d; ++j) EXPECT_NEAR(w[j], v[place(j)], 1e-6 * (1 + std::abs(w[j])));
  EXPECT_NEAR(one.report.certificate.objective(), two.report.certificate.objective(),
              1e-10 * (1 + std::abs(one.report.certificate.objective())));
}

TEST_P(FitInvariants, WarmStartAtTheAnswerStopsAtOnce) {
  const Plain plain = problem(13);
  FitSpec fit_spec = spec();
  const Model cold = fit(plain.data(), fit_spec, team_);
  fit_spec.problem.lambda_ratio.reset();
  fit_spec.penalty = cold.spec.penalty;
  const Model warm = fit(plain.data(), fit_spec, team_, {.observe = {}, .interrupt = nullptr, .start = &cold});
  EXPECT_EQ(warm.report.status, Status::converged);
  EXPECT_LE(warm.report.iterations, 1) << "the step that finds the residual small counts";
  EXPECT_EQ(warm.index, cold.index);
  EXPECT_EQ(warm.value, cold.value);
  EXPECT_NEAR(warm.intercept, cold.intercept, 1e-13 * (1 + std::abs(cold.intercept)));
}

INSTANTIATE_TEST_SUITE_P(AllPairs, FitInvariants, ::testing::ValuesIn(all_pairs()), pair_name);

}  // namespace
}  // namespace gist::testing
