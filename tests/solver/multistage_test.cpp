#include "gist/solver/multistage.hpp"

#include <gtest/gtest.h>

#include <type_traits>

#include "gist/solver/run.hpp"
#include "tests/support/tiny_space.hpp"

namespace gist::testing {
namespace {

template <class Inner>
auto inner_options() {
  if constexpr (std::is_same_v<Inner, Fista<Stage<TinySpace>>>)
    return FistaOptions{};
  else
    return SparsaOptions{}.as_gist();
}

template <class Inner>
class MultistageWith : public ::testing::Test {
 protected:
  using Solver = Multistage<TinySpace, Inner>;
};
using Inners = ::testing::Types<Fista<Stage<TinySpace>>, Gist<Stage<TinySpace>>>;
TYPED_TEST_SUITE(MultistageWith, Inners);

/// The minimiser of the stage anchored at a: each coordinate by itself, in closed form.
std::array<double, 3> stage_minimiser(const TinySpace& space, const std::array<double, 3>& anchor) {
  std::array<double, 3> w{};
  for (std::size_t j = 0; j < 3; ++j)
    w[j] = TinySpace::shrink(space.a[j] + space.concave_slope(anchor[j]) / space.c[j], space.lambda / space.c[j]);
  return w;
}

TYPED_TEST(MultistageWith, EveryStageEndsAtTheMinimumOfItsConvexProblem) {
  TinySpace space = capped_space();
  MultistageOptions options;
  options.inner_tolerance = 1e-10;
  typename TestFixture::Solver solver(space, options, inner_options<TypeParam>(), space.make_point(), 1, 0);
  std::array<double, 3> anchor{};
  double anchor_objective = space.value_at(anchor);
  int stage = 1;
  for (int k = 0; k < 2000 && stage <= 4; ++k) {
    const auto best = solver.best().w;
    const Step step = solver.step();
    if (step.step_sq == 0) break;
    if (step.stage != stage) {
      const auto expected = stage_minimiser(space, anchor);
      for (std::size_t j = 0; j < 3; ++j) EXPECT_NEAR(best[j], expected[j], 1e-7) << "stage " << stage;
      EXPECT_LE(space.value_at(best), anchor_objective + 1e-12) << "every stage lowers the true objective";
      anchor = best;
      anchor_objective = space.value_at(best);
      stage = step.stage;
    }
  }
  EXPECT_GT(stage, 1);
  EXPECT_EQ(space.misuses, 0);
}

/// The first stage, anchored at 0, is the l1 problem.
TYPED_TEST(MultistageWith, TheFirstStageIsTheLasso) {
  const TinySpace space = capped_space();
  const auto first = stage_minimiser(space, {});
  for (std::size_t j = 0; j < 3; ++j) EXPECT_EQ(first[j], TinySpace::shrink(space.a[j], space.lambda / space.c[j]));
}

TYPED_TEST(MultistageWith, ReportsTheTrueObjectiveAndJudgesOnlyWhatCanBeJudged) {
  TinySpace space = capped_space();
  typename TestFixture::Solver solver(space, {}, inner_options<TypeParam>(), space.make_point(), 1, 0);
  int stage = 0, ends = 0;
  double stage_start = space.value_at({});
  double last = stage_start;
  for (int k = 0; k < 400; ++k) {
    const Step step = solver.step();
    const bool first = step.stage != stage;
    if (first) {
      EXPECT_EQ(step.stage, stage + 1);
      stage = step.stage;
    }
    if (step.step_sq == 0) {
      EXPECT_TRUE(first) << "only the fixed point of a new stage is one of the method";
      break;
    }
    EXPECT_EQ(step.iteration, k + 1);
    EXPECT_EQ(step.residual != Step::unmeasured, first);
    if (step.objective_before != Step::unmeasured) {
      EXPECT_NEAR(step.objective_before, stage_start, 1e-12) << "compared with where the stage began";
      stage_start = space.value_at(solver.best().w);
      EXPECT_LE(stage_start, step.objective_before + 1e-12);
      ++ends;
    }
    last = step.objective;
  }
  EXPECT_GT(ends, 1);
  EXPECT_NEAR(last, space.value_at(solver.best().w), 1e-6);
}

TYPED_TEST(MultistageWith, ConvergesToACriticalPoint) {
  TinySpace space = capped_space();
  StopOptions stop;
  stop.tolerance = 1e-9;
  typename TestFixture::Solver solver(space, {}, inner_options<TypeParam>(), space.make_point(), 1, 1e-9);
  const auto outcome = run(solver, Stop(stop, 1, nullptr), nullptr);
  ASSERT_EQ(outcome.status, Status::converged);
  const auto& w = outcome.point->w;
  for (std::size_t j = 0; j < 3; ++j) {
    const double g = space.c[j] * (w[j] - space.a[j]);
    if (w[j] == 0)
      EXPECT_LE(std::abs(g), space.lambda + 1e-8);
    else
      EXPECT_NEAR(g, std::abs(w[j]) > space.cap ? 0 : -std::copysign(space.lambda, w[j]), 1e-8);
  }
  EXPECT_NEAR(w[0], 3, 1e-8) << "beyond the cap there is no shrinkage left";
}

TYPED_TEST(MultistageWith, AStageTakesNoMoreStepsThanItMay) {
  TinySpace space = capped_space();
  MultistageOptions options;
  options.inner_tolerance = 1e-14;
  options.inner_iterations = 3;
  typename TestFixture::Solver solver(space, options, inner_options<TypeParam>(), space.make_point(), 1, 0);
  for (int k = 0; k < 12; ++k) {
    const Step step = solver.step();
    if (step.step_sq == 0) break;
    EXPECT_EQ(step.stage, k / 3 + 1);
  }
}

}  // namespace
}  // namespace gist::testing
