#include "gist/penalty/reweighted.hpp"

#include <gtest/gtest.h>

#include "gist/penalty/lq.hpp"
#include "tests/support/brute_force.hpp"
#include "tests/support/draw.hpp"

namespace gist::testing_support {
namespace {

double draw_alpha(Draw& draw) { return draw.one_of<double>({1, 2, 1.5, 1.05, 3, 7, 1 + draw.uniform(0, 3)}); }

TEST(SmoothedLq, TendsToLqWithEpsilon) {
  Draw draw(1);
  for (int i = 0; i < 500; ++i) {
    const double q = draw.uniform(0.05, 0.95), x = draw.log_uniform(1e-2, 1e2);
    const SmoothedLq smoothed(q, {draw_alpha(draw), 1e-20});
    const double truth = Lq{0.7, q}.value(x);
    EXPECT_NEAR(smoothed.value(0.7, x), truth, 1e-4 * truth);
  }
}

/// The tangent in |x|^alpha lies above: this is what makes the reweighted step a descent step.
TEST(SmoothedLq, TheTangentMajorises) {
  Draw draw(2);
  for (int i = 0; i < 20000; ++i) {
    const double q = draw.uniform(0.05, 0.95), alpha = draw_alpha(draw), lambda = draw.log_uniform(1e-3, 1e3);
    const SmoothedLq smoothed(q, {alpha, draw.log_uniform(1e-10, 10)});
    const double w = draw.chance(0.1) ? 0 : draw.log_uniform(1e-6, 1e3), x = draw.chance(0.1) ? 0 : draw.near(w + 1e-3);
    const double tangent =
        smoothed.value(lambda, w) + smoothed.weight(lambda, w) * (std::pow(x, alpha) - std::pow(w, alpha));
    const double size =
        smoothed.value(lambda, w) + smoothed.weight(lambda, w) * (std::pow(x, alpha) + std::pow(w, alpha));
    EXPECT_LE(smoothed.value(lambda, x), tangent + 1e-12 * size) << q << " " << alpha << " " << w << " " << x;
    EXPECT_EQ(smoothed.value(lambda, -x), smoothed.value(lambda, x));
    EXPECT_EQ(smoothed.weight(lambda, -w), smoothed.weight(lambda, w));
  }
}

TEST(SmoothedLq, ZeroIsNoSpecialCase) {
  const SmoothedLq smoothed(0.3, {1.5, 0.01});
  EXPECT_NEAR(smoothed.value(2, 0), 2 * std::pow(0.01, 0.2), 1e-15);
  EXPECT_NEAR(smoothed.value(2, 1e-14), smoothed.value(2, 0), 1e-14);
  EXPECT_NEAR(smoothed.weight(2, 1e-14), smoothed.weight(2, 0), 1e-12);
}

TEST(SmoothedLq, OperatorAgainstBruteForce) {
  Draw draw(3);
  for (int i = 0; i < 2000; ++i) {
    const double alpha = draw_alpha(draw);
    const SmoothedLq smoothed(0.5, {alpha, 1});
    const double weight = draw.chance(0.05) ? 0 : draw.log_uniform(1e-6, 1e6), v = draw.log_uniform(1e-4, 1e4);
    const double step = draw.log_uniform(1e-3, 1e3);
    const auto h = [&](long double x) {
      return (x - v) * (x - v) / (2 * step) + weight * std::pow(x, static_cast<long double>(alpha));
    };
    const Minimum truth = brute_force_minimum(h, 0, v);
    const double x = smoothed.prox(weight, v, step);
    ASSERT_GE(x, 0);
    ASSERT_LE(x, v * (1 + 1e-15));
    EXPECT_LE(h(x), truth.value + 1e-14L * v * v / step)
        << alpha << " weight " << weight << " v " << v << " step " << step;
    EXPECT_EQ(smoothed.prox(weight, -v, step), -x);
  }
  EXPECT_EQ(SmoothedLq(0.5, {1.5, 1}).prox(3, 0, 1), 0);
}

}  // namespace
}  // namespace gist::testing_support
