#include "gist/backend/cpu/second_moments.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "gist/backend/cpu/gram_space.hpp"
#include "gist/fit/prepare.hpp"
#include "tests/support/plain_problem.hpp"

namespace gist::testing {
namespace {

struct Setting {
  bool intercept, standardize, weights, offsets, single;
};

std::vector<Setting> settings() {
  std::vector<Setting> all;
  for (int bits = 0; bits < 16; ++bits)
    all.push_back({(bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0, (bits & 8) != 0, bits % 3 == 1});
  return all;
}

Problem problem_of(const Plain& plain, const Setting& c, Team& team) {
  FitData data = plain.data(c.single ? Kind::dense_float : Kind::dense);
  for (std::size_t i = 0; i < plain.x.rows; ++i) {
    if (c.weights) data.weight.push_back(i % 7 == 3 ? 0.0 : 0.5 + static_cast<double>(i % 3));
    if (c.offsets) data.offset.push_back(std::sin(static_cast<double>(i)));
  }
  FitSpec spec = spec_of(Squared{}, L1{0.1});
  spec.problem.intercept = c.intercept;
  spec.problem.standardize = c.standardize;
  return prepare(data, spec, team).problem;
}

/// Column j of the problem as stored or, after the last, y - offset; and the weight of sample i.
double entry(const Plain& plain, const Problem& problem, std::size_t i, std::size_t j) {
  if (j < plain.x.columns) return plain.x.at(i, j);
  return problem.target[i] - (problem.offset.empty() ? 0 : problem.offset[i]);
}
double weight(const Problem& problem, std::size_t i) {
  return problem.sample_weight.empty() ? 1.0 / static_cast<double>(problem.target.size()) : problem.sample_weight[i];
}

TEST(SecondMoments, AreSumsOverTheSamples) {
  // More samples than are taken at a time, and more columns than a panel holds.
  const Plain plain = random_plain(1100, 53, Targets::numbers, 6);
  Team team(2);
  const Problem problem = problem_of(plain, {true, false, true, true, false}, team);
  std::vector<double> centre(54);
  for (std::size_t j = 0; j < 54; ++j) centre[j] = 0.1 * static_cast<double>(j % 5);
  std::vector<Index> rows;
  for (Index i = 0; i < 1100; ++i)
    if (i % 11 != 4) rows.push_back(i);
  const auto moments = cpu::second_moments(problem, centre, rows, team);
  std::vector<double> sum(54), product(54 * 54);
  double total = 0;
  for (const Index row : rows) {
    const auto i = static_cast<std::size_t>(row);
    const double s = weight(problem, i);
    total += s;
    for (std::size_t j = 0; j < 54; ++j) {
      const double a = entry(plain, problem, i, j) - centre[j];
      sum[j] += s * a;
      for (std::size_t k = 0; k < 54; ++k) product[j * 54 + k] += s * a * (entry(plain, problem, i, k) - centre[k]);
    }
  }
  EXPECT_NEAR(moments.weight, total, 1e-13);
  for (std::size_t j = 0; j < 54; ++j) {
    EXPECT_NEAR(moments.sum[j], sum[j], 1e-12);
    for (std::size_t k = 0; k < 54; ++k) EXPECT_NEAR(moments.at(j, k), product[j * 54 + k], 1e-11) << j << " " << k;
  }
}

TEST(SecondMoments, HaveTheSameBitsOnAnyNumberOfThreads) {
  const Plain plain = random_plain(700, 130, Targets::numbers, 2);
  Team one(1), three(3);
  const Problem problem = problem_of(plain, {true, false, false, false, true}, one);
  const auto centre = cpu::moment_centre(problem, one);
  EXPECT_EQ(centre, cpu::moment_centre(problem, three));
  const auto a = cpu::second_moments(problem, centre, one), b = cpu::second_moments(problem, centre, three);
  EXPECT_EQ(a.product, b.product);
  EXPECT_EQ(a.sum, b.sum);
}

TEST(SecondMoments, WeightedProductsAreOfTheColumnsAskedFor) {
  const Plain plain = random_plain(600, 40, Targets::numbers, 9);
  Team team(2);
  const Problem problem = problem_of(plain, {false, false, false, false, false}, team);
  const std::vector<Index> columns{31, 2, 17, 5, 39};
  std::vector<double> own(600);
  for (std::size_t i = 0; i < 600; ++i) own[i] = i % 13 == 0 ? 0 : 1 + std::cos(static_cast<double>(i));
  const std::size_t room = cpu::padded_products(5);
  std::vector<double> out(room * room);
  cpu::add_weighted_products(problem, columns, own, out.data(), room, team);
  for (std::size_t a = 0; a < 5; ++a) {
    for (std::size_t b = a; b < 5; ++b) {
      double sum = 0;
      for (std::size_t i = 0; i < 600; ++i)
        sum += own[i] * plain.x.at(i, static_cast<std::size_t>(columns[a])) *
               plain.x.at(i, static_cast<std::size_t>(columns[b]));
      EXPECT_NEAR(out[a * room + b], sum, 1e-9);
    }
  }
}

TEST(NormalEquations, HaveTheLossTheGradientAndTheInterceptOfTheSamples) {
  const Plain plain = random_plain(120, 9, Targets::numbers, 4);
  Team team(1);
  for (const Setting& c : settings()) {
    const Problem problem = problem_of(plain, c, team);
    const auto equations =
        cpu::normal_equations(problem, cpu::second_moments(problem, cpu::moment_centre(problem, team), team));
    cpu::CpuSpace samples(problem, team);
    cpu::GramSpace products(problem, equations, std::vector<double>(9, 1));
    for (int k = 0; k < 3; ++k) {
      auto a = samples.make_point(), b = products.make_point();
      for (std::size_t j = 0; j < 9; ++j) a.w[j] = b.w[j] = j == 4 ? 0 : k * std::cos(static_cast<double>(j + 1));
      const double expected = samples.loss(a) + samples.penalty(a);
      samples.gradient(a);
      EXPECT_NEAR(products.loss(b) + products.penalty(b), expected, 1e-12 * (1 + expected));
      double intercept = equations.level;
      for (std::size_t j = 0; j < 9; ++j) {
        EXPECT_NEAR(a.gradient[j], b.gradient[j], 1e-11);
        intercept -= equations.shift[j] * b.w[j];
      }
      EXPECT_NEAR(a.intercept, intercept, 1e-11);
    }
  }
}

TEST(NormalEquations, LeaveNothingOfAConstantColumn) {
  Plain plain = random_plain(50, 4, Targets::numbers, 4);
  for (std::size_t i = 0; i < 50; ++i) plain.x.at(i, 2) = 1e6 + 0.1;
  Team team(1);
  const Problem problem = problem_of(plain, {true, false, true, false, false}, team);
  const auto equations =
      cpu::normal_equations(problem, cpu::second_moments(problem, cpu::moment_centre(problem, team), team));
  for (std::size_t k = 0; k < 4; ++k) EXPECT_EQ(equations.row(2)[k], 0);
  EXPECT_EQ(equations.moment[2], 0);
  EXPECT_GT(equations.curvature(1), 0);
}

}  // namespace
}  // namespace gist::testing
