#include "gist/solver/fista.hpp"

#include <gtest/gtest.h>

#include "gist/solver/ista.hpp"
#include "gist/solver/run.hpp"
#include "tests/support/tiny_space.hpp"

namespace gist::testing {
namespace {

using Three = std::array<double, 3>;

/// FISTA written out on plain numbers, told only the t of each step.
struct Replay {
  const TinySpace& space;
  Three now{}, before{};
  double theta = 1;
  bool turned = false;

  Three step(double t) {
    const double next_theta = (1 + std::sqrt(1 + 4 * theta * theta)) / 2;
    Three y{}, next{};
    double back = 0;
    for (std::size_t j = 0; j < 3; ++j) {
      y[j] = now[j] + (theta - 1) / next_theta * (now[j] - before[j]);
      next[j] = TinySpace::shrink(y[j] - space.c[j] * (y[j] - space.a[j]) / t, space.lambda / t);
      back += (y[j] - next[j]) * (next[j] - now[j]);
    }
    turned = back > 0;
    before = now;
    now = next;
    theta = next_theta;
    return next;
  }
};

TEST(Fista, WithoutRestartsEveryStepIsTheMethodsOwn) {
  TinySpace space;
  Fista solver(space, {.restart = Restart::none}, space.make_point(), 1, 0);
  Replay replay{space};
  double t = 0;
  for (int k = 1; k <= 80; ++k) {
    const Step step = solver.step();
    EXPECT_GE(step.t, t) << "t never falls";
    t = step.t;
    const Three expected = replay.step(t);
    for (std::size_t j = 0; j < 3; ++j) ASSERT_NEAR(solver.now().w[j], expected[j], 1e-12) << k;
    EXPECT_NEAR(solver.theta(), replay.theta, 1e-12);
    EXPECT_EQ(step.residual == Step::unmeasured, k > 1) << "only the step without momentum measures its residual";
    replay.now = solver.now().w;  // rounding must not pile up
  }
  EXPECT_EQ(space.misuses, 0);
}

/// F(w(k)) - F* <= 2 eta L ||w(0) - w*||^2 / (k + 1)^2
TEST(Fista, FallsAsTheTheoremSays) {
  TinySpace space;
  space.c = {0.05, 3, 100};
  space.lambda = 0.01;
  Fista solver(space, {.restart = Restart::none}, space.make_point(), 1, 0);
  double reach = 0;
  for (std::size_t j = 0; j < 3; ++j) {
    const double w = TinySpace::shrink(space.a[j], space.lambda / space.c[j]);
    reach += w * w;
  }
  for (int k = 1; k <= 300; ++k) {
    const Step step = solver.step();
    EXPECT_LE(step.objective - space.minimum(), 4 * space.lipschitz() * reach / ((k + 1.0) * (k + 1.0)) + 1e-12) << k;
  }
}

TEST(Fista, RestartsWhenTheStepTurnsBack) {
  TinySpace space;
  Fista solver(space, {.restart = Restart::gradient}, space.make_point(), 1, 0);
  Replay replay{space};
  double t = 0;
  int restarts = 0;
  for (int k = 1; k <= 60; ++k) {
    const Step step = solver.step();
    if (step.step_sq == 0) break;
    const Three expected = replay.step(step.t);
    for (std::size_t j = 0; j < 3; ++j) ASSERT_NEAR(solver.now().w[j], expected[j], 1e-12) << k;
    if (replay.turned) ++restarts, replay.theta = 1;
    EXPECT_GE(step.t, t);
    t = replay.turned ? step.t / 2 : step.t;
    ASSERT_NEAR(solver.theta(), replay.theta, 1e-12) << k;
    replay.now = solver.now().w;
  }
  EXPECT_GT(restarts, 0) << "the case this test is about did not come up";
}

TEST(Fista, RestartingOnTheObjectiveItNeverRises) {
  TinySpace space;
  space.c = {0.1, 5, 100};
  Fista solver(space, {.restart = Restart::objective}, space.make_point(), 1, 0);
  int pure = 0;
  for (int k = 1; k <= 200; ++k) {
    const Step step = solver.step();
    if (step.step_sq == 0) break;
    EXPECT_LE(step.objective, step.objective_before * (1 + 1e-15));
    if (k > 1 && step.residual != Step::unmeasured) ++pure;
  }
  EXPECT_GT(pure, 0) << "no restart came up";
  EXPECT_NEAR(solver.best().objective(), space.minimum(), 1e-12);
}

TEST(Fista, ItsFirstStepIsIstas) {
  TinySpace one, two;
  Fista fista(one, {}, one.make_point(), 1, 0);
  Ista ista(two, {}, two.make_point(), 1, 0);
  const Step step = fista.step(), other = ista.step();
  EXPECT_EQ(fista.now().w, ista.best().w);
  EXPECT_EQ(step.t, other.t);
}

TEST(Fista, WhatIsCertifiedIsAPointOfTheSequence) {
  for (const Restart restart : {Restart::none, Restart::gradient, Restart::objective}) {
    TinySpace space;
    const double goal = 1e-8;
    Fista solver(space, {.restart = restart}, space.make_point(), 1, goal);
    StopOptions options;
    options.tolerance = goal;
    const auto outcome = run(solver, Stop(options, 1, nullptr), nullptr);
    ASSERT_EQ(outcome.status, Status::converged);
    auto answer = *outcome.point;
    space.loss(answer);
    space.gradient(answer);
    auto moved = space.make_point();
    EXPECT_LE(outcome.t * space.prox_step(answer, outcome.t, moved).step_max, goal);
    EXPECT_NEAR(answer.objective(), space.minimum(), 1e-12);
  }
}

TEST(Fista, OneGradientPerStepAndNoPassForY) {
  TinySpace space;
  Fista solver(space, {.restart = Restart::none}, space.make_point(), 1, 0);
  solver.step();
  for (int k = 0; k < 20; ++k) {
    const TinySpace before = space;
    const Step step = solver.step();
    EXPECT_EQ(space.gradients - before.gradients, 1);
    EXPECT_EQ(space.losses - before.losses, step.trials);
  }
  EXPECT_EQ(space.points, 4);
}

TEST(Fista, NotANumberIsAFailedLineSearch) {
  TinySpace space;
  space.a[1] = std::numeric_limits<double>::quiet_NaN();
  Fista solver(space, {}, space.make_point(), 1, 0);
  EXPECT_EQ(solver.step().status, Status::line_search_failed);
}

}  // namespace
}  // namespace gist::testing
