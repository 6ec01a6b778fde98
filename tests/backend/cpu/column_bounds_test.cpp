#include "gist/backend/cpu/column_bounds.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "gist/fit/prepare.hpp"
#include "tests/support/plain_problem.hpp"
#include "tests/support/plain_scalars.hpp"

namespace gist::testing {
namespace {

/// Half way, a quarter of the way, and all of it: the loss is below its majoriser at that curvature, whatever rule the
/// steps follow, and at the curvature here it is not.
TEST(MajorisingCurvature, LiesAboveTheLossOnTheWayOfTheStep) {
  Team team(1);
  int above = 0;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const Plain plain = random_plain(40, 5, Targets::counts, seed);
    FitSpec spec = spec_of(Poisson{}, L1{0.1});
    spec.problem.standardize = seed % 2 == 0;
    const Problem problem = prepare(plain.data(Kind::sparse_rows), spec, team).problem;
    const auto n = static_cast<std::size_t>(problem.samples());
    std::vector<double> margin(n);
    for (std::size_t i = 0; i < n; ++i) margin[i] = std::sin(static_cast<double>(i * seed));
    const double intercept = -0.3;
    const auto here = cpu::column_curvatures(problem, margin, intercept, team);
    for (std::size_t j = 0; j < 5; ++j) {
      const auto& [mean, inverse_scale] = problem.scaling;
      const auto x = [&](std::size_t i) {
        const double value = plain.x.at(i, j);
        return mean.empty() ? value : (value - mean[j]) * inverse_scale[j];
      };
      const auto loss_at = [&](double step) {
        Real sum = 0;
        for (std::size_t i = 0; i < n; ++i)
          sum += plain_loss(problem.loss, margin[i] + intercept + step * x(i), problem.target[i]);
        return static_cast<double>(sum / static_cast<Real>(n));
      };
      double slope = 0;
      for (std::size_t i = 0; i < n; ++i)
        slope += static_cast<double>(plain_loss_slope(problem.loss, margin[i] + intercept, problem.target[i])) * x(i);
      slope /= static_cast<double>(n);
      const auto step_at = [&](double t) { return 3 / t; };  // as far as a penalty that pays for it would have it
      const double t = cpu::majorising_curvature(problem, margin, intercept, j, here[j], step_at);
      EXPECT_GE(t, here[j]);
      const auto gap = [&](double step, double curvature) {
        return loss_at(step) - (loss_at(0) + slope * step + curvature / 2 * step * step);
      };
      for (const double share : {0.25, 0.5, 1.0}) EXPECT_LE(gap(share * step_at(t), t), 1e-12);
      above += gap(step_at(here[j]), here[j]) > 0 ? 1 : 0;
      EXPECT_EQ(cpu::majorising_curvature(problem, margin, intercept, j, here[j], [](double) { return 0; }), here[j]);
    }
  }
  EXPECT_GT(above, 10);
}

}  // namespace
}  // namespace gist::testing
