#include "gist/solver/run.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <utility>
#include <vector>

#include "gist/solver/gist.hpp"
#include "tests/support/tiny_space.hpp"

namespace gist::testing {
namespace {

GistOptions options_with(StepStart step, AcceptanceKind acceptance, double t_max = 1e30) {
  GistOptions options;
  options.step = step;
  options.acceptance = acceptance;
  options.t_max = t_max;
  return options;
}

struct TinyRun {
  TinySpace space;
  Gist<TinySpace> solver;
  explicit TinyRun(const GistOptions& options = {}) : solver(space, options, space.make_point()) {}
};

TEST(Run, ObserverSeesEveryStepInOrder) {
  TinyRun it;
  std::vector<int> iterations;
  double last_seconds = 0, last_objective = it.solver.best().objective();
  const auto outcome = run(it.solver, Stop(StopOptions{}, 100, nullptr), [&](const Step& step, double seconds) {
    iterations.push_back(step.iteration);
    EXPECT_GE(seconds, last_seconds);
    EXPECT_EQ(step.objective_before, last_objective);
    last_seconds = seconds;
    last_objective = step.objective;
  });
  EXPECT_EQ(outcome.status, Status::converged);
  ASSERT_EQ(iterations.size(), static_cast<std::size_t>(outcome.iterations));
  for (std::size_t k = 0; k < iterations.size(); ++k) EXPECT_EQ(iterations[k], static_cast<int>(k) + 1);
}

TEST(Run, ByResidualTheAnswerIsThePointTheResidualBelongsTo) {
  TinyRun it;
  StopOptions options;
  options.tolerance = 1e-9;
  const auto outcome = run(it.solver, Stop(options, 100, nullptr), nullptr);
  ASSERT_EQ(outcome.status, Status::converged);
  auto answer = *outcome.point;
  it.space.loss(answer);
  it.space.gradient(answer);
  auto moved = it.space.make_point();
  EXPECT_LE(outcome.t * it.space.prox_step(answer, outcome.t, moved).step_max, 1e-9 * 100);
}

TEST(Run, ByObjectiveTheAnswerIsTheBestPoint) {
  TinyRun it;
  StopOptions options;
  options.stop = StopRule::objective;
  double lowest = it.solver.best().objective();
  const auto outcome = run(it.solver, Stop(options, 100, nullptr),
                           [&](const Step& step, double) { lowest = std::min(lowest, step.objective); });
  EXPECT_EQ(outcome.status, Status::converged);
  EXPECT_EQ(outcome.point->objective(), lowest);
}

TEST(Run, NoIterationsMeansTheStartingPoint) {
  TinyRun it;
  StopOptions options;
  options.max_iterations = 0;
  const auto outcome = run(it.solver, Stop(options, 100, nullptr), [](const Step&, double) { FAIL(); });
  EXPECT_EQ(outcome.status, Status::iteration_limit);
  EXPECT_EQ(outcome.iterations, 0);
  EXPECT_EQ(outcome.point->w, (std::array<double, 3>{}));
  EXPECT_EQ(it.space.gradients, 0);
}

TEST(Run, IterationLimitKeepsTheBestPoint) {
  for (const int limit : {1, 2, 3, 7}) {
    TinyRun it;
    StopOptions options;
    options.max_iterations = limit;
    options.tolerance = 1e-15;
    int seen = 0;
    double lowest = it.solver.best().objective();
    const auto outcome = run(it.solver, Stop(options, 100, nullptr), [&](const Step& step, double) {
      ++seen;
      lowest = std::min(lowest, step.objective);
    });
    EXPECT_EQ(outcome.status, Status::iteration_limit);
    EXPECT_EQ(outcome.iterations, limit);
    EXPECT_EQ(seen, limit);
    EXPECT_EQ(outcome.point->objective(), lowest);
  }
}

TEST(Run, AnInterruptEndsItAfterTheStepInProgress) {
  TinyRun it;
  std::atomic<bool> flag{false};
  StopOptions options;
  options.tolerance = 1e-15;
  int seen = 0;
  const auto outcome = run(it.solver, Stop(options, 100, &flag), [&](const Step&, double) { flag = ++seen == 3; });
  EXPECT_EQ(outcome.status, Status::interrupted);
  EXPECT_EQ(outcome.iterations, 3);
  EXPECT_EQ(seen, 3);
  EXPECT_LT(outcome.point->objective(), 300);

  TinyRun never;
  const auto at_once = run(never.solver, Stop(options, 100, &(flag = true, flag)), nullptr);
  EXPECT_EQ(at_once.status, Status::interrupted);
  EXPECT_EQ(at_once.iterations, 0);
}

TEST(Run, TimeLimit) {
  TinyRun it(options_with(StepStart::previous, AcceptanceKind::monotone));
  it.space.c = {1e-9, 1, 1000};  // unpenalised, the first coordinate would take for ever
  it.space.lambda = 0;
  StopOptions options;
  options.tolerance = 1e-300;
  options.max_iterations = 2'000'000'000;
  options.max_seconds = 0.02;
  const auto outcome = run(it.solver, Stop(options, 1, nullptr), nullptr);
  EXPECT_EQ(outcome.status, Status::time_limit);
  EXPECT_GT(outcome.iterations, 0);
}

/// Steps that would last for ever, were it not for the clock.
struct Patient {
  using Point = TinySpace::Point;
  void heed(std::function<bool()> now_over) { over = std::move(now_over); }
  Step step() {
    while (!over()) ++waited;
    return {.iteration = 1, .step_sq = 1, .residual = 1};
  }
  const Point& stepped_from() const { return point; }
  const Point& best() const { return point; }
  double t() const { return 1; }

  std::function<bool()> over;
  Point point;
  long waited = 0;
};

TEST(Run, ALongStepIsToldThatTimeIsOver) {
  Patient solver;
  StopOptions options;
  options.max_seconds = 0.02;
  const auto outcome = run(solver, Stop(options, 1, nullptr), nullptr);
  EXPECT_EQ(outcome.status, Status::time_limit);
  EXPECT_EQ(outcome.iterations, 1);
  EXPECT_GT(solver.waited, 0);
  EXPECT_FALSE(solver.over) << "the stop may be gone by now";
}

TEST(Run, AFailedLineSearchKeepsThePointAndIsNotObserved) {
  TinyRun it(options_with(StepStart::bb, AcceptanceKind::monotone, 2));
  int seen = 0;
  const auto outcome = run(it.solver, Stop(StopOptions{}, 100, nullptr), [&](const Step& step, double) {
    ++seen;
    EXPECT_EQ(step.status, Status::running);
  });
  EXPECT_EQ(outcome.status, Status::line_search_failed);
  EXPECT_EQ(outcome.iterations, seen);
}

}  // namespace
}  // namespace gist::testing
