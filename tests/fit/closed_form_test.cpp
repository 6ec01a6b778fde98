#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/linear_algebra.hpp"

namespace gist::testing {
namespace {

/// Least squares problems whose answer can be written down or found by trying every case.

FitSpec precise(const Penalty& penalty) {
  FitSpec spec = spec_of(Squared{}, penalty);
  spec.problem.intercept = false;
  spec.stop.tolerance = 1e-12;
  return spec;
}

void expect_w(const Model& model, const std::vector<Real>& expected, double tolerance) {
  const auto w = dense_w(model);
  ASSERT_EQ(w.size(), expected.size());
  for (std::size_t j = 0; j < w.size(); ++j) EXPECT_NEAR(w[j], static_cast<double>(expected[j]), tolerance) << j;
}

std::vector<std::size_t> all_of(std::size_t d) {
  std::vector<std::size_t> all(d);
  for (std::size_t j = 0; j < d; ++j) all[j] = j;
  return all;
}

TEST(ClosedForm, NoPenaltyIsLeastSquares) {
  Team team(1);
  const Plain plain = random_plain(30, 5, Targets::numbers, 1);
  const std::vector<Real> none(5);
  expect_w(fit(plain.data(), precise(None{}), team), Normal(plain).solve_on(all_of(5), none, none, none), 1e-10);
  // lambda = 0 is no penalty either, whichever penalty it is the lambda of.
  for (const Penalty& penalty : {Penalty(L1{0}), Penalty(Mcp{0, 3}), Penalty(Scad{0, 3.7}), Penalty(CappedL1{0, 1}),
                                 Penalty(Lsp{0, 1}), Penalty(Geman{0, 1}), Penalty(L0{0}), Penalty(Lq{0, 0.5})}) {
    expect_w(fit(plain.data(), precise(penalty), team), Normal(plain).solve_on(all_of(5), none, none, none), 1e-10);
  }
}

TEST(ClosedForm, RidgeAlone) {
  Team team(1);
  const Plain plain = random_plain(30, 5, Targets::numbers, 2);
  FitSpec spec = precise(None{});
  spec.problem.ridge = 0.7;
  const std::vector<Real> none(5), bend(5, 0.7L);
  expect_w(fit(plain.data(), spec, team), Normal(plain).solve_on(all_of(5), none, none, bend), 1e-11);
}

TEST(ClosedForm, PenaltyFactorZeroLeavesAColumnAlone) {
  Team team(1);
  Plain plain = random_plain(30, 5, Targets::numbers, 3);
  plain.factor = {0, 1, 0, 1, 1};
  const std::vector<Real> none(5);
  for (const Penalty& penalty : {Penalty(L1{1e6}), Penalty(L0{1e6}), Penalty(Mcp{1e6, 3}), Penalty(Lq{1e6, 0.5})}) {
    FitSpec spec = precise(penalty);
    expect_w(fit(plain.data(), spec, team), Normal(plain).solve_on({0, 2}, none, none, none), 1e-10);
    spec.problem.ridge = 3;  // the factor is the ridge's too
    expect_w(fit(plain.data(), spec, team), Normal(plain).solve_on({0, 2}, none, none, none), 1e-10);
  }
}

TEST(ClosedForm, LambdaMaxIsTakenWithTheUnpenalisedColumnsAtTheirBest) {
  Team team(1);
  Plain plain = random_plain(30, 5, Targets::numbers, 3);
  plain.factor = {0, 1, 0, 1, 2};
  const Normal normal(plain);
  const std::vector<Real> none(5);
  const auto w = normal.solve_on({0, 2}, none, none, none);
  Real expected = 0;
  for (const std::size_t j : {1U, 3U, 4U}) {
    Real slope = -normal.moment[j];
    for (std::size_t k = 0; k < 5; ++k) slope += normal.gram[j * 5 + k] * w[k];
    expected = std::max(expected, std::fabs(slope) / plain.factor[j]);
  }
  for (const int max_iterations : {10'000, 1, 0}) {  // a limit on the fit is none on lambda_max
    FitSpec spec = precise(L1{});
    spec.stop.max_iterations = max_iterations;
    EXPECT_NEAR(fit(plain.data(), spec, team).report.lambda_max, static_cast<double>(expected), 1e-8);
  }
}

/// Every subset of the coordinates at their bounds, the rest free: the lowest feasible one.
TEST(ClosedForm, NonNegativeLeastSquares) {
  Team team(1);
  for (std::uint64_t seed = 10; seed < 20; ++seed) {
    Plain plain = random_plain(25, 5, Targets::numbers, seed);
    const Normal normal(plain);
    const std::vector<Real> none(5);
    Real lowest = infinity;
    std::vector<Real> best;
    for (unsigned mask = 0; mask < 32; ++mask) {
      std::vector<std::size_t> support;
      for (std::size_t j = 0; j < 5; ++j) {
        if ((mask >> j & 1) != 0) support.push_back(j);
      }
      const auto w = normal.solve_on(support, none, none, none);
      if (std::any_of(w.begin(), w.end(), [](Real x) { return x < 0; })) continue;
      if (normal.loss(w) < lowest) lowest = normal.loss(w), best = w;
    }
    plain.lower = {0};
    expect_w(fit(plain.data(), precise(None{}), team), best, 1e-9);
    plain.lower = {0, 0, 0, 0, 0};
    plain.upper = {infinity};
    expect_w(fit(plain.data(), precise(None{}), team), best, 1e-9);
  }
}

TEST(ClosedForm, BoundsThatExcludeZero) {
  Team team(1);
  Plain plain = random_plain(30, 3, Targets::numbers, 5);
  plain.lower = {5, -infinity, -infinity};
  plain.upper = {6, -4, infinity};
  const std::vector<Real> held{5, -4, 0}, none(3);
  for (const Penalty& penalty : {Penalty(None{}), Penalty(L1{1e-3}), Penalty(L0{1e-9})}) {
    const Model model = fit(plain.data(), precise(penalty), team);
    EXPECT_EQ(model.report.status, Status::converged);
    EXPECT_EQ(dense_w(model)[0], 5);
    EXPECT_EQ(dense_w(model)[1], -4);
    EXPECT_LE(judge(plain, model).critical, 1e-11);
  }
  expect_w(fit(plain.data(), precise(None{}), team), Normal(plain).solve_on({2}, held, none, none), 1e-10);
}

TEST(ClosedForm, EqualBoundsFixACoefficient) {
  Team team(1);
  Plain plain = random_plain(30, 3, Targets::numbers, 6);
  plain.lower = {0.25, -infinity, -infinity};
  plain.upper = {0.25, infinity, infinity};
  const std::vector<Real> held{0.25L, 0, 0}, none(3);
  expect_w(fit(plain.data(), precise(None{}), team), Normal(plain).solve_on({1, 2}, held, none, none), 1e-10);
}

/// All 3^d sign patterns of the lasso; the consistent one of lowest objective is the global minimum.
TEST(ClosedForm, LassoIsTheBestOfAllSignPatterns) {
  Team team(1);
  for (std::uint64_t seed = 30; seed < 36; ++seed) {
    const std::size_t d = 6;
    const Plain plain = random_plain(20, d, Targets::numbers, seed);
    const Normal normal(plain);
    const double lambda = 0.15;
    Real lowest = infinity;
    std::vector<Real> best;
    for (int pattern = 0; pattern < 729; ++pattern) {
      std::vector<Real> tilt(d), none(d);
      std::vector<std::size_t> support;
      for (int j = 0, rest = pattern; j < 6; ++j, rest /= 3) {
        tilt[static_cast<std::size_t>(j)] = lambda * (rest % 3 - 1);
        if (rest % 3 != 1) support.push_back(static_cast<std::size_t>(j));
      }
      const auto w = normal.solve_on(support, none, tilt, none);
      Real value = normal.loss(w);
      bool consistent = true;
      for (const std::size_t j : support) {
        value += lambda * std::fabs(w[j]);
        consistent = consistent && w[j] * tilt[j] > 0;
      }
      if (consistent && value < lowest) lowest = value, best = w;
    }
    const Model model = fit(plain.data(), precise(L1{lambda}), team);
    EXPECT_NEAR(model.report.certificate.objective(), static_cast<double>(lowest), 1e-10);
    expect_w(model, best, 1e-9);
  }
}

/// MCP with theta large enough that every piece is strictly convex on any support: each pattern of (0, shrunk, flat) x
/// sign has one stationary point. GIST must end at one of those, and not above the best it could have walked down to
/// from 0.
TEST(ClosedForm, McpEndsAtAnEnumeratedStationaryPoint) {
  Team team(1);
  for (std::uint64_t seed = 40; seed < 44; ++seed) {
    const std::size_t d = 5;
    const Plain plain = random_plain(20, d, Targets::numbers, seed);
    const Normal normal(plain);
    const double lambda = 0.2, theta = 4;
    const PlainPenalty penalty{Mcp{lambda, theta}};
    std::vector<std::vector<Real>> stationary;
    for (int pattern = 0; pattern < 3125; ++pattern) {  // per coordinate: flat-, shrunk-, 0, shrunk+, flat+
      std::vector<Real> tilt(d), bend(d), none(d);
      std::vector<int> piece;
      std::vector<std::size_t> support;
      for (int j = 0, rest = pattern; j < 5; ++j, rest /= 5) {
        piece.push_back(rest % 5 - 2);
        const auto k = static_cast<std::size_t>(j);
        if (std::abs(piece.back()) == 1) tilt[k] = lambda * piece.back(), bend[k] = -1 / theta;
        if (piece.back() != 0) support.push_back(k);
      }
      const auto w = normal.solve_on(support, none, tilt, bend);
      bool consistent = true;
      for (std::size_t j = 0; j < d && consistent; ++j) {
        Real slope = -normal.moment[j];
        for (std::size_t k = 0; k < d; ++k) slope += normal.gram[j * d + k] * w[k];
        const Real a = std::fabs(w[j]);
        if (piece[j] == 0) consistent = std::fabs(slope) <= lambda;
        if (piece[j] != 0) consistent = w[j] * piece[j] > 0 && (std::abs(piece[j]) == 2) == (a >= theta * lambda);
      }
      if (consistent) stationary.push_back(w);
    }
    ASSERT_FALSE(stationary.empty());
    const Model model = fit(plain.data(), precise(Mcp{lambda, theta}), team);
    const auto w = dense_w(model);
    Real nearest = infinity, value = infinity;
    for (const auto& point : stationary) {
      Real distance = 0, sum = normal.loss(point);
      for (std::size_t j = 0; j < d; ++j) {
        distance = std::max(distance, std::fabs(point[j] - w[j]));
        sum += penalty.value(point[j]);
      }
      if (distance < nearest) nearest = distance, value = sum;
    }
    EXPECT_LE(nearest, 1e-9L) << "of " << stationary.size() << " stationary points none is the answer";
    EXPECT_NEAR(model.report.certificate.objective(), static_cast<double>(value), 1e-10);
  }
}

}  // namespace
}  // namespace gist::testing
