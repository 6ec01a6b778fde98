#include "gist/solver/ista.hpp"

#include <gtest/gtest.h>

#include "tests/support/tiny_space.hpp"

namespace gist::testing {
namespace {

double distance_sq(const std::array<double, 3>& a, const std::array<double, 3>& b) {
  double sum = 0;
  for (std::size_t j = 0; j < 3; ++j) sum += (a[j] - b[j]) * (a[j] - b[j]);
  return sum;
}

/// The minimiser of a TinySpace with the l1 penalty.
std::array<double, 3> minimiser(const TinySpace& space) {
  std::array<double, 3> w{};
  for (std::size_t j = 0; j < 3; ++j) w[j] = TinySpace::shrink(space.a[j], space.lambda / space.c[j]);
  return w;
}

TEST(Ista, EveryStepIsTheMethodsOwn) {
  for (const double eta : {1.3, 2.0, 10.0}) {
    TinySpace space;
    Ista solver(space, {.eta = eta}, space.make_point(), 1, 0);
    double t = 0;
    for (int k = 1; k <= 60; ++k) {
      const Step step = solver.step();
      if (step.step_sq == 0) break;
      const auto from = solver.stepped_from(), to = solver.best();
      EXPECT_EQ(step.iteration, k);
      EXPECT_GE(step.t, t) << "t never falls";
      t = step.t;
      // The proximal step at the t that is reported, and its quadratic model above the loss.
      double model = from.loss_value, refused_model = from.loss_value;
      std::array<double, 3> refused{};
      for (std::size_t j = 0; j < 3; ++j) {
        const double g = space.c[j] * (from.w[j] - space.a[j]);
        EXPECT_EQ(to.w[j], TinySpace::shrink(from.w[j] - g / t, space.lambda / t));
        model += g * (to.w[j] - from.w[j]) + t / 2 * (to.w[j] - from.w[j]) * (to.w[j] - from.w[j]);
        refused[j] = TinySpace::shrink(from.w[j] - g / (t / eta), space.lambda / (t / eta));
        refused_model +=
            g * (refused[j] - from.w[j]) + t / eta / 2 * (refused[j] - from.w[j]) * (refused[j] - from.w[j]);
      }
      EXPECT_LE(to.loss_value, model + 1e-12 * from.loss_value);
      if (step.trials > 1) {
        auto other = space.make_point();
        other.w = refused;
        EXPECT_GT(space.loss(other), refused_model) << "a smaller t was refused for a reason";
      }
      EXPECT_LE(step.objective, step.objective_before - t / 2 * step.step_sq + 1e-12 * step.objective_before);
      EXPECT_LE(t, eta * space.lipschitz() * (1 + 1e-12));
    }
    EXPECT_EQ(space.misuses, 0);
  }
}

/// F(w(k)) - F* <= eta L ||w(0) - w*||^2 / (2 k)
TEST(Ista, FallsAsTheTheoremSays) {
  for (const double eta : {1.5, 2.0, 4.0}) {
    TinySpace space;
    space.c = {0.5, 3, 100};
    Ista solver(space, {.eta = eta}, space.make_point(), 1, 0);
    const double reach = distance_sq({}, minimiser(space));
    for (int k = 1; k <= 200; ++k) {
      const Step step = solver.step();
      EXPECT_LE(step.objective - space.minimum(), eta * space.lipschitz() * reach / (2 * k) + 1e-12);
    }
  }
}

TEST(Ista, TheFirstTIsFoundFromAboveToo) {
  TinySpace space;
  space.c = {1e-6, 2e-6, 5e-6};
  space.lambda = 1e-7;
  Ista solver(space, {}, space.make_point(), 1, 0);
  const Step step = solver.step();
  EXPECT_LE(step.t, 2 * space.lipschitz() * (1 + 1e-12)) << "with t = 1 it would crawl for ever";
}

TEST(Ista, AWarmStartAtItsAnswerStaysThere) {
  TinySpace space;
  auto start = space.make_point();
  start.w = minimiser(space);
  Ista solver(space, {}, start, 128, 1e-9);
  const Step step = solver.step();
  EXPECT_LE(step.residual, 1e-9);
  EXPECT_EQ(step.t, 128);
}

TEST(Ista, AFixedPointIsReportedAndNotCounted) {
  TinySpace space;
  space.lambda = 1000;
  Ista solver(space, {}, space.make_point(), 1, 0);
  const Step step = solver.step();
  EXPECT_EQ(step.iteration, 0);
  EXPECT_EQ(step.step_sq, 0);
  EXPECT_EQ(space.losses, 1);
}

TEST(Ista, NotANumberIsAFailedLineSearch) {
  TinySpace space;
  space.a[1] = std::numeric_limits<double>::quiet_NaN();
  Ista solver(space, {}, space.make_point(), 1, 0);
  EXPECT_EQ(solver.step().status, Status::line_search_failed);
}

}  // namespace
}  // namespace gist::testing
