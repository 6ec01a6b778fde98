#include "gist/backend/cpu/intercept_search.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "gist/core/alternatives.hpp"
#include "tests/support/plain_scalars.hpp"

namespace gist::testing {
namespace {

Problem problem_with(const Loss& loss, std::vector<double> target, std::vector<double> weight = {}) {
  Problem problem;
  problem.loss = loss;
  problem.target = std::move(target);
  problem.sample_weight = std::move(weight);
  return problem;
}

Real slope_at(const Problem& problem, const std::vector<double>& margin, Real b) {
  Real sum = 0;
  for (std::size_t i = 0; i < margin.size(); ++i)
    sum += plain_loss_slope(problem.loss, margin[i] + b, problem.target[i]);
  return sum / static_cast<Real>(margin.size());
}

/// From any start, near or absurdly far, and for margins small and large: the slope is 0 up to rounding, or changes its
/// sign within a few units in the last place.
TEST(InterceptSearch, EndsAtTheZeroOfTheSlopeFromAnyStart) {
  Team team(1);
  std::mt19937_64 random(3);
  std::normal_distribution<double> normal;
  for_each_alternative<Loss>([&](auto loss) {
    for (const double spread : {0.0, 1.0, 30.0, 300.0}) {
      std::vector<double> margin(50), target(50);
      for (std::size_t i = 0; i < 50; ++i) {
        margin[i] = spread * normal(random);
        target[i] = loss.targets == Targets::classes  ? (i % 9 == 0 ? 1 : -1)
                    : loss.targets == Targets::counts ? static_cast<double>(i % 4)
                                                      : 3 * normal(random);
      }
      const Problem problem = problem_with(loss, target);
      for (const double start :
           {0.0, 1.0, -40.0, 700.0, -700.0, 1e6, -1e6, 1e91, -1e91, 1e300, infinity, std::nan("")}) {
        cpu::InterceptSearch search;
        const double b = search.best(problem.loss, cpu::Samples(problem, margin), start, team);
        const Real nudge = 1e-11L * (1 + std::fabs(b) + spread);
        EXPECT_LE(slope_at(problem, margin, b - nudge), 1e-15L)
            << loss.name << " spread " << spread << " from " << start;
        EXPECT_GE(slope_at(problem, margin, b + nudge), -1e-15L)
            << loss.name << " spread " << spread << " from " << start;
      }
    }
  });
}

TEST(InterceptSearch, AlreadyThereStaysThere) {
  Team team(1);
  const Problem problem = problem_with(Squared{}, {1, 2, 3});
  const std::vector<double> margin{0, 0, 0};
  cpu::InterceptSearch search;
  EXPECT_EQ(search.best(problem.loss, cpu::Samples(problem, margin), 2, team), 2);
}

TEST(InterceptSearch, SamplesOfNoWeightSayNothing) {
  Team team(1);
  const Problem problem = problem_with(Squared{}, {1, 2, 1e9}, {0.5, 0.5, 0});
  const std::vector<double> margin{0, 0, 0};
  cpu::InterceptSearch search;
  EXPECT_NEAR(search.best(problem.loss, cpu::Samples(problem, margin), 0, team), 1.5, 1e-15);
}

/// Samples by the thousand, weighted or not: each counts once, with its own weight.
TEST(InterceptSearch, EverySampleCountsOnce) {
  Team team(1);
  for (const std::size_t count : {1U, 127U, 128U, 129U, 1001U}) {
    std::vector<double> target(count), weight(count);
    double all = 0, sum = 0, mean = 0;
    for (std::size_t i = 0; i < count; ++i) {
      target[i] = static_cast<double>(i * i % 97);
      weight[i] = static_cast<double>(i % 5);
      all += weight[i];
      sum += weight[i] * target[i];
      mean += target[i] / static_cast<double>(count);
    }
    const std::vector<double> margin(count, 0.0);
    cpu::InterceptSearch search;
    const Problem plain = problem_with(Squared{}, target), weighted = problem_with(Squared{}, target, weight);
    EXPECT_NEAR(search.best(plain.loss, cpu::Samples(plain, margin), 7, team), mean, 1e-12 * (1 + mean)) << count;
    if (all == 0) continue;
    EXPECT_NEAR(search.best(weighted.loss, cpu::Samples(weighted, margin), 7, team), sum / all, 1e-11) << count;
  }
}

TEST(InterceptSearch, HugeMarginsOfPoissonDoNotOverflowIt) {
  Team team(1);
  const Problem problem = problem_with(Poisson{}, {2, 3});
  const std::vector<double> margin{1e5, 1e5};
  cpu::InterceptSearch search;
  EXPECT_NEAR(search.best(problem.loss, cpu::Samples(problem, margin), 0, team), std::log(2.5) - 1e5, 1e-10);
}

}  // namespace
}  // namespace gist::testing
