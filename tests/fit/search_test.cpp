#include "gist/fit/search.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "gist/core/error.hpp"
#include "gist/penalty/softened.hpp"
#include "gist/simulate/text.hpp"
#include "tests/support/pairs.hpp"
#include "tests/support/plain_problem.hpp"

namespace gist::testing {
namespace {

class Searches : public ::testing::TestWithParam<Pair> {
 protected:
  FitSpec spec(SolverOptions solver) const {
    FitSpec spec = spec_of(GetParam().loss, GetParam().penalty);
    if (!std::holds_alternative<None>(spec.penalty)) spec.problem.lambda_ratio = 0.1;
    spec.problem.ridge = 0.01;
    spec.solver = std::move(solver);
    return spec;
  }
  Plain plain(std::uint64_t seed = 5) const { return random_plain(60, 25, targets_of(GetParam().loss), seed); }
  double objective(const Plain& data, const FitSpec& fit_spec) {
    return fit(data.data(Kind::sparse_rows), fit_spec, team_).report.certificate.objective();
  }
  Team team_{1};
};

TEST_P(Searches, CarryAllThreeCertificatesAndSayWhatTheyDid) {
  const Plain data = plain();
  for (const SolverOptions solver : {SolverOptions(AutoOptions{}), SolverOptions(BestOptions{.restarts = 3})}) {
    const Model model = fit(data.data(Kind::sparse_rows), spec(solver), team_);
    ASSERT_EQ(model.report.status, Status::converged);
    const Judgement judged = judge(data, model);
    for (const auto residual : {judged.critical, judged.prox, judged.coordinate})
      EXPECT_LE(residual, (1e-6 + 1e-11) * model.report.gradient_scale);
    EXPECT_EQ(model.report.engine, "working-set");
    EXPECT_FALSE(model.report.why.empty());
    // The answer is the lowest of the ways gone, by the objective that was computed anew.
    double lowest = infinity;
    for (const gist::Run& run : model.report.runs) lowest = std::min(lowest, run.objective);
    EXPECT_NEAR(model.report.certificate.objective(), lowest, 1e-6 * std::abs(lowest));
  }
}

TEST_P(Searches, NeverEndAboveTheirOwnParts) {
  const Plain data = plain();
  const double slack = 1 + 1e-8;
  const double best = objective(data, spec(BestOptions{.restarts = 4}));
  EXPECT_LE(best, slack * objective(data, spec(WorkingSetOptions{})));
  EXPECT_LE(best, slack * objective(data, spec(GistOptions{}))) << "gist is one of the ways";
  EXPECT_LE(best, slack * objective(data, spec(AutoOptions{})));
  if (is_convex(GetParam().penalty)) {
    EXPECT_NEAR(objective(data, spec(AutoOptions{})), objective(data, spec(GistOptions{})), 1e-9);
  }
}

TEST_P(Searches, AreTheSameForASeedAndAnyTeam) {
  const Plain data = plain();
  const Model one = fit(data.data(Kind::sparse_rows), spec(BestOptions{.restarts = 4}), team_);
  Team three(3);
  const Model again = fit(data.data(Kind::sparse_rows), spec(BestOptions{.restarts = 4}), three);
  EXPECT_EQ(one.index, again.index);
  EXPECT_EQ(one.value, again.value);
  ASSERT_EQ(one.report.runs.size(), again.report.runs.size());
  for (std::size_t k = 0; k < one.report.runs.size(); ++k)
    EXPECT_EQ(one.report.runs[k].objective, again.report.runs[k].objective);
}

TEST_P(Searches, AStartIsContinuedAndALimitIsKept) {
  const Plain data = plain();
  const Model first = fit(data.data(Kind::sparse_rows), spec(AutoOptions{}), team_);
  if (!first.index.empty()) {
    const Model second = fit(data.data(Kind::sparse_rows), spec(AutoOptions{}), team_,
                             {.observe = {}, .interrupt = nullptr, .start = &first});
    EXPECT_EQ(second.report.runs.size(), 1U);
    EXPECT_LE(second.report.certificate.objective(), first.report.certificate.objective() * (1 + 1e-12));
  }
  for (const int limit : {0, 1, 7}) {
    FitSpec limited = spec(AutoOptions{});
    limited.stop.max_iterations = limit;
    limited.stop.tolerance = 1e-12;
    const Model model = fit(data.data(Kind::sparse_rows), limited, team_);
    EXPECT_LE(model.report.iterations, limit);
    if (limit == 0) {
      EXPECT_EQ(model.report.status, Status::iteration_limit);
    }
  }
}

TEST_P(Searches, StayInsideBoundsThatLeaveZeroOut) {
  FitData data = plain().data(Kind::sparse_rows);
  data.lower.assign(25, -0.5);
  data.upper.assign(25, 0.5);
  for (std::size_t j = 0; j < 5; ++j) data.lower[j] = 0.1, data.upper[j + 5] = -0.05;
  for (const SolverOptions solver : {SolverOptions(AutoOptions{}), SolverOptions(BestOptions{.restarts = 4})}) {
    const Model model = fit(data, spec(solver), team_);
    EXPECT_EQ(model.report.status, Status::converged);
    const auto w = dense_w(model);
    for (std::size_t j = 0; j < 25; ++j) {
      EXPECT_GE(w[j], data.lower[j]) << j;
      EXPECT_LE(w[j], data.upper[j]) << j;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(MainPairs, Searches, ::testing::ValuesIn(of_main_losses(all_pairs())), pair_name);
INSTANTIATE_TEST_SUITE_P(SlowPairs, Searches, ::testing::ValuesIn(of_other_losses(all_pairs())), pair_name);

/// Text, where every way costs much more than it does here: which are gone is a choice the docs speak of.
TEST(Search, GoesTheWaysThatPayOnText) {
  Team team(1);
  FitData data;
  data.dataset = simulate_text({.rows = 600, .features = 2000, .nonzeros = 20'000}, team).data;
  const auto ways = [&](const Loss& loss, const Penalty& penalty, bool standardize = false,
                        std::optional<double> ratio = std::nullopt) {
    FitSpec spec = spec_of(loss, penalty);
    spec.problem.standardize = standardize;
    if (ratio) spec.problem.lambda_ratio = ratio;
    std::string names;
    for (const gist::Run& run : fit(data, spec, team).report.runs)
      if (run.name != "finished") names += run.name + ", ";
    return names;
  };
  EXPECT_EQ(ways(Logistic{}, Mcp{}), "grown, improved, ");
  EXPECT_EQ(ways(Logistic{}, Lsp{}), "grown, down theta, improved, ");
  EXPECT_EQ(ways(Logistic{}, L0{}), "grown, down lambda, improved, ") << "it has no theta";
  EXPECT_EQ(ways(Logistic{}, Lq{}), "grown, down lambda, gist, improved, ") << "a root";
  EXPECT_EQ(ways(Squared{}, Lq{}), "down lambda, gist, improved, ");
  EXPECT_EQ(ways(Squared{}, Mcp{}), "down lambda and theta, improved, ");
  EXPECT_EQ(ways(Squared{}, Mcp{}, true), "down theta, improved, ") << "no column has to jump";
  EXPECT_EQ(ways(Squared{}, Mcp{}, true, 0.8), "down theta, down lambda and theta, improved, ") << "a handful";
  EXPECT_EQ(ways(Squared{}, Mcp{}, true, 1.1), "down theta, improved, ") << "nothing at all";
  EXPECT_EQ(ways(Squared{}, Mcp{.theta = 1e-3}, true), "down lambda and theta, improved, ") << "every column has to";
  EXPECT_EQ(ways(Squared{}, Lsp{}), "down theta, improved, ");
}

/// Neighbours all but equal, and all of them too short to come in but by a jump: the first to jump stands in the way of
/// the right one, and only what begins with many finds it.
TEST(Search, BeginsWithManyWhereColumnsAreAlike) {
  Team team(1);
  Plain plain = random_plain(520, 600, Targets::numbers, 4);
  for (std::size_t i = 0; i < 520; ++i) {
    for (std::size_t j = 1; j < 600; ++j) plain.x.at(i, j) = 0.98 * plain.x.at(i, j - 1) + 0.2 * plain.x.at(i, j);
    plain.label[i] *= 0.1;
    for (std::size_t j = 50; j < 600; j += 100) plain.label[i] += (j % 200 == 50 ? 1 : -1) * plain.x.at(i, j);
  }
  for (double& x : plain.x.value) x *= 0.3;
  FitSpec spec = spec_of(Squared{}, Mcp{});
  spec.problem.lambda_ratio = 0.1;
  const FitReport report = fit(plain.data(Kind::dense), spec, team).report;
  ASSERT_GE(report.runs.size(), 3U);
  EXPECT_EQ(report.runs[0].name, "down lambda and theta");
  EXPECT_EQ(report.runs[1].name, "down theta");
  EXPECT_LT(report.certificate.objective(), 0.95 * report.runs[0].objective);
  EXPECT_EQ(report.status, Status::converged);

  // Where the two are not far apart each is improved: the lower need not lead lowest.
  spec.problem.lambda_ratio = 0.02;
  const FitReport close = fit(plain.data(Kind::dense), spec, team).report;
  ASSERT_GE(close.runs.size(), 4U);
  EXPECT_LT(close.runs[0].objective, 1.15 * close.runs[1].objective);
  EXPECT_EQ(close.runs[2].name, "improved");
  EXPECT_EQ(close.runs[3].name, "improved");
  for (const gist::Run& run : close.runs)
    EXPECT_LE(close.certificate.objective(), run.objective * (1 + 1e-6)) << run.name;
}

/// Where a search takes next to nothing the lowest point is disturbed, and found lower at times.
TEST(Search, BeginsAgainWhereThatTakesNothing) {
  Team team(1);
  int lower = 0;
  for (std::uint64_t seed = 150; seed < 160; ++seed) {
    Plain plain = random_plain(200, 24, Targets::numbers, seed);
    for (std::size_t i = 0; i < 200; ++i)
      for (std::size_t j = 5; j < 24; ++j) plain.x.at(i, j) = plain.x.at(i, j % 5) + 0.2 * plain.x.at(i, j);
    FitSpec spec = spec_of(Squared{}, Mcp{});
    spec.problem.lambda_ratio = 0.01;
    spec.problem.standardize = true;
    const FitReport report = fit(plain.data(Kind::dense), spec, team).report;
    double others = infinity, again = infinity;
    for (const gist::Run& run : report.runs) {
      const bool restart = run.name == "reheated" || run.name == "perturbed";
      (restart ? again : others) =
          std::min(restart ? again : others, run.name == "finished" ? infinity : run.objective);
    }
    ASSERT_TRUE(std::isfinite(again));
    lower += again < (1 - 1e-4) * others ? 1 : 0;
    EXPECT_LE(report.certificate.objective(), std::min(again, others) * (1 + 1e-9));
  }
  EXPECT_GE(lower, 1);
  FitSpec spec = spec_of(Squared{}, Mcp{});
  spec.problem.lambda_ratio = 0.01;
  const Model wide = fit(random_plain(60, 600, Targets::numbers, 3).data(Kind::dense), spec, team);
  for (const gist::Run& run : wide.report.runs) EXPECT_NE(run.name, "reheated");
}

/// A hundred samples a column leave little to choose: two ways that agree are enough, and others follow where they do
/// not.
TEST(Search, GoesTwoWaysOnTallDataWhereTheyAgree) {
  Team team(1);
  const auto report = [&](const Plain& plain, const Penalty& penalty) {
    FitSpec spec = spec_of(Logistic{}, penalty);
    spec.problem.intercept = true;
    return fit(plain.data(Kind::dense), spec, team).report;
  };
  const auto names = [](const FitReport& fitted) {
    std::string all;
    for (const gist::Run& run : fitted.runs) all += run.name + ", ";
    return all;
  };
  const FitReport tall = report(random_plain(1200, 12, Targets::classes, 3), Mcp{0.01, 3});
  EXPECT_EQ(names(tall), "gist, down lambda and theta, finished, ");
  EXPECT_NEAR(tall.runs[0].objective, tall.runs[1].objective, 1e-4 * tall.runs[0].objective);
  EXPECT_EQ(tall.status, Status::converged);
  EXPECT_LE(tall.certificate.objective(), std::min(tall.runs[0].objective, tall.runs[1].objective));
  EXPECT_EQ(names(report(random_plain(1199, 12, Targets::classes, 3), Mcp{0.01, 3})),
            "grown, down lambda and theta, gist, down theta, up lambda, classical, reheated, perturbed, finished, ");

  EXPECT_EQ(
      names(report(random_plain(1200, 12, Targets::classes, 3), Lsp{0.3, 0.01})),
      "gist, down lambda and theta, grown, down theta, up lambda, classical, reheated, perturbed, improved, finished, ")
      << "both have stayed at 0, which says nothing";
}

/// The settings of the paper's Figure 1: a penalty so small and so soon flat that the columns which separate the
/// classes, as long as one likes, are the whole answer. Growing stops when there are enough.
TEST(Search, StopsGrowingWhereTheColumnsSeparate) {
  Team team(1);
  FitData data;
  data.dataset = simulate_text({.rows = 600, .features = 2000, .nonzeros = 20'000}, team).data;
  FitSpec spec = spec_of(Logistic{}, CappedL1{.lambda = 1e-3, .theta = 1e-5});
  spec.problem.intercept = false;
  double told = infinity;
  FitControls controls;
  controls.observe = [&](const Step& step, double) { told = std::min(told, step.objective); };
  const Model found = fit(data, spec, team, controls);
  EXPECT_EQ(found.report.status, Status::unbounded);
  const auto& grown = found.report.runs.front();
  EXPECT_EQ(grown.name, "grown");
  EXPECT_NEAR(grown.objective, 1e-8 * static_cast<double>(grown.nonzeros), 1e-9) << "what is left is the penalty";
  EXPECT_LE(told, found.report.certificate.objective() * (1 + 1e-9)) << "the observer hears of the answer";
  spec.solver = GistOptions{};
  spec.stop.max_iterations = 500;
  EXPECT_LT(4 * found.report.certificate.objective(), fit(data, spec, team).report.certificate.objective());
}

TEST(Softened, KeepsTheSlopeAtZeroAndStretchesTheBend) {
  for (const Penalty& penalty : {Penalty(Mcp{0.7, 3}), Penalty(Scad{0.7, 3.7}), Penalty(CappedL1{0.7, 0.4}),
                                 Penalty(Lsp{0.7, 0.4}), Penalty(Geman{0.7, 0.4})}) {
    const auto value = [&](const Penalty& p, double x) {
      return std::visit([&](const auto& q) { return q.value(x); }, p);
    };
    const auto slope = [](const Penalty& p) { return std::visit([](const auto& q) { return q.slope_at_zero(); }, p); };
    for (const double x : {0.01, 0.5, 2.0, 9.0}) {
      EXPECT_EQ(value(softened_penalty(penalty, 1), x), value(penalty, x));
      double lower = value(penalty, x);
      for (const double stretch : {2.0, 10.0, 1000.0}) {
        const Penalty softer = softened_penalty(penalty, stretch);
        EXPECT_DOUBLE_EQ(slope(softer), slope(penalty));
        EXPECT_GE(value(softer, x), lower * (1 - 1e-12)) << "nearer to l1, which lies above";
        EXPECT_LE(value(softer, x), slope(penalty) * x * (1 + 1e-12));
        lower = value(softer, x);
      }
      EXPECT_NEAR(value(softened_penalty(penalty, 1e6), x), slope(penalty) * x, 1e-4 * slope(penalty) * x);
    }
  }
  for (const Penalty& same : {Penalty(L1{2}), Penalty(L0{2}), Penalty(Lq{2, 0.5}), Penalty(None{})}) {
    const Penalty softer = softened_penalty(same, 7);
    EXPECT_EQ(softer.index(), same.index());
    EXPECT_EQ(lambda_of(softer), lambda_of(same));
  }
}

/// On unit columns the classical solution of MCP and the lower one differ where two columns share one effect: the rule
/// must decide, not the search.
TEST(Admission, BySubgradientEntersOnlyWhereTheGradientExceedsTheSlope) {
  Team team(1);
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Plain plain = random_plain(50, 30, Targets::numbers, seed);
    for (std::size_t i = 0; i < 50; ++i) {
      for (std::size_t j = 0; j < 30; ++j) plain.x.at(i, j) *= 0.3;  // so flat that MCP lets columns in by a jump
    }
    FitSpec spec = spec_of(Squared{}, Mcp{1, 3});
    spec.problem.lambda_ratio = 0.3;
    WorkingSetOptions classical;
    classical.admission = Admission::subgradient;
    spec.solver = classical;
    const Model model = fit(plain.data(Kind::dense), spec, team);
    ASSERT_EQ(model.report.status, Status::converged);
    const Judgement judged = judge(plain, model);
    EXPECT_LE(judged.critical, 1.001e-6 * model.report.gradient_scale);
    // Every coefficient that is off 0 was let in by the l1 solution or by its gradient; those at 0 are within lambda.
    spec.solver = WorkingSetOptions{};
    const Model lower = fit(plain.data(Kind::dense), spec, team);
    EXPECT_LE(judge(plain, lower).coordinate, 1.001e-6 * lower.report.gradient_scale);
  }
}

TEST(Admission, BySubgradientIsTheCoordinateRuleForConvexPenalties) {
  Team team(1);
  const Plain plain = random_plain(50, 30, Targets::classes, 3);
  FitSpec spec = spec_of(Logistic{}, L1{0.02});
  spec.solver = WorkingSetOptions{};
  const Model one = fit(plain.data(Kind::dense), spec, team);
  WorkingSetOptions classical;
  classical.admission = Admission::subgradient;
  spec.solver = classical;
  const Model two = fit(plain.data(Kind::dense), spec, team);
  EXPECT_NEAR(one.report.certificate.objective(), two.report.certificate.objective(), 1e-10);
  spec.penalty = L0{0.02};
  EXPECT_THROW(fit(plain.data(Kind::dense), spec, team), Error);
}

}  // namespace
}  // namespace gist::testing
