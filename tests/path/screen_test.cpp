#include <gtest/gtest.h>

#include <cmath>

#include "gist/backend/cpu/column_bounds.hpp"
#include "gist/backend/cpu/column_screen.hpp"
#include "gist/path/path.hpp"
#include "tests/support/pairs.hpp"
#include "tests/support/plain_problem.hpp"

/// Leaving columns out must change nothing: what the screen lets through is checked here against all columns.
namespace gist::testing {
namespace {

FitSpec wide_spec(const Loss& loss, const Penalty& penalty) {
  FitSpec spec = spec_of(loss, penalty);
  spec.solver = WorkingSetOptions{};
  spec.problem.ridge = 0.02;
  return spec;
}

class Screened : public ::testing::TestWithParam<Pair> {
 protected:
  Team team_{1};
};

TEST_P(Screened, CertificatesAreThoseOfAllColumns) {
  Plain plain = random_plain(40, 160, targets_of(GetParam().loss), 17);
  for (std::size_t i = 0; i < 40; ++i) plain.x.at(i, 7) += 50;  // a column far from 0
  for (const bool standardize : {true, false}) {
    SCOPED_TRACE(standardize);
    FitSpec spec = wide_spec(GetParam().loss, GetParam().penalty);
    spec.problem.standardize = standardize;
    const FitData data = plain.data(Kind::sparse_rows);
    Fitting fitting(data, spec, team_);
    PathRequest request;
    request.options = {.follow = false, .no_early_stop = true};
    request.grid = {.count = 12, .ratio = 0.1};
    const PathResult path = trace_path(fitting, request, team_);
    for (std::size_t k = 0; k < path.points.size(); k += 3) {
      SCOPED_TRACE(k);
      const Judgement judged = judge(plain, path.model(k));
      const Certificate& found = path.points[k].report.certificate;
      const double scale = 1e-9 * path.gradient_scale;
      EXPECT_NEAR(found.critical, static_cast<double>(judged.critical), scale);
      EXPECT_NEAR(found.coordinate, static_cast<double>(judged.coordinate), scale);
      EXPECT_NEAR(found.objective(), static_cast<double>(judged.objective()), 1e-9);
      if (path.points[k].report.status == Status::converged) {
        EXPECT_LE(static_cast<double>(judged.coordinate), 1.001e-6 * path.gradient_scale);
      }
    }
  }
}

std::vector<Pair> some_pairs() {
  std::vector<Pair> pairs;
  for (const Loss& loss : {Loss(Squared{}), Loss(Logistic{}), Loss(Poisson{})}) {
    for (const Penalty& penalty : {Penalty(L1{}), Penalty(Mcp{}), Penalty(L0{}), Penalty(CappedL1{.theta = 0.4})})
      pairs.push_back({loss, penalty});
  }
  return pairs;
}
INSTANTIATE_TEST_SUITE_P(Some, Screened, ::testing::ValuesIn(some_pairs()), pair_name);

/// Where many columns are noise, far fewer than all are read.
TEST(Screen, SavesPasses) {
  const Plain plain = random_plain(60, 400, Targets::numbers, 5);
  const FitData data = plain.data();
  FitSpec spec = wide_spec(Squared{}, L1{});
  spec.problem.standardize = true;
  Team team(1);
  Fitting fitting(data, spec, team);
  PathRequest request;
  request.options.no_early_stop = true;
  request.grid = {.count = 50, .ratio = 0.2};
  std::int64_t passes = 0;
  int iterations = 0;
  for (const auto& point : trace_path(fitting, request, team).points) {
    passes += point.report.passes;
    iterations += point.report.iterations;
  }
  // Over rows there are three passes a lambda at least; unscreened, every iteration and every certificate takes one
  // over the columns as well.
  EXPECT_LT(passes, 3 * 50 + (iterations + 50) / 2);
}

TEST(Screen, RestLimitIsWhereTheFirstCoefficientMoves) {
  const Plain plain = random_plain(30, 20, Targets::numbers, 3);
  Team team(1);
  for (const Penalty& penalty : {Penalty(L1{.lambda = 0.3}), Penalty(Mcp{.lambda = 0.3, .theta = 0.5}),
                                 Penalty(L0{.lambda = 0.3}), Penalty(Scad{.lambda = 0.3})}) {
    FitSpec spec = wide_spec(Squared{}, penalty);
    const FitData data = plain.data();
    Problem problem = prepare(data, spec, team).problem;
    problem.penalty = penalty;
    const std::vector<double> no_margin(30);
    const auto curvature = cpu::column_curvatures(problem, no_margin, 0, team);
    const double least = *std::min_element(curvature.begin(), curvature.end());
    const double limit = cpu::at_rest_below(problem, least);
    EXPECT_GT(limit, 0);
    std::visit(
        [&](const auto& p) {
          // min over x of least/2 x^2 + ridge/2 x^2 - g x + r(x), by a fine grid: 0 just below the limit, not above.
          const auto lowest = [&](double g) {
            double best = 0;
            for (double x = 1e-6; x < 5; x *= 1.001)
              best = std::min(best, (least + problem.ridge) / 2 * x * x - g * x + p.value(x));
            return best;
          };
          EXPECT_GE(lowest(0.99 * limit), 0) << p.name;
          EXPECT_LT(lowest(1.01 * limit), 0) << p.name;
        },
        penalty);
  }
}

}  // namespace
}  // namespace gist::testing
