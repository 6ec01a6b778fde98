#include "gist/solver/gist.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "tests/support/tiny_space.hpp"

namespace gist::testing {
namespace {

std::vector<GistOptions> all_options() {
  std::vector<GistOptions> all;
  for (const StepStart step : {StepStart::one, StepStart::previous, StepStart::bb}) {
    for (const AcceptanceKind acceptance : {AcceptanceKind::monotone, AcceptanceKind::nonmonotone}) {
      for (const double eta : {1.5, 2.0, 10.0}) {
        for (const double sigma : {1e-5, 0.3, 0.9}) {
          GistOptions options;
          options.step = step;
          options.acceptance = acceptance;
          options.eta = eta;
          options.sigma = sigma;
          all.push_back(options);
        }
      }
    }
  }
  return all;
}

TEST(Gist, OptionsAreThePapers) {
  const GistOptions options;
  EXPECT_EQ(options.step, StepStart::bb);
  EXPECT_EQ(options.window(), 5);
  EXPECT_EQ(options.eta, 2);
  EXPECT_EQ(options.sigma, 1e-5);
  EXPECT_EQ(options.t_min, 1e-30);
  EXPECT_EQ(options.t_max, 1e30);
  GistOptions monotone;
  monotone.acceptance = AcceptanceKind::monotone;
  monotone.memory = 7;
  EXPECT_EQ(monotone.window(), 1);
}

TEST(Gist, OneLossPerTrialAndOneGradientPerAcceptedStep) {
  for (const auto& options : all_options()) {
    TinySpace space;
    Gist solver(space, options, space.make_point());
    EXPECT_EQ(space.losses, 1);
    EXPECT_EQ(space.gradients, 0);
    for (int k = 1; k <= 12; ++k) {
      const TinySpace before = space;
      const Step step = solver.step();
      if (step.step_sq == 0) break;
      EXPECT_EQ(step.iteration, k);
      EXPECT_EQ(space.losses - before.losses, step.trials);
      EXPECT_EQ(space.proxes - before.proxes, step.trials);
      EXPECT_EQ(space.gradients - before.gradients, 1);
      EXPECT_EQ(space.curvatures - before.curvatures, options.step == StepStart::bb && k > 1 ? 1 : 0);
      EXPECT_EQ(space.penalties, 1) << "the prox step knows the penalty";
    }
    EXPECT_EQ(space.points, 3) << "no more memory than where we are, what we try and the best";
    EXPECT_EQ(space.misuses, 0);
  }
}

/// Equations 3 and 4, with the t of the trial that was accepted (the algorithm box multiplies t before it tests).
TEST(Gist, EveryAcceptedStepMeetsItsInequality) {
  for (const auto& options : all_options()) {
    TinySpace space;
    Gist solver(space, options, space.make_point());
    std::vector<double> objectives{solver.best().objective()};
    auto before = solver.best().w;
    for (int k = 0; k < 30; ++k) {
      const Step step = solver.step();
      if (step.step_sq == 0) break;
      EXPECT_EQ(step.objective_before, objectives.back());
      // The step taken again by hand, at the t that is reported.
      TinySpace replay;
      auto from = replay.make_point(), to = replay.make_point();
      from.w = before;
      replay.loss(from);
      replay.gradient(from);
      const ProxStep moved = replay.prox_step(from, step.t, to);
      replay.loss(to);
      EXPECT_EQ(moved.step_sq, step.step_sq);
      EXPECT_EQ(to.objective(), step.objective);
      EXPECT_EQ(step.t * moved.step_max, step.residual);
      const auto first =
          objectives.size() - std::min<std::size_t>(objectives.size(), static_cast<std::size_t>(options.window()));
      const double reference =
          *std::max_element(objectives.begin() + static_cast<std::ptrdiff_t>(first), objectives.end());
      EXPECT_LE(step.objective, reference - options.sigma / 2 * step.t * step.step_sq + 1e-15 * std::abs(reference));
      // A refused trial had a t smaller by eta, and it was refused for a reason.
      if (step.trials > 1) {
        const ProxStep refused = replay.prox_step(from, step.t / options.eta, to);
        replay.loss(to);
        EXPECT_GT(to.objective(), reference - options.sigma / 2 * step.t / options.eta * refused.step_sq);
        replay.prox_step(from, step.t, to);
      }
      objectives.push_back(step.objective);
      before = to.w;
    }
  }
}

/// Lemmas 1 and 2: a trial with t >= beta / (1 - sigma) is always accepted, so no accepted t exceeds
/// max(t it started from, eta beta / (1 - sigma)).
TEST(Gist, AcceptedStepsAreAsLongAsTheLemmaPromises) {
  for (const auto& options : all_options()) {
    TinySpace space;
    const double limit = options.eta * space.lipschitz() / (1 - options.sigma);
    Gist solver(space, options, space.make_point());
    for (int k = 0; k < 60; ++k) {
      const Step step = solver.step();
      ASSERT_EQ(step.status, Status::running);
      if (step.step_sq == 0) break;
      const double started = step.t / std::pow(options.eta, step.trials - 1);
      EXPECT_LE(step.t, std::max(started, limit) * (1 + 1e-12));
      if (step.objective_before - space.minimum() < 1e-9) break;  // below, rounding decides and not the lemma
    }
  }
}

/// Theorem 2: min over k <= n of ||w(k+1) - w(k)||^2 <= 2 (f(w0) - f*) / (n sigma t_min), for the monotone rule; t_min
/// here the smallest t that was accepted.
TEST(Gist, TheRunningMinimumOfTheStepsFallsLikeOneOverN) {
  for (auto options : all_options()) {
    if (options.acceptance != AcceptanceKind::monotone) continue;
    options.t_min = 0.5;
    TinySpace space;
    Gist solver(space, options, space.make_point());
    const double start = solver.best().objective();
    double smallest = infinity;
    for (int n = 1; n <= 60; ++n) {
      const Step step = solver.step();
      smallest = std::min(smallest, step.step_sq);
      EXPECT_LE(smallest, 2 * (start - space.minimum()) / (n * options.sigma * options.t_min) * (1 + 1e-12));
      if (step.step_sq == 0) break;
    }
  }
}

TEST(Gist, FindsTheMinimumByEveryRule) {
  for (const auto& options : all_options()) {
    TinySpace space;
    Gist solver(space, options, space.make_point());
    for (int k = 0; k < 5000 && solver.step().step_sq > 0; ++k) {
    }
    EXPECT_NEAR(solver.best().objective(), space.minimum(), 1e-10);
  }
}

TEST(Gist, BestIsTheLowestPointSeenNotTheLast) {
  GistOptions options;
  options.memory = 10;
  bool rose = false;
  for (const double curvature : {30.0, 100.0, 300.0, 1000.0, 3000.0}) {
    TinySpace space;
    space.c = {1, 17, curvature};
    space.a = {30, -20, 5};
    Gist solver(space, options, space.make_point());
    double lowest = solver.best().objective();
    for (int k = 0; k < 40; ++k) {
      const Step step = solver.step();
      rose = rose || step.objective > step.objective_before;
      lowest = std::min(lowest, step.objective);
      ASSERT_EQ(solver.best().objective(), lowest);
      auto again = solver.best();
      ASSERT_EQ(space.loss(again) + space.penalty(again), lowest) << "the point is still what it was";
    }
  }
  EXPECT_TRUE(rose) << "the case this test is about did not come up";
}

TEST(Gist, MonotoneRuleNeverRises) {
  GistOptions options;
  options.acceptance = AcceptanceKind::monotone;
  TinySpace space;
  space.c = {1, 17, 3000};
  Gist solver(space, options, space.make_point());
  for (int k = 0; k < 40; ++k) {
    const Step step = solver.step();
    EXPECT_LE(step.objective, step.objective_before * (1 + 1e-15));
  }
}

TEST(Gist, TheLineSearchFailsWhenNoTUpToTMaxWillDo) {
  GistOptions options;
  options.t_max = 8;  // far below the curvature 100 of the third coordinate
  options.acceptance = AcceptanceKind::monotone;
  TinySpace space;
  auto start = space.make_point();
  start.w = {3, -2, 1};  // only that coordinate is off
  Gist solver(space, options, start);
  const auto w = solver.best().w;
  const Step step = solver.step();
  EXPECT_EQ(step.status, Status::line_search_failed);
  EXPECT_EQ(step.iteration, 0);
  EXPECT_EQ(space.proxes, 4) << "t = 1, 2, 4, 8";
  EXPECT_EQ(solver.best().w, w) << "the point is untouched";
}

TEST(Gist, AFixedPointIsReportedAndNotCounted) {
  TinySpace space;
  space.lambda = 1000;
  Gist solver(space, {}, space.make_point());
  for (int k = 0; k < 2; ++k) {
    const Step step = solver.step();
    EXPECT_EQ(step.status, Status::running);
    EXPECT_EQ(step.iteration, 0);
    EXPECT_EQ(step.step_sq, 0);
    EXPECT_EQ(step.residual, 0);
  }
  EXPECT_EQ(space.losses, 1) << "nothing moved, nothing to evaluate";
}

TEST(Gist, NotANumberIsAFailedLineSearchAndNotAFixedPoint) {
  TinySpace space;
  space.a[1] = std::numeric_limits<double>::quiet_NaN();
  auto start = space.make_point();
  Gist solver(space, {}, start);
  EXPECT_EQ(solver.step().status, Status::line_search_failed);
}

TEST(Gist, TheFirstTrialIsAtOneOrAtWhatAWarmStartKnows) {
  for (const double known : {1.0, 400.0}) {
    TinySpace space;
    Gist solver(space, {}, space.make_point(), known);
    const Step step = solver.step();
    EXPECT_EQ(step.t, known * std::pow(2, step.trials - 1));
  }
}

}  // namespace
}  // namespace gist::testing
