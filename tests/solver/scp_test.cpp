#include "gist/solver/scp.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "gist/solver/sparsa.hpp"
#include "tests/support/tiny_space.hpp"

namespace gist::testing {
namespace {

std::vector<ScpOptions> all_scp_options() {
  std::vector<ScpOptions> all;
  for (const StepStart step : {StepStart::one, StepStart::previous, StepStart::bb}) {
    for (const AcceptanceKind acceptance : {AcceptanceKind::monotone, AcceptanceKind::nonmonotone}) {
      ScpOptions options;
      options.step = step;
      options.acceptance = acceptance;
      all.push_back(options);
    }
  }
  return all;
}

TEST(Scp, EveryStepIsTheMethodsOwn) {
  for (const auto& options : all_scp_options()) {
    TinySpace space = capped_space();
    ScpSteps steps(space);
    Gist solver(steps, options, space.make_point());
    std::vector<double> objectives{solver.now().objective()};
    for (int k = 0; k < 40; ++k) {
      const Step step = solver.step();
      if (step.step_sq == 0) break;
      const auto from = solver.stepped_from();
      for (std::size_t j = 0; j < 3; ++j) {
        const double s2 = std::abs(from.w[j]) > space.cap ? std::copysign(space.lambda, from.w[j]) : 0;
        const double g = space.c[j] * (from.w[j] - space.a[j]);
        EXPECT_EQ(solver.now().w[j], TinySpace::shrink(from.w[j] - (g - s2) / step.t, space.lambda / step.t));
      }
      // The line search is gist's, on the true objective.
      EXPECT_NEAR(step.objective, space.value_at(solver.now().w), 1e-13);
      const auto window = static_cast<std::ptrdiff_t>(
          std::min<std::size_t>(objectives.size(), static_cast<std::size_t>(options.window())));
      const double reference = *std::max_element(objectives.end() - window, objectives.end());
      EXPECT_LE(step.objective, reference - options.sigma / 2 * step.t * step.step_sq + 1e-14 * reference);
      objectives.push_back(step.objective);
    }
    EXPECT_EQ(space.misuses, 0);
  }
}

/// Without a concave part to linearise, SCP is GIST, step for step.
TEST(Scp, OnAConvexPenaltyItIsGist) {
  for (const auto& options : all_scp_options()) {
    TinySpace one, two;
    ScpSteps steps(one);
    Gist scp(steps, options, one.make_point());
    Gist gist(two, options, two.make_point());
    for (int k = 0; k < 30; ++k) {
      const Step a = scp.step(), b = gist.step();
      EXPECT_EQ(a.t, b.t);
      EXPECT_EQ(a.objective, b.objective);
      EXPECT_EQ(scp.now().w, gist.now().w);
    }
  }
}

/// A weight at 0 is charged lambda, though beyond the cap it would cost lambda cap and no more: the step never sees
/// that.
TEST(Scp, AWeightAtZeroNeverGetsCheaper) {
  TinySpace space = capped_space();
  space.a = {1.5, 0, 0};  // |gradient| = 1.5 < lambda = 2, but l falls by 1.125 for a price of 0.8
  ScpSteps steps(space);
  Gist solver(steps, ScpOptions{}, space.make_point());
  EXPECT_EQ(solver.step().step_sq, 0) << "0 is a fixed point";
  EXPECT_LT(space.value_at({1.5, 0, 0}), space.value_at({0, 0, 0})) << "and not a good one";
}

TEST(Sparsa, HasItsAuthorsDefaults) {
  const SparsaOptions options;
  EXPECT_EQ(options.sigma, 0.01);
  EXPECT_EQ(options.window(), 6) << "the current objective and M = 5 before it";
  EXPECT_EQ(options.eta, 2);
  EXPECT_EQ(options.as_gist().step, StepStart::bb);
  EXPECT_EQ(options.as_gist().sigma, 0.01);
  EXPECT_EQ(options.as_gist().window(), 6);
}

}  // namespace
}  // namespace gist::testing
