#include "gist/solver/virl.hpp"

#include <gtest/gtest.h>

#include "gist/solver/run.hpp"
#include "tests/support/tiny_space.hpp"

namespace gist::testing {
namespace {

TinySpace root_penalty() {
  TinySpace space;
  space.c = {1, 10, 100};
  space.a = {3, -2, 0.01};
  space.q = 0.5;
  return space;
}

TEST(Virl, EveryStepIsTheMethodsOwn) {
  for (const StepStart start : {StepStart::previous, StepStart::bb}) {
    TinySpace space = root_penalty();
    VirlOptions options;
    options.step = start;
    options.sigma = 1e-3;
    Virl solver(space, options, space.make_point(), 1, 0);
    double t = 0;
    for (int k = 0; k < 100; ++k) {
      const double epsilon = solver.smoothing().epsilon;
      const Step step = solver.step();
      if (step.step_sq == 0) break;
      const auto from = solver.stepped_from(), to = solver.now();
      for (std::size_t j = 0; j < 3; ++j) {
        const double g = space.c[j] * (from.w[j] - space.a[j]);
        const double weight = space.lambda * 0.5 / std::sqrt(std::abs(from.w[j]) + epsilon);
        EXPECT_NEAR(to.w[j], TinySpace::shrink(from.w[j] - g / step.t, weight / step.t), 1e-15);
      }
      // Its own line search: the smoothed objective falls by sigma/2 ||step||^2, without t.
      const Reweighting smoothing{1, epsilon};
      const double before = from.loss_value + space.smoothed_penalty(smoothing, from);
      const double after = to.loss_value + space.smoothed_penalty(smoothing, to);
      EXPECT_LE(after, before - options.sigma / 2 * step.step_sq + 1e-14 * before);
      if (start == StepStart::previous) {
        EXPECT_GE(step.t, t) << "t begins where it ended, so it never falls";
      }
      t = step.t;
      EXPECT_NEAR(step.objective, space.value_at(to.w), 1e-13) << "reported is lq itself";
    }
    EXPECT_EQ(space.misuses, 0);
  }
}

TEST(Virl, EpsilonShrinksFromStageToStage) {
  TinySpace space = root_penalty();
  VirlOptions options;
  options.epsilon = 0.5;
  options.epsilon_shrink = 0.25;
  options.epsilon_min = 0.01;
  Virl solver(space, options, space.make_point(), 1, 0);
  double epsilon = 0.5;
  int stage = 1;
  for (int k = 0; k < 400; ++k) {
    const Step step = solver.step();
    if (step.step_sq == 0) break;
    EXPECT_EQ(step.stage, stage);
    const bool last = epsilon == 0.01;
    EXPECT_EQ(step.residual != Step::unmeasured, last) << "only the last stage is judged";
    EXPECT_EQ(step.objective_before != Step::unmeasured, last);
    if (solver.smoothing().epsilon != epsilon) {
      epsilon = std::max(0.01, epsilon * 0.25);
      EXPECT_EQ(solver.smoothing().epsilon, epsilon);
      ++stage;
    }
  }
  EXPECT_EQ(epsilon, 0.01);
  EXPECT_EQ(stage, 4);
}

TEST(Virl, EndsAtAStationaryPointOfLq) {
  TinySpace space = root_penalty();
  StopOptions stop;
  stop.tolerance = 1e-9;
  Virl solver(space, {}, space.make_point(), 1, 1e-9);
  const auto outcome = run(solver, Stop(stop, 1, nullptr), nullptr);
  ASSERT_EQ(outcome.status, Status::converged);
  const auto& w = outcome.point->w;
  EXPECT_EQ(w[2], 0) << "too small to pay";
  for (const std::size_t j : {0U, 1U}) {
    const double slope = space.lambda * 0.5 * std::copysign(1 / std::sqrt(std::abs(w[j])), w[j]);
    EXPECT_NEAR(space.c[j] * (w[j] - space.a[j]) + slope, 0, 1e-7);
  }
}

TEST(Virl, EpsilonBelowItsLastIsOneStage) {
  TinySpace space = root_penalty();
  VirlOptions options;
  options.epsilon = options.epsilon_min = 0.2;
  Virl solver(space, options, space.make_point(), 1, 0);
  for (int k = 0; k < 30; ++k) EXPECT_EQ(solver.step().stage, 1);
  EXPECT_EQ(solver.smoothing().epsilon, 0.2);
}

TEST(Virl, BestIsTheLowestOfLqItself) {
  TinySpace space = root_penalty();
  Virl solver(space, {}, space.make_point(), 1, 0);
  double lowest = solver.best().objective();
  for (int k = 0; k < 60; ++k) {
    lowest = std::min(lowest, solver.step().objective);
    ASSERT_EQ(solver.best().objective(), lowest);
  }
}

}  // namespace
}  // namespace gist::testing
