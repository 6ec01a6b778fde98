#include "gist/fit/search_in_play.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <random>

#include "gist/data/transpose.hpp"
#include "gist/fit/lambda_max.hpp"
#include "gist/fit/prepare.hpp"
#include "gist/fit/search.hpp"
#include "tests/support/plain_problem.hpp"

namespace gist::testing {
namespace {

constexpr std::size_t texts = 520, vocabulary = 600;

/// Counts of words, few of them common; numbers that some of the words explain.
Plain words(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform(0, 1);
  Plain plain;
  plain.x = {texts, vocabulary, std::vector<double>(texts * vocabulary)};
  for (std::size_t i = 0; i < texts; ++i) {
    double z = 0.2 * normal(random);
    for (int word = 0; word < 30; ++word) {
      const auto j = static_cast<std::size_t>(vocabulary * std::pow(uniform(random), 2));
      plain.x.at(i, j) += 0.25;
      if (j % 40 == 0) z += j % 80 == 0 ? 0.5 : -0.4;
    }
    plain.label.push_back(z);
  }
  const double mean = std::accumulate(plain.label.begin(), plain.label.end(), 0.0) / static_cast<double>(texts);
  for (double& y : plain.label) y -= mean;
  return plain;
}

bool in_play(const Model& model) { return model.report.why.find("came into play") != std::string::npos; }

/// By what is worked out anew, over all columns.
void certified(const Plain& plain, const Model& model) {
  const Judgement judged = judge(plain, model);
  EXPECT_NEAR(static_cast<double>(judged.objective()), model.report.certificate.objective(), 1e-11);
  for (const auto residual : {judged.critical, judged.prox, judged.coordinate})
    EXPECT_LE(residual, (1e-6 + 1e-11) * model.report.gradient_scale);
}

/// The search on all columns, which fit() would make were there no parts.
double searched_on_all(const Plain& plain, FitSpec spec, double lambda, Team& team) {
  spec.penalty = with_strength(spec.penalty, lambda, std::nullopt);
  Problem problem = prepare(plain.data(Kind::sparse_rows), spec, team).problem;
  problem.design = complete(problem.design, team);
  cpu::ColumnSpace space(problem, team);
  auto zero = space.make_point();
  space.loss(zero);
  space.gradient(zero);
  double scale = 0;
  for (const double g : zero.gradient) scale = std::max(scale, std::abs(g));
  const Stop stop(spec.stop, scale, nullptr);
  const Solved found = Search(space, problem, stop, WorkVector(zero.w.size()), {}).automatic();
  auto end = space.make_point();
  end.w = found.w;
  space.loss(end);
  space.penalty(end);
  return end.objective();
}

TEST(SearchInPlay, EndsAsLowAsTheSearchOnAllColumnsAndIsCertifiedOnAll) {
  Team team(1);
  for (const Penalty& penalty : {Penalty(Mcp{}), Penalty(Scad{}), Penalty(CappedL1{1, 0.3})}) {
    for (const bool intercept : {false, true}) {
      Plain plain = words(3);
      FitSpec spec = spec_of(Squared{}, penalty);
      spec.problem.lambda_ratio = 0.2;
      spec.problem.intercept = intercept;
      const Model model = fit(plain.data(Kind::sparse_rows), spec, team);
      SCOPED_TRACE(model.report.why);
      ASSERT_TRUE(in_play(model)) << "the example is to have few columns that matter";
      EXPECT_GT(model.index.size(), 1U);
      EXPECT_EQ(model.report.status, Status::converged);
      EXPECT_EQ(model.report.engine, "working-set");
      const double objective = model.report.certificate.objective();
      if (intercept && std::holds_alternative<Mcp>(penalty)) certified(plain, model);  // it is slow
      const double lambda = lambda_of(model.spec.penalty);
      EXPECT_LE(objective, 1.001 * searched_on_all(plain, spec, lambda, team));
    }
  }
}

TEST(SearchInPlay, KeepsWeightsOffsetsFactorsAndBounds) {
  Team team(1);
  Plain plain = words(4);
  for (std::size_t i = 0; i < texts; ++i) {
    plain.weight.push_back(1 + static_cast<double>(i % 3));
    plain.offset.push_back(0.01 * static_cast<double>(i % 7));
  }
  for (std::size_t j = 0; j < vocabulary; ++j) {
    plain.factor.push_back(0.5 + 0.5 * static_cast<double>(j % 3));
    plain.lower.push_back(-3);
    plain.upper.push_back(j % 80 == 0 ? 0.7 : 3);
  }
  FitSpec spec = spec_of(Squared{}, Mcp{});
  spec.problem.lambda_ratio = 0.3;
  spec.problem.ridge = 1e-3;
  for (const Kind kind : {Kind::sparse_rows, Kind::sparse_columns, Kind::sparse_float}) {
    const Model model = fit(plain.data(kind), spec, team);
    ASSERT_TRUE(in_play(model)) << model.report.why;
    EXPECT_EQ(model.report.status, Status::converged);
    if (kind == Kind::sparse_rows) certified(plain, model);
    for (const double w : model.value) EXPECT_LE(std::abs(w), 3);
  }
}

/// y = a - b where a alone is seen at w = 0: b has nothing to do with y, but with a.
TEST(SearchInPlay, LetsInWhatNothingToldOfAtZero) {
  Team team(1);
  std::mt19937_64 random(5);
  Plain plain = words(5);
  for (std::size_t i = 0; i < texts; ++i) {
    const double y = i % 2 == 0 ? 1 : -1, hidden = i % 4 < 2 ? 1 : -1;  // orthogonal to y
    plain.x.at(i, 10) = (y + hidden) / 4;
    plain.x.at(i, 20) = hidden / 4;
    plain.label[i] = y;
  }
  FitSpec spec = spec_of(Squared{}, Mcp{});
  spec.problem.lambda_ratio = 0.25;
  spec.problem.intercept = false;
  const Model model = fit(plain.data(Kind::sparse_rows), spec, team);
  ASSERT_TRUE(in_play(model)) << model.report.why;
  ASSERT_EQ(model.report.runs.back().name, "others let in");
  EXPECT_LT(model.report.runs.back().objective, 0.9 * model.report.runs.front().objective);
  const auto w = dense_w(model);
  EXPECT_NEAR(w[10], 4, 0.3);
  EXPECT_NEAR(w[20], -4, 0.3);
  certified(plain, model);
}

TEST(SearchInPlay, IsLeftWhereMostColumnsWouldMoveOrLeaveZeroContinuously) {
  Team team(1);
  const Plain plain = words(6);
  FitSpec spec = spec_of(Squared{}, Mcp{});
  spec.problem.lambda_ratio = 0.01;
  EXPECT_FALSE(in_play(fit(plain.data(Kind::sparse_rows), spec, team)));
  spec.problem.lambda_ratio = 0.3;
  EXPECT_TRUE(in_play(fit(plain.data(Kind::sparse_rows), spec, team)));
  spec.problem.standardize = true;
  EXPECT_FALSE(in_play(fit(plain.data(Kind::sparse_rows), spec, team)));
}

/// Data of the sparse kind that are hardly sparse are written out before anything else, here as for other losses.
TEST(SearchInPlay, LeavesWhatIsHardlySparseToBeWrittenOut) {
  Team team(1);
  const Plain plain = random_plain(200, 600, Targets::numbers, 9);
  FitSpec spec = spec_of(Squared{}, Mcp{});
  spec.problem.lambda_ratio = 0.1;
  const Model dense = fit(plain.data(Kind::dense), spec, team), sparse = fit(plain.data(Kind::sparse_rows), spec, team);
  EXPECT_EQ(sparse.index, dense.index);
  EXPECT_EQ(sparse.value, dense.value) << "to the last bit: it is the same design";
}

TEST(SearchInPlay, KeepsItsLimitsAndHasTheSameBitsOnAnyNumberOfThreads) {
  const Plain plain = words(7);
  FitSpec spec = spec_of(Squared{}, Scad{});
  spec.problem.lambda_ratio = 0.3;
  Team alone(1);
  const Model one = fit(plain.data(Kind::sparse_rows), spec, alone);
  ASSERT_TRUE(in_play(one));
  for (const int threads : {2, 3}) {
    Team team(threads);
    const Model model = fit(plain.data(Kind::sparse_rows), spec, team);
    EXPECT_EQ(model.index, one.index);
    EXPECT_EQ(model.value, one.value);
    EXPECT_EQ(model.intercept, one.intercept);
  }
  for (const int limit : {0, 2, 5}) {
    FitSpec limited = spec;
    limited.stop.max_iterations = limit;
    const Model model = fit(plain.data(Kind::sparse_rows), limited, alone);
    EXPECT_LE(model.report.iterations, limit);
    EXPECT_EQ(model.report.status, Status::iteration_limit);
  }
}

/// Steps are told as one search: iterations go on counting, and so do the ways.
TEST(SearchInPlay, TellsItsStepsAsOneSearch) {
  Team team(1);
  FitSpec spec = spec_of(Squared{}, Mcp{});
  spec.problem.lambda_ratio = 0.3;
  int last = 0, stage = 0, told = 0;
  const Model model = fit(words(8).data(Kind::sparse_rows), spec, team,
                          {.observe =
                               [&](const Step& step, double) {
                                 EXPECT_GE(step.iteration, last);
                                 EXPECT_GE(step.stage, stage);
                                 last = step.iteration, stage = step.stage, ++told;
                               },
                           .interrupt = nullptr,
                           .start = nullptr});
  ASSERT_TRUE(in_play(model));
  EXPECT_GT(told, 0);
  EXPECT_LE(last, model.report.iterations);
  EXPECT_LE(stage, static_cast<int>(model.report.runs.size()));
}

}  // namespace
}  // namespace gist::testing
