#include <gtest/gtest.h>

#include <cmath>

#include "gist/backend/cpu/space.hpp"
#include "gist/penalty/dc_split.hpp"
#include "gist/solver/solver.hpp"
#include "tests/support/count_allocations.hpp"
#include "tests/support/full_problem.hpp"
#include "tests/support/pairs.hpp"
#include "tests/support/plain_problem.hpp"
#include "tests/support/warm_space.hpp"

namespace gist::testing {
namespace {

class RivalVerbs : public ::testing::TestWithParam<Pair> {
 protected:
  using Point = cpu::CpuSpace::Point;
  Team team_{1};
  Problem problem_ = full_problem(GetParam(), Kind::sparse_rows, team_);
  cpu::CpuSpace space_{problem_, team_};

  Point point(double shift) {
    Point made = space_.make_point();
    for (std::size_t j = 0; j < 9; ++j) made.w[j] = j % 3 == 2 ? 0 : 0.1 * std::sin(static_cast<double>(j) + shift);
    space_.loss(made);
    space_.penalty(made);
    space_.gradient(made);
    return made;
  }
};

TEST_P(RivalVerbs, ExtrapolationNeedsNoPassAndIsThePointItself) {
  const Point before = point(0), now = point(1);
  Point ahead = space_.make_point();
  const auto passes = space_.passes();
  space_.extrapolate(before, now, 0.6, ahead);
  EXPECT_EQ(space_.passes(), passes);
  Point truth = space_.make_point();
  for (std::size_t j = 0; j < 9; ++j) truth.w[j] = now.w[j] + 0.6 * (now.w[j] - before.w[j]);
  EXPECT_NEAR(ahead.loss_value, space_.loss(truth), 1e-12 * (1 + std::abs(truth.loss_value)));
  space_.gradient(ahead);
  space_.gradient(truth);
  for (std::size_t j = 0; j < 9; ++j) EXPECT_NEAR(ahead.gradient[j], truth.gradient[j], 1e-11);
}

TEST_P(RivalVerbs, ChangeOfTheGradientFromTheMargins) {
  const Point from = point(0), to = point(1.5);
  double truth = 0, size = 0;
  for (std::size_t j = 0; j < 9; ++j) {
    truth += (to.gradient[j] - from.gradient[j]) * (to.w[j] - from.w[j]);
    size += std::abs((to.gradient[j] - from.gradient[j]) * (to.w[j] - from.w[j]));
  }
  EXPECT_NEAR(space_.gradient_change_along(from, to), truth, 1e-10 * size);
}

TEST_P(RivalVerbs, TurnIsWhatItSays) {
  const Point now = point(0), from = point(0.4), next = point(1);
  double step_sq = 0, back = 0;
  for (std::size_t j = 0; j < 9; ++j) {
    step_sq += std::pow(next.w[j] - now.w[j], 2);
    back += (from.w[j] - next.w[j]) * (next.w[j] - now.w[j]);
  }
  EXPECT_NEAR(space_.turn(now, from, next).step_sq, step_sq, 1e-14);
  EXPECT_NEAR(space_.turn(now, from, next).back, back, 1e-14);
}

/// No w in the box has a smaller value of the model than the step's answer: coordinate by coordinate, by looking.
TEST_P(RivalVerbs, LinearisedStepMinimisesItsModel) {
  if (std::holds_alternative<L0>(problem_.penalty) || std::holds_alternative<Lq>(problem_.penalty)) return;
  const Point anchor = point(2), from = point(0);
  Point to = space_.make_point(), other = space_.make_point();
  const double t = 0.7;
  const ProxStep moved = space_.linearised_step(anchor, from, t, to);
  const auto model = [&](Point& at) {
    double value = space_.linearised_penalty(anchor, at);
    for (std::size_t j = 0; j < 9; ++j) {
      const double change = at.w[j] - from.w[j];
      value += from.gradient[j] * change + t / 2 * change * change;
    }
    return value;
  };
  EXPECT_NEAR(to.penalty_value, space_.penalty(to), 1e-13) << "what is kept is the true penalty";
  const double lowest = model(to);
  EXPECT_NEAR(moved.surrogate, space_.linearised_penalty(anchor, to), 1e-13);
  EXPECT_GE(moved.surrogate, space_.penalty(to) - 1e-13) << "the surrogate lies above";
  for (std::size_t j = 0; j < 9; ++j) {
    for (double x = problem_.lower[j]; x <= 0.6; x += 0.003) {
      other.w = to.w;
      other.w[j] = x;
      EXPECT_GE(model(other), lowest - 1e-13) << j << " " << x;
    }
  }
}

TEST_P(RivalVerbs, ReweightedStepMinimisesItsModel) {
  if (!std::holds_alternative<Lq>(problem_.penalty)) return;
  const double q = std::get<Lq>(problem_.penalty).q, lambda = std::get<Lq>(problem_.penalty).lambda;
  for (const double alpha : {1.0, 1.4, 2.0, 3.0}) {
    const Point from = point(0);
    Point to = space_.make_point();
    const double t = 0.7, epsilon = 0.02;
    const ProxStep moved = space_.reweighted_step(from, t, {alpha, epsilon}, to);
    double smoothed = 0;
    for (std::size_t j = 0; j < 9; ++j) {
      const double factor = problem_.factor[j], ridge = problem_.ridge * factor;
      const auto power = [&](double x) { return std::pow(std::abs(x), alpha); };
      const double weight = lambda * factor * q / alpha * std::pow(power(from.w[j]) + epsilon, q / alpha - 1);
      const auto model = [&](double x) {
        const double change = x - from.w[j];
        return from.gradient[j] * change + t / 2 * change * change + weight * power(x) + ridge / 2 * x * x;
      };
      for (double x = problem_.lower[j]; x <= 0.6; x += 0.001) EXPECT_GE(model(x), model(to.w[j]) - 1e-13) << j;
      smoothed += lambda * factor * std::pow(power(to.w[j]) + epsilon, q / alpha) + ridge / 2 * to.w[j] * to.w[j];
    }
    EXPECT_NEAR(moved.surrogate, smoothed, 1e-13);
    EXPECT_NEAR(space_.smoothed_penalty({alpha, epsilon}, to), smoothed, 1e-13);
  }
}

template <class Solver>
void expect_no_allocation(Solver&& solver, const char* name) {
  solver.step();
  const CountAllocations during;
  for (int k = 0; k < 25; ++k) solver.step();
  EXPECT_EQ(during.count(), 0U) << name;
}

TEST_P(RivalVerbs, NoStepAllocates) {
  using S = cpu::CpuSpace;
  S& space = space_;
  warm(space);
  if (is_convex(problem_.penalty)) {
    expect_no_allocation(Ista(space, {}, space.make_point(), 1, 1e-9), "ista");
    expect_no_allocation(Fista(space, {}, space.make_point(), 1, 1e-9), "fista");
  }
  if (std::visit([](const auto& p) { return DcSplit(p).exists(); }, problem_.penalty)) {
    ScpSteps steps(space);
    expect_no_allocation(Gist(steps, ScpOptions{}, space.make_point()), "scp");
    expect_no_allocation(Multistage<S, Fista<Stage<S>>>(space, {}, FistaOptions{}, space.make_point(), 1, 1e-9),
                         "multistage nesterov");
    expect_no_allocation(
        Multistage<S, Gist<Stage<S>>>(space, {}, SparsaOptions{}.as_gist(), space.make_point(), 1, 1e-9),
        "multistage sparsa");
  }
  if (std::holds_alternative<Lq>(problem_.penalty)) {
    expect_no_allocation(Virl(space, {}, space.make_point(), 1, 1e-9), "virl");
  }
}

INSTANTIATE_TEST_SUITE_P(AllPairs, RivalVerbs, ::testing::ValuesIn(all_pairs()), pair_name);

}  // namespace
}  // namespace gist::testing
