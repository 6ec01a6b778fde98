#include <gtest/gtest.h>

#include <cmath>

#include "examples/extending/half_price.hpp"
#include "examples/extending/plain.hpp"
#include "examples/extending/smooth_hinge.hpp"
#include "gist/loss/loss.hpp"
#include "gist/penalty/penalty.hpp"
#include "gist/solver/run.hpp"
#include "tests/support/brute_force.hpp"
#include "tests/support/tiny_space.hpp"

/// What the pages docs/extending add, by itself: each fulfils its concept and is right. (`make test-extending` adds
/// them to a copy of the tree and builds that, which takes minutes.)
namespace gist::testing_support {
namespace {

static_assert(ScalarPenalty<HalfPrice> && ScalarLoss<SmoothHinge>);

TEST(Extending, TheOperatorOfThePenaltyIsAGlobalMinimiser) {
  int jumped = 0, soft = 0;
  for (const HalfPrice penalty : {HalfPrice{1, 1}, HalfPrice{2, 0.3}, HalfPrice{0.1, 5}}) {
    for (const double step : {0.1, 1.0, 4.0, 30.0}) {
      const auto prox = penalty.prox(step);
      for (double v = -12; v <= 12; v += 0.37) {
        const auto h = [&](long double x) {
          return (x - v) * (x - v) / (2 * step) + static_cast<long double>(penalty.value(static_cast<double>(x)));
        };
        const double x = prox(v);
        const auto best = brute_force_minimum(h, -13, 13, {-penalty.theta, 0, penalty.theta});
        ASSERT_LE(h(x), best.value + 1e-12) << "v " << v << " step " << step << " theta " << penalty.theta;
        jumped += std::abs(x) > penalty.theta ? 1 : 0;
        soft += x != 0 && std::abs(x) < penalty.theta ? 1 : 0;
      }
    }
  }
  EXPECT_GT(jumped, 50);
  EXPECT_GT(soft, 50);
}

TEST(Extending, TheLossHasTheSlopeAndCurvatureItSays) {
  const SmoothHinge loss;
  for (const double y : {-1.0, 1.0}) {
    for (double z = -3.05; z <= 3; z += 0.1) {  // no kink of the slope, at 0 and y, within h
      const double h = 1e-4;
      EXPECT_NEAR((loss.value(z + h, y) - loss.value(z - h, y)) / (2 * h), loss.slope(z, y), 1e-9) << z;
      EXPECT_NEAR((loss.slope(z + h, y) - loss.slope(z - h, y)) / (2 * h), loss.curvature(z, y), 1e-9) << z;
    }
  }
}

TEST(Extending, TheSolverFindsTheMinimum) {
  testing::TinySpace space;
  Plain solver(space, {}, space.make_point(), 1);
  double last = infinity;
  const Observer falls = [&](const Step& step, double) {
    EXPECT_LE(step.objective, last);
    last = step.objective;
  };
  StopOptions options;
  options.tolerance = 1e-10;
  const auto outcome = run(solver, Stop(options, 1, nullptr), falls);
  EXPECT_EQ(outcome.status, Status::converged);
  EXPECT_NEAR(outcome.point->objective(), space.minimum(), 1e-12);
  EXPECT_EQ(space.misuses, 0);
}

}  // namespace
}  // namespace gist::testing_support
