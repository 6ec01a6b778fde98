#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "gist/backend/cpu/coefficient_loops.hpp"
#include "gist/backend/cpu/space.hpp"
#include "tests/support/draw.hpp"
#include "tests/support/pairs.hpp"
#include "tests/support/plain_problem.hpp"

namespace gist::testing {
namespace {

using testing_support::Draw;

/// A space over many coefficients, most of them at 0: what the loop that passes over them is for.
struct Wide {
  Problem problem;
  Team team{1};
  explicit Wide(const Penalty& penalty, double ridge) {
    Matrix x{2, 3000, std::vector<double>(6000, 0.5)};
    problem.design = design_of(x);
    problem.target = {1, -1};
    problem.penalty = with_strength(penalty, 0.3, std::nullopt);
    problem.ridge = ridge;
  }
};

TEST(ProxStep, EveryCoefficientGoesWhereItsOwnStepSays) {
  Draw draw(7);
  for (const Penalty& penalty : all_penalties()) {
    for (const double ridge : {0.0, 0.2}) {
      const Wide wide(penalty, ridge);
      Team team(1);
      cpu::CpuSpace space(wide.problem, team);
      auto from = space.make_point(), to = space.make_point();
      for (const double density : {0.0, 0.01, 0.5}) {
        for (std::size_t j = 0; j < 3000; ++j) {
          from.w[j] = draw.chance(density) ? draw.uniform(-2, 2) : 0;
          from.gradient[j] = draw.uniform(-1, 1) * draw.log_uniform(1e-3, 3);
        }
        for (const double t : {0.01, 1.0, 50.0}) {
          const ProxStep moved = space.prox_step(from, t, to);
          std::visit(
              [&](const auto& p) {
                const cpu::Coordinates coordinates(wide.problem, p);
                double penalty_sum = 0, step_sq = 0, along = 0, step_max = 0;
                std::int64_t nonzeros = 0;
                for (std::size_t j = 0; j < 3000; ++j) {
                  const double x = coordinates.step(j, from.w[j], from.gradient[j], t);
                  ASSERT_EQ(to.w[j], x) << p.name << " " << j << " t " << t;
                  penalty_sum += coordinates.value(j, x);
                  step_sq += (x - from.w[j]) * (x - from.w[j]);
                  along += from.gradient[j] * (x - from.w[j]);
                  step_max = std::max(step_max, std::abs(x - from.w[j]));
                  nonzeros += x != 0 ? 1 : 0;
                }
                EXPECT_NEAR(moved.penalty, penalty_sum, 1e-12 * (1 + penalty_sum));
                EXPECT_NEAR(moved.step_sq, step_sq, 1e-12 * (1 + step_sq));
                EXPECT_NEAR(moved.along, along, 1e-12 * (1 + std::abs(along)));
                EXPECT_EQ(moved.step_max, step_max);
                EXPECT_EQ(moved.nonzeros, nonzeros);
              },
              wide.problem.penalty);
        }
      }
    }
  }
}

TEST(ProxStep, NotANumberIsNeverPassedOver) {
  const Wide wide(L1{}, 0);
  Team team(1);
  cpu::CpuSpace space(wide.problem, team);
  for (const std::size_t at : {0U, 5U, 64U, 1000U, 2999U}) {
    auto from = space.make_point(), to = space.make_point();
    from.w[2500] = 3;  // a change after the lost one must not hide it
    from.gradient[at] = std::numeric_limits<double>::quiet_NaN();
    EXPECT_TRUE(std::isnan(space.prox_step(from, 1, to).step_max)) << at;
  }
}

}  // namespace
}  // namespace gist::testing
