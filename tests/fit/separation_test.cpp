#include <gtest/gtest.h>

#include <algorithm>

#include "gist/core/alternatives.hpp"
#include "tests/support/plain_problem.hpp"

namespace gist::testing {
namespace {

/// Classes that column 0 separates with a gap, beside two columns of noise.
Plain separable(std::uint64_t seed) {
  Plain plain = random_plain(40, 3, Targets::classes, seed);
  for (std::size_t i = 0; i < 40; ++i) {
    plain.x.at(i, 0) = (i % 2 == 0 ? 1 : -1) * (0.5 + 0.02 * static_cast<double>(i)) + 0.3;
    plain.label[i] = i % 2 == 0 ? 1 : -1;
  }
  return plain;
}

bool says(const Model& model, const std::string& part) {
  return std::any_of(model.report.warnings.begin(), model.report.warnings.end(),
                     [&](const std::string& w) { return w.find(part) != std::string::npos; });
}
bool warns_of_no_minimiser(const Model& model) {
  const bool told = says(model, "no minimiser");
  EXPECT_EQ(told, says(model, "--ridge") && told) << "the remedy belongs to it";
  return told;
}

FitSpec logistic(const Penalty& penalty) {
  FitSpec spec = spec_of(Logistic{}, penalty);
  spec.stop.max_iterations = 50'000;
  return spec;
}

class Separation : public ::testing::Test {
 protected:
  Team team_{1};
};

TEST_F(Separation, PenaltiesThatGoFlatHaveNoMinimiser) {
  for (const Penalty& penalty : {Penalty(None{}), Penalty(Mcp{0.05, 3}), Penalty(Scad{0.05, 3.7}),
                                 Penalty(CappedL1{0.05, 0.5}), Penalty(L0{0.01})}) {
    for (const bool intercept : {true, false}) {
      for (const bool standardize : {true, false}) {
        FitSpec spec = logistic(penalty);
        spec.problem.intercept = intercept;
        spec.problem.standardize = standardize;
        Plain plain = separable(1);
        if (!intercept) {
          for (std::size_t i = 0; i < 40; ++i) plain.x.at(i, 0) -= 0.3;
        }
        const Model model = fit(plain.data(Kind::sparse_rows), spec, team_);
        EXPECT_EQ(model.report.status, Status::unbounded) << name_of(penalty);
        EXPECT_TRUE(warns_of_no_minimiser(model)) << name_of(penalty);
      }
    }
  }
}

TEST_F(Separation, ASearchEndsWhereTheLossIsGone) {
  for (const bool intercept : {true, false}) {
    for (const bool offset : {true, false}) {
      Plain plain = separable(1);
      if (!intercept) {
        for (std::size_t i = 0; i < 40; ++i) plain.x.at(i, 0) -= 0.3;
      }
      if (offset) plain.offset.assign(40, 0.2);
      FitSpec spec = logistic(Mcp{0.05, 3});
      spec.problem.intercept = intercept;
      const Model model = fit(plain.data(Kind::sparse_rows), spec, team_);
      EXPECT_EQ(model.report.status, Status::unbounded);
      EXPECT_LE(model.report.certificate.loss, 1e-6 * model.report.certificate.penalty);
      const double told = model.report.runs.back().objective;
      EXPECT_NEAR(told, static_cast<double>(judge(plain, model).objective()), 1e-6 * told);
      spec.solver = WorkingSetOptions{};  // which stops at a residual
      EXPECT_GE(fit(plain.data(Kind::sparse_rows), spec, team_).report.certificate.objective(), told);
    }
  }
}

TEST_F(Separation, PenaltiesThatGrowHaveOne) {
  for (const Penalty& penalty :
       {Penalty(L1{0.01}), Penalty(Lsp{0.01, 0.5}), Penalty(Lq{0.01, 0.5}), Penalty(Geman{0.01, 0.5})}) {
    const Model model = fit(separable(1).data(), logistic(penalty), team_);
    EXPECT_EQ(model.report.status, Status::converged) << name_of(penalty);
    EXPECT_TRUE(model.report.warnings.empty()) << name_of(penalty);
  }
}

TEST_F(Separation, ARidgeIsTheRemedy) {
  for (const Penalty& penalty : {Penalty(None{}), Penalty(Mcp{0.05, 3}), Penalty(Scad{0.05, 3.7}),
                                 Penalty(CappedL1{0.05, 0.5}), Penalty(L0{0.01})}) {
    FitSpec spec = logistic(penalty);
    spec.problem.ridge = 1e-4;
    const Model model = fit(separable(1).data(), spec, team_);
    EXPECT_EQ(model.report.status, Status::converged) << name_of(penalty);
    EXPECT_FALSE(warns_of_no_minimiser(model)) << name_of(penalty);
  }
}

TEST_F(Separation, BoundsHoldItToo) {
  Plain plain = separable(1);
  plain.lower = {-10};
  plain.upper = {10};
  const Model model = fit(plain.data(), logistic(None{}), team_);
  EXPECT_EQ(model.report.status, Status::converged);
  EXPECT_FALSE(warns_of_no_minimiser(model));
  plain.lower.clear();  // a bound that is not ahead of w does not hold it
  plain.upper.clear();
  plain.lower = {-10};
  EXPECT_TRUE(warns_of_no_minimiser(fit(plain.data(), logistic(None{}), team_)));
}

TEST_F(Separation, AnUnpenalisedColumnEscapesUnderAnyPenalty) {
  Plain plain = separable(1);
  plain.factor = {0, 1, 1};
  FitSpec spec = logistic(L1{0.05});
  const Model model = fit(plain.data(), spec, team_);
  EXPECT_EQ(model.report.status, Status::unbounded);
  EXPECT_TRUE(warns_of_no_minimiser(model));
  plain.factor = {1, 0, 0};
  EXPECT_EQ(fit(plain.data(), spec, team_).report.status, Status::converged);
}

TEST_F(Separation, OverlappingClassesAreFine) {
  Plain plain = separable(1);
  plain.label[0] = -1;
  plain.label[1] = 1;
  for (const Penalty& penalty : {Penalty(None{}), Penalty(Mcp{0.05, 3}), Penalty(L0{0.01})}) {
    const Model model = fit(plain.data(), logistic(penalty), team_);
    EXPECT_EQ(model.report.status, Status::converged) << name_of(penalty);
    EXPECT_FALSE(warns_of_no_minimiser(model)) << name_of(penalty);
  }
}

TEST_F(Separation, SamplesOfNoWeightDoNotOverlap) {
  Plain plain = separable(1);
  plain.label[0] = -1;
  plain.weight.assign(40, 1);
  plain.weight[0] = 0;
  EXPECT_EQ(fit(plain.data(), logistic(None{}), team_).report.status, Status::unbounded);
}

TEST_F(Separation, LossesThatReachTheirMinimumNeverEscape) {
  for (const Loss& loss : {Loss(SquaredHinge{}), Loss(Squared{}), Loss(Huber{})}) {
    const Model model = fit(separable(1).data(), spec_of(loss, None{}), team_);
    EXPECT_EQ(model.report.status, Status::converged) << name_of(loss);
    EXPECT_TRUE(model.report.warnings.empty());
  }
}

/// Poisson: a column that is there only where the counts are 0 sends its coefficient to -infinity.
TEST_F(Separation, PoissonWithAColumnThatMarksZeroCounts) {
  Plain plain = random_plain(40, 3, Targets::counts, 4);
  for (std::size_t i = 0; i < 40; ++i) {
    plain.x.at(i, 1) = i < 5 ? 1 : 0;
    if (i < 5) plain.label[i] = 0;
  }
  FitSpec spec = spec_of(Poisson{}, None{});
  const Model model = fit(plain.data(), spec, team_);
  EXPECT_LT(dense_w(model)[1], -5);
  EXPECT_TRUE(std::isfinite(model.report.certificate.objective()));
  spec.penalty = L1{0.01};
  EXPECT_EQ(fit(plain.data(), spec, team_).report.status, Status::converged);
}

TEST_F(Separation, ByTheObjectiveRuleTheWarningIsThereToo) {
  FitSpec spec = logistic(None{});
  spec.stop.stop = StopRule::objective;
  const Model model = fit(separable(1).data(), spec, team_);
  EXPECT_TRUE(warns_of_no_minimiser(model));
}

// ---- columns in the jump regime ----

bool warns_of_jumps(const Model& model) { return says(model, "only by a jump") && says(model, "--standardize"); }

TEST_F(Separation, TinyColumnsAreToldOfAndStandardisingMendsIt) {
  Plain plain = random_plain(60, 5, Targets::numbers, 5);
  for (std::size_t i = 0; i < 60; ++i) {
    for (const std::size_t j : {0U, 1U, 2U}) plain.x.at(i, j) *= 0.01;  // most of them
  }
  for (const Penalty& penalty : {Penalty(Mcp{0.05, 3}), Penalty(Scad{0.05, 3.7})}) {
    FitSpec spec = spec_of(Squared{}, penalty);
    EXPECT_TRUE(warns_of_jumps(fit(plain.data(), spec, team_))) << name_of(penalty);
    spec.problem.ridge = 1;
    EXPECT_FALSE(warns_of_jumps(fit(plain.data(), spec, team_))) << name_of(penalty);
    spec.problem.ridge = 0;
    spec.problem.standardize = true;
    EXPECT_FALSE(warns_of_jumps(fit(plain.data(), spec, team_))) << name_of(penalty);
  }
  EXPECT_FALSE(warns_of_jumps(fit(plain.data(), spec_of(Squared{}, L1{0.05}), team_))) << "l1 never jumps";
  EXPECT_FALSE(warns_of_jumps(fit(plain.data(), spec_of(Squared{}, L0{0.05}), team_))) << "l0 always does";
}

TEST_F(Separation, OneTinyColumnIsNoMajority) {
  Plain plain = random_plain(60, 5, Targets::numbers, 5);
  for (std::size_t i = 0; i < 60; ++i) plain.x.at(i, 0) *= 0.01, plain.x.at(i, 1) = 0, plain.x.at(i, 2) = 0;
  EXPECT_FALSE(warns_of_jumps(fit(plain.data(), spec_of(Squared{}, Mcp{0.05, 3}), team_)))
      << "1 of 3 columns that are not empty";
}

}  // namespace
}  // namespace gist::testing
