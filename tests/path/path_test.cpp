#include "gist/path/path.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "gist/core/error.hpp"
#include "tests/support/pairs.hpp"
#include "tests/support/plain_problem.hpp"

namespace gist::testing {
namespace {

FitSpec path_spec(const Loss& loss, const Penalty& penalty) {
  FitSpec spec = spec_of(loss, penalty);
  spec.solver = WorkingSetOptions{};
  spec.problem.ridge = 0.01;  // a minimum always exists
  return spec;
}

PathRequest short_grid(bool follow = false) {
  PathRequest request;
  request.options = {.follow = follow, .no_early_stop = true};
  request.grid = {.count = 5, .ratio = 0.02};
  return request;
}

/// Data with everything a fit takes.
Plain full_plain(Targets targets) {
  Plain plain = random_plain(60, 12, targets, 11);
  for (std::size_t i = 0; i < 60; ++i) {
    plain.weight.push_back(1 + static_cast<double>(i % 3));
    plain.offset.push_back(0.02 * static_cast<double>(i % 7));
  }
  plain.factor = {1, 2, 0, 1, 1, 0.5, 1, 1, 1, 1, 3, 1};
  plain.lower = {-0.4};
  return plain;
}

class EveryPath : public ::testing::TestWithParam<Pair> {
 protected:
  /// The path's objective at each lambda beside that of a fit of its own, both judged from the coefficients.
  void expect_as_low(const Plain& plain, FitSpec spec, bool follow) {
    const FitData data = plain.data();
    Fitting fitting(data, spec, team_);
    const PathResult path = trace_path(fitting, short_grid(follow), team_);
    ASSERT_EQ(path.points.size(), 5U);
    const bool convex = is_convex(spec.penalty);
    for (std::size_t k = 0; k < path.points.size(); ++k) {
      SCOPED_TRACE(k);
      const PathPoint& point = path.points[k];
      FitSpec own = spec;
      own.penalty = with_strength(spec.penalty, point.lambda, std::nullopt);
      const Model alone = fit(data, own, team_);
      const Model here = path.model(k);
      const Judgement judged = judge(plain, here), apart = judge(plain, alone);
      const auto slack = 1e-8 * (1 + std::abs(static_cast<double>(apart.objective())));
      EXPECT_LE(static_cast<double>(judged.objective() - apart.objective()), slack);
      if (convex) {
        EXPECT_NEAR(static_cast<double>(judged.objective()), static_cast<double>(apart.objective()), slack);
      }
      EXPECT_EQ(point.report.status, Status::converged);
      EXPECT_NEAR(point.report.certificate.objective(), static_cast<double>(judged.objective()), 1e-10);
      EXPECT_NEAR(point.report.certificate.critical, static_cast<double>(judged.critical), 1e-9);
      EXPECT_NEAR(point.report.certificate.coordinate, static_cast<double>(judged.coordinate), 1e-9);
      EXPECT_LE(point.report.certificate.coordinate, 1.0001e-6 * point.report.gradient_scale);
    }
  }
  Team team_{1};
};

TEST_P(EveryPath, IsAsLowAsSeparateFits) {
  for (const bool standardize : {false, true}) {
    SCOPED_TRACE(standardize);
    FitSpec spec = path_spec(GetParam().loss, GetParam().penalty);
    spec.problem.standardize = standardize;
    expect_as_low(random_plain(60, 12, targets_of(spec.loss), 5), spec, false);
    expect_as_low(full_plain(targets_of(spec.loss)), spec, false);
  }
}

std::vector<Pair> penalised_pairs() {
  std::vector<Pair> pairs = all_pairs();
  std::erase_if(pairs, [](const Pair& pair) { return std::holds_alternative<None>(pair.penalty); });
  return pairs;
}
INSTANTIATE_TEST_SUITE_P(MainPairs, EveryPath, ::testing::ValuesIn(of_main_losses(penalised_pairs())), pair_name);
INSTANTIATE_TEST_SUITE_P(SlowPairs, EveryPath, ::testing::ValuesIn(of_other_losses(penalised_pairs())), pair_name);

class Path : public ::testing::Test {
 protected:
  PathResult trace(const Plain& plain, const FitSpec& spec, const PathRequest& request) {
    const FitData data = plain.data();
    Fitting fitting(data, spec, team_);
    return trace_path(fitting, request, team_);
  }
  Team team_{1};
};

TEST_F(Path, BeginsAtZeroAndExplainsMoreAndMore) {
  const Plain plain = random_plain(80, 10, Targets::numbers, 2);
  const PathResult path = trace(plain, path_spec(Squared{}, L1{}), short_grid());
  EXPECT_TRUE(path.points[0].coefficients.index.empty());
  EXPECT_NEAR(path.points[0].explained, 0, 1e-12);
  for (std::size_t k = 1; k < path.points.size(); ++k) {
    EXPECT_GT(path.points[k].explained, path.points[k - 1].explained);
    EXPECT_LT(path.points[k].lambda, path.points[k - 1].lambda);
    EXPECT_EQ(path.points[k].convex, true);
  }
}

TEST_F(Path, ExplainedIsOneMinusResidualOverTotalSumOfSquares) {
  const Plain plain = random_plain(50, 6, Targets::numbers, 3);
  const PathResult path = trace(plain, path_spec(Squared{}, L1{}), short_grid());
  double mean = 0, total = 0, left = 0;
  for (const double y : plain.label) mean += y / 50;
  const Model model = path.model(4);
  const auto w = dense_w(model);
  for (std::size_t i = 0; i < 50; ++i) {
    double z = model.intercept;
    for (std::size_t j = 0; j < 6; ++j) z += plain.x.at(i, j) * w[j];
    total += (plain.label[i] - mean) * (plain.label[i] - mean);
    left += (plain.label[i] - z) * (plain.label[i] - z);
  }
  EXPECT_NEAR(path.points[4].explained, 1 - left / total, 1e-12);
}

TEST_F(Path, ExplainedCountsFromTheSaturatedModelForCounts) {
  const Plain plain = random_plain(50, 6, Targets::counts, 3);
  const PathResult path = trace(plain, path_spec(Poisson{}, L1{}), short_grid());
  double mean = 0, null = 0, left = 0;
  for (const double y : plain.label) mean += y / 50;
  const auto unit = [](double y, double mu) { return 2 * ((y > 0 ? y * std::log(y / mu) : 0) - y + mu); };
  const Model model = path.model(4);
  const auto w = dense_w(model);
  for (std::size_t i = 0; i < 50; ++i) {
    double z = model.intercept;
    for (std::size_t j = 0; j < 6; ++j) z += plain.x.at(i, j) * w[j];
    null += unit(plain.label[i], mean);
    left += unit(plain.label[i], std::exp(z));
  }
  EXPECT_NEAR(path.points[4].explained, 1 - left / null, 1e-10);
}

TEST_F(Path, EndsWhereNothingIsLeftToExplain) {
  Plain plain = random_plain(40, 5, Targets::numbers, 4);
  for (std::size_t i = 0; i < 40; ++i) plain.label[i] = plain.x.at(i, 0) - 2 * plain.x.at(i, 3);
  PathRequest request;
  FitSpec spec = path_spec(Squared{}, L1{});
  spec.problem.ridge = 0;
  const PathResult path = trace(plain, spec, request);
  EXPECT_EQ(path.curves[0].ended, PathEnd::saturated);
  EXPECT_LT(path.points.size(), 100U);
  EXPECT_GT(path.points.back().explained, 0.999);
  EXPECT_LE(path.points[path.points.size() - 2].explained, 0.999);
  request.options.no_early_stop = true;
  EXPECT_EQ(trace(plain, spec, request).points.size(), 100U);
}

/// Where the last two answers point to, the next is nearly found: 148 steps instead of 247.
TEST_F(Path, LooksAheadWhereThePenaltyIsConvex) {
  const FitData data = random_plain(500, 10, Targets::classes, 5).data();
  FitSpec spec = spec_of(Logistic{}, L1{});
  spec.solver = WorkingSetOptions{};
  Fitting fitting(data, spec, team_);
  PathRequest request;
  request.options.no_early_stop = true;
  request.grid = {.count = 60, .ratio = 0.02};
  int steps = 0;
  for (const PathPoint& point : trace_path(fitting, request, team_).points) {
    EXPECT_EQ(point.report.status, Status::converged);
    steps += point.report.iterations;
  }
  EXPECT_LT(steps, 180);
}

TEST_F(Path, FollowingNeverBeginsAnew) {
  const Plain plain = random_plain(40, 30, Targets::numbers, 6);
  const PathResult path = trace(plain, path_spec(Squared{}, Mcp{.theta = 1.2}), short_grid(true));
  for (std::size_t k = 1; k < path.points.size(); ++k) EXPECT_EQ(path.points[k].origin, Origin::previous);
}

TEST_F(Path, HasACurveForEveryTheta) {
  const Plain plain = random_plain(60, 8, Targets::classes, 6);
  PathRequest request = short_grid();
  request.thetas = {1.5, 3, 50};
  const PathResult path = trace(plain, path_spec(Logistic{}, Mcp{}), request);
  ASSERT_EQ(path.curves.size(), 3U);
  for (std::size_t c = 0; c < 3; ++c) {
    EXPECT_EQ(path.curves[c].theta, request.thetas[c]);
    for (std::size_t k = path.curves[c].begin; k < path.curves[c].end; ++k)
      EXPECT_EQ(path.points[k].theta, request.thetas[c]);
  }
  // lambda_max of lsp and geman depends on theta.
  const PathResult lsp = trace(plain, path_spec(Logistic{}, Lsp{}), request);
  for (const auto& curve : lsp.curves) {
    FitSpec own = path_spec(Logistic{}, Lsp{.lambda = 1, .theta = *curve.theta});
    own.problem.lambda_ratio = 1;
    EXPECT_DOUBLE_EQ(curve.lambda_max, fit(plain.data(), own, team_).report.lambda_max);
  }
}

TEST_F(Path, IsTheSameOnAnyNumberOfThreads) {
  const Plain plain = random_plain(200, 40, Targets::classes, 8);
  const FitData data = plain.data(Kind::sparse_rows);
  std::vector<PathResult> results;
  for (const int threads : {1, 3}) {
    Team team(threads);
    Fitting fitting(data, path_spec(Logistic{}, Scad{}), team);
    results.push_back(trace_path(fitting, short_grid(), team));
  }
  for (std::size_t k = 0; k < results[0].points.size(); ++k) {
    EXPECT_EQ(results[0].points[k].coefficients.value, results[1].points[k].coefficients.value);
    EXPECT_EQ(results[0].points[k].coefficients.intercept, results[1].points[k].coefficients.intercept);
  }
}

TEST_F(Path, RefusesWhatHasNoPath) {
  const Plain plain = random_plain(30, 4, Targets::numbers, 1);
  EXPECT_THROW(trace(plain, path_spec(Squared{}, None{}), {}), Error);
  PathRequest thetas;
  thetas.thetas = {2};
  EXPECT_THROW(trace(plain, path_spec(Squared{}, L1{}), thetas), Error);
  thetas.thetas = {0.5};  // scad needs more than 1
  EXPECT_THROW(trace(plain, path_spec(Squared{}, Scad{}), thetas), Error);
  Plain constant = plain;
  std::fill(constant.label.begin(), constant.label.end(), 2.0);
  EXPECT_THROW(trace(constant, path_spec(Squared{}, L1{}), {}), Error);
}

TEST_F(Path, KeepsWhatIsFinishedWhenInterrupted) {
  const Plain plain = random_plain(60, 10, Targets::numbers, 1);
  const FitData data = plain.data();
  std::atomic<bool> stop{false};
  Fitting fitting(data, path_spec(Squared{}, L1{}), team_, &stop);
  const PathResult path = trace_path(
      fitting, short_grid(), team_,
      [&](const PathPoint&, std::size_t place, std::size_t most) {
        EXPECT_EQ(most, 5U);
        if (place == 3) stop = true;
      },
      &stop);
  EXPECT_EQ(path.points.size(), 3U);
  EXPECT_EQ(path.curves[0].ended, PathEnd::interrupted);
  EXPECT_EQ(path.ended(), PathEnd::interrupted);
}

}  // namespace
}  // namespace gist::testing
