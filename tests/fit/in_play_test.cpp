#include "gist/fit/in_play.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/pairs.hpp"
#include "tests/support/plain_problem.hpp"

namespace gist::testing {
namespace {

/// Every loss, with the convex penalties, on more columns than come into play at once.
class InPlay : public ::testing::TestWithParam<Pair> {
 protected:
  static constexpr std::size_t rows = 40, columns = 450;
  Plain plain() const { return random_plain(rows, columns, targets_of(GetParam().loss), 21); }
  FitSpec spec() const {
    FitSpec spec = spec_of(GetParam().loss, GetParam().penalty);
    spec.problem.lambda_ratio = 0.05;
    spec.problem.ridge = 1e-3;
    spec.stop.tolerance = 1e-8;
    return spec;
  }
  Team team_{1};
};

TEST_P(InPlay, EndsWhereGistDoesWhicheverWayTheDataCame) {
  Plain full = plain();
  for (std::size_t i = 0; i < rows; ++i) {
    full.weight.push_back(1 + static_cast<double>(i % 3));
    full.offset.push_back(0.01 * static_cast<double>(i % 7));
  }
  for (std::size_t j = 0; j < columns; ++j) {
    full.factor.push_back(0.5 + static_cast<double>(j % 4));
    full.lower.push_back(j % 50 == 0 ? 0.02 : -3);  // some cannot be 0
    full.upper.push_back(j % 5 == 0 ? 0.05 : 3);
  }
  for (const bool intercept : {false, true}) {
    for (const bool standardize : {false, true}) {
      FitSpec by_gist = spec();
      by_gist.problem.intercept = intercept;
      by_gist.problem.standardize = standardize;
      FitSpec by_auto = by_gist;
      by_gist.solver = GistOptions{};
      by_gist.stop.max_iterations = 100'000;
      const double lowest = fit(full.data(Kind::sparse_rows), by_gist, team_).report.certificate.objective();
      for (const Kind kind : {Kind::sparse_rows, Kind::sparse_columns, Kind::sparse_float}) {
        SCOPED_TRACE(static_cast<int>(kind));
        const Model model = fit(full.data(kind), by_auto, team_);
        EXPECT_EQ(model.report.status, Status::converged);
        EXPECT_EQ(model.report.engine, "working-set");
        EXPECT_NEAR(model.report.certificate.objective(), lowest, 1e-9 * (1 + std::abs(lowest)));
        const Judgement judged = judge(full, model);
        EXPECT_NEAR(static_cast<double>(judged.objective()), model.report.certificate.objective(), 1e-11);
        for (const auto residual : {judged.critical, judged.prox, judged.coordinate})
          EXPECT_LE(residual, (1e-8 + 1e-11) * model.report.gradient_scale);
      }
    }
  }
}

TEST_P(InPlay, ALimitIsKeptAndAStartContinued) {
  const Plain data = plain();
  for (const int limit : {0, 1, 3}) {
    FitSpec limited = spec();
    limited.stop.max_iterations = limit;
    limited.stop.tolerance = 1e-13;
    const Model model = fit(data.data(Kind::sparse_rows), limited, team_);
    EXPECT_EQ(model.report.iterations, limit);
    EXPECT_EQ(model.report.status, Status::iteration_limit);
    EXPECT_NEAR(static_cast<double>(judge(data, model).objective()), model.report.certificate.objective(), 1e-11);
  }
  const Model first = fit(data.data(Kind::sparse_rows), spec(), team_);
  const Model second =
      fit(data.data(Kind::sparse_rows), spec(), team_, {.observe = {}, .interrupt = nullptr, .start = &first});
  EXPECT_EQ(second.report.iterations, 0);
  EXPECT_EQ(second.value, first.value) << "an answer to the tolerance stays as it is";
}

/// Nearly every column is wanted in the end, so all come in at once after the first round.
TEST_P(InPlay, WhereNearlyAllAreWantedEndsWhereGistDoes) {
  const Plain data = random_plain(700, 450, targets_of(GetParam().loss), 23);
  FitSpec by_auto = spec();
  by_auto.problem.lambda_ratio = 1e-3;
  by_auto.stop.tolerance = 1e-7;
  FitSpec by_gist = by_auto;
  by_gist.solver = GistOptions{};
  by_gist.stop.max_iterations = 100'000;
  const Model truth = fit(data.data(Kind::sparse_rows), by_gist, team_);
  ASSERT_GT(truth.index.size(), 300U) << "the example is to want most columns";
  for (const Kind kind : {Kind::sparse_rows, Kind::sparse_columns}) {
    const Model model = fit(data.data(kind), by_auto, team_);
    EXPECT_EQ(model.report.status, Status::converged);
    EXPECT_NEAR(model.report.certificate.objective(), truth.report.certificate.objective(), 1e-9);
    if (kind != Kind::sparse_rows) continue;  // the slow truth once
    const Judgement judged = judge(data, model);
    for (const auto residual : {judged.critical, judged.prox, judged.coordinate})
      EXPECT_LE(residual, (1e-7 + 1e-11) * model.report.gradient_scale);
  }
}

std::vector<Pair> convex_pairs() {
  std::vector<Pair> convex;
  for (const Pair& pair : all_pairs()) {
    if (is_convex(pair.penalty) && !std::holds_alternative<None>(pair.penalty)) convex.push_back(pair);
  }
  return convex;
}
INSTANTIATE_TEST_SUITE_P(MainPairs, InPlay, ::testing::ValuesIn(of_main_losses(convex_pairs())), pair_name);
INSTANTIATE_TEST_SUITE_P(SlowPairs, InPlay, ::testing::ValuesIn(of_other_losses(convex_pairs())), pair_name);

TEST(InPlayThreads, HaveTheSameBits) {
  const Plain data = random_plain(400, 600, Targets::classes, 5);  // enough entries to be shared
  FitSpec spec = spec_of(Logistic{}, L1{});
  spec.problem.lambda_ratio = 0.02;
  Team alone(1);
  const Model one = fit(data.data(Kind::sparse_rows), spec, alone);
  for (const int threads : {2, 3}) {
    Team team(threads);
    const Model more = fit(data.data(Kind::sparse_rows), spec, team);
    EXPECT_EQ(more.index, one.index);
    EXPECT_EQ(more.value, one.value);
    EXPECT_EQ(more.report.certificate.critical, one.report.certificate.critical);
  }
}

TEST(InPlay, IsForConvexPenaltiesOnSparseDataByResidual) {
  const Plain data = random_plain(20, 10, Targets::numbers, 5);
  const Design sparse = design_of(data.x, Kind::sparse_rows), dense = design_of(data.x, Kind::dense);
  EXPECT_TRUE(may_play(sparse, L1{0.1}, AutoOptions{}, {}));
  EXPECT_TRUE(may_play(sparse, Mcp{0, 3}, WorkingSetOptions{}, {})) << "lambda 0 is convex";
  EXPECT_FALSE(may_play(sparse, Mcp{0.1, 3}, AutoOptions{}, {}));
  EXPECT_FALSE(may_play(dense, L1{0.1}, AutoOptions{}, {}));
  EXPECT_FALSE(may_play(sparse, L1{0.1}, GistOptions{}, {}));
  StopOptions by_objective;
  by_objective.stop = StopRule::objective;
  EXPECT_FALSE(may_play(sparse, L1{0.1}, AutoOptions{}, by_objective));
}

}  // namespace
}  // namespace gist::testing
