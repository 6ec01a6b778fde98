#include "gist/backend/cpu/conjugate_gradients.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "gist/fit/prepare.hpp"
#include "tests/support/plain_problem.hpp"

namespace gist::testing {
namespace {

/// Solves a small dense system by elimination with pivots.
std::vector<double> eliminate(std::vector<std::vector<double>> a, std::vector<double> b) {
  const std::size_t n = b.size();
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    for (std::size_t i = k; i < n; ++i)
      if (std::abs(a[i][k]) > std::abs(a[pivot][k])) pivot = i;
    std::swap(a[k], a[pivot]);
    std::swap(b[k], b[pivot]);
    for (std::size_t i = k + 1; i < n; ++i) {
      const double f = a[i][k] / a[k][k];
      for (std::size_t j = k; j < n; ++j) a[i][j] -= f * a[k][j];
      b[i] -= f * b[k];
    }
  }
  for (std::size_t k = n; k-- > 0;) {
    for (std::size_t j = k + 1; j < n; ++j) b[k] -= a[k][j] * b[j];
    b[k] /= a[k][k];
  }
  return b;
}

TEST(ConjugateGradients, GiveTheDirectionThatEliminationGives) {
  Team team(1);
  for (const Kind kind : {Kind::dense, Kind::sparse_rows}) {
    for (const bool profiled : {false, true}) {
      const Plain plain = random_plain(40, 7, Targets::numbers, 12);
      const Problem problem = prepare(plain.data(kind), spec_of(Squared{}, L1{0.1}), team).problem;
      cpu::ColumnBlock block;
      const std::vector<Index> columns{0, 1, 2, 3, 4, 5, 6};
      const std::vector<float> ones(40, 1.0F);
      block.take(problem, columns, ones);
      const double total = profiled ? 40 : 0;
      std::vector<std::vector<double>> h(7, std::vector<double>(7));
      std::vector<double> sums(7), slopes(7), bends(7);
      for (std::size_t a = 0; a < 7; ++a) {
        for (std::size_t i = 0; i < 40; ++i) sums[a] += plain.x.at(i, a);
        slopes[a] = std::sin(1.0 + static_cast<double>(a));
        bends[a] = 0.1 * static_cast<double>(a) - 0.2;  // some branches are concave
      }
      for (std::size_t a = 0; a < 7; ++a) {
        for (std::size_t b = 0; b < 7; ++b) {
          for (std::size_t i = 0; i < 40; ++i) h[a][b] += plain.x.at(i, a) * plain.x.at(i, b);
          if (profiled) h[a][b] -= sums[a] * sums[b] / total;
        }
      }
      cpu::ConjugateGradients newton;
      for (std::size_t a = 0; a < 7; ++a) newton.terms.push_back({a, slopes[a], bends[a], h[a][a], sums[a]});
      EXPECT_LE(newton.solve(block, total, 0, 200), 200);
      auto system = h;
      std::vector<double> right;
      for (std::size_t a = 0; a < 7; ++a) system[a][a] += bends[a], right.push_back(-slopes[a]);
      const auto truth = eliminate(system, right);
      double bend = 0;
      for (std::size_t a = 0; a < 7; ++a) {
        EXPECT_NEAR(newton.direction()[a], truth[a], 0.05 * (std::abs(truth[a]) + 0.05));  // a hundredfold, no more
        for (std::size_t b = 0; b < 7; ++b) bend += newton.direction()[a] * h[a][b] * newton.direction()[b];
      }
      EXPECT_NEAR(newton.bend_along(total), bend, 1e-4 * std::abs(bend));
      EXPECT_EQ(newton.solve(block, total, 1e300, 200), 1) << "a tolerance that anything meets";
    }
  }
}

TEST(ConjugateGradients, StopWhereTheCurvatureIsNotPositive) {
  Team team(1);
  const Plain plain = random_plain(20, 3, Targets::numbers, 2);
  const Problem problem = prepare(plain.data(Kind::dense), spec_of(Squared{}, L1{0.1}), team).problem;
  cpu::ColumnBlock block;
  const std::vector<Index> columns{0, 1, 2};
  block.take(problem, columns, std::vector<float>(20, 1.0F));
  cpu::ConjugateGradients newton;
  for (std::size_t a = 0; a < 3; ++a) newton.terms.push_back({a, 1.0, -1e6, 1.0, 0.0});
  EXPECT_EQ(newton.solve(block, 0, 0, 200), 1);
  for (const double p : newton.direction()) EXPECT_EQ(p, 0);
}

}  // namespace
}  // namespace gist::testing
