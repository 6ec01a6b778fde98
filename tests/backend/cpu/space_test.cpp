#include "gist/backend/cpu/space.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "gist/core/alternatives.hpp"
#include "gist/data/transpose.hpp"
#include "gist/fit/prepare.hpp"
#include "gist/solver/gist.hpp"
#include "tests/support/count_allocations.hpp"
#include "tests/support/full_problem.hpp"
#include "tests/support/pairs.hpp"
#include "tests/support/plain_problem.hpp"
#include "tests/support/warm_space.hpp"

namespace gist::testing {
namespace {

/// 60 samples and 5 columns.
template <class L>
Problem with_intercept(const L& loss, Team& team) {
  const Plain plain = random_plain(60, 5, loss.targets, 4);
  FitSpec spec = spec_of(loss, L1{0.1});
  spec.problem.intercept = true;
  return prepare(plain.data(), spec, team).problem;
}

TEST(CpuSpace, NoStepAllocates) {
  for (const int threads : {1, 2}) {
    Team team(threads);
    for (const auto& pair : all_pairs()) {
      for (const Kind kind : {Kind::dense, Kind::sparse_rows, Kind::sparse_float}) {
        const Problem problem = full_problem(pair, kind, team);
        cpu::CpuSpace space(problem, team);
        warm(space);
        Gist solver(space, GistOptions{}, space.make_point());
        const CountAllocations during;
        for (int k = 0; k < 6; ++k) solver.step();
        ASSERT_EQ(during.count(), 0U) << name_of(pair.loss) << " + " << name_of(pair.penalty);
      }
    }
  }
}

TEST(CpuSpace, TheCounterCounts) {
  const CountAllocations during;
  const auto made = std::make_unique<int>(3);
  EXPECT_GE(during.count(), static_cast<std::size_t>(*made > 2));
}

TEST(CpuSpace, OnePassPerTrialAndOnePerAcceptedStep) {
  Team team(1);
  for (const auto& pair : all_pairs()) {
    const Problem problem = full_problem(pair, Kind::sparse_rows, team);
    cpu::CpuSpace space(problem, team);
    Gist solver(space, GistOptions{}, space.make_point());
    EXPECT_EQ(space.passes(), 1);
    for (int k = 0; k < 6; ++k) {
      const auto before = space.passes();
      const Step step = solver.step();
      if (step.step_sq == 0) break;
      EXPECT_EQ(space.passes() - before, step.trials + 1);
    }
  }
}

/// What a look at the samples saw is used again, and only for the point it was at: whatever is asked in between, and
/// wherever the point has been, its slopes are those of its margins.
TEST(CpuSpace, SlopesAreThoseOfThePointAskedFor) {
  Team team(1);
  for_each_alternative<Loss>([&](auto loss) {
    const Problem problem = with_intercept(loss, team);
    cpu::CpuSpace space(problem, team), elsewhere(problem, team);
    auto a = space.make_point(), b = space.make_point();
    a.w[0] = 0.1;
    b.w[1] = -0.2;
    const auto check = [&](cpu::CpuSpace::Point& point, const char* when) {
      const auto told = space.weigh_slopes(point);  // a copy
      for (std::size_t i = 0; i < told.size(); ++i) {
        const double slope = loss.slope(point.margin[i] + point.intercept, problem.target[i]) / 60;
        ASSERT_NEAR(told[i], slope, 1e-14 * (1 + std::abs(slope))) << loss.name << ", " << when;
      }
    };
    space.loss(a);
    check(a, "at once");
    space.loss(b);
    check(a, "weighed before another was looked at");
    check(b, "looked at last");
    check(a, "weighed before another was weighed");
    auto copy = b;
    space.loss(a);
    check(copy, "a copy");
    elsewhere.loss(a);
    check(a, "looked at by another space");
    a.w[2] = 0.4;
    space.linear_part(a);
    check(a, "moved since");
    space.loss(a);
    check(a, "looked at again");
  });
}

/// A step may be tried that is out of all proportion, and left: what is asked next must not remember it. It did, and a
/// search ended with an intercept of 1e91.
TEST(CpuSpace, APointOutOfAllProportionIsForgotten) {
  Team team(1);
  for_each_alternative<Loss>([&](auto loss) {
    const Problem problem = with_intercept(loss, team);
    for (const double size : {1e20, 1e91, -1e150, 1e300}) {
      cpu::CpuSpace space(problem, team);
      auto zero = space.make_point(), far = space.make_point(), again = space.make_point();
      space.loss(zero);
      for (double& w : far.w) w = size;
      space.loss(far);
      space.loss(again);
      EXPECT_NEAR(again.loss_value, zero.loss_value, 1e-12 * (1 + zero.loss_value)) << loss.name << " " << size;
      EXPECT_NEAR(again.intercept, zero.intercept, 1e-7 * (1 + std::abs(zero.intercept))) << loss.name << " " << size;
    }
  });
}

/// The profiled loss as the solver sees it: its gradient against central differences of itself.
TEST(CpuSpace, GradientIsTheDerivativeOfTheLossWithTheInterceptAtItsBest) {
  Team team(1);
  for (const auto& pair : all_pairs()) {
    if (!std::holds_alternative<L1>(pair.penalty)) continue;
    const Problem problem = full_problem(pair, Kind::sparse_columns, team);
    cpu::CpuSpace space(problem, team);
    auto point = space.make_point(), other = space.make_point();
    for (std::size_t j = 0; j < 9; ++j) point.w[j] = 0.1 * static_cast<double>(j % 4) - 0.1;
    space.loss(point);
    space.gradient(point);
    for (std::size_t j = 0; j < 9; ++j) {
      const double h = 1e-5;
      other.w = point.w;
      other.w[j] += h;
      const double above = space.loss(other);
      other.w[j] -= 2 * h;
      const double below = space.loss(other);
      EXPECT_NEAR(point.gradient[j], (above - below) / (2 * h), 2e-8) << name_of(pair.loss);
    }
  }
}

TEST(CpuSpace, CurvatureIsTheBarzilaiBorweinQuotient) {
  Team team(1);
  const Problem problem = full_problem({Squared{}, L1{}}, Kind::dense, team);
  cpu::CpuSpace space(problem, team);
  auto from = space.make_point(), to = space.make_point();
  to.w = {1, -2, 0, 0, 3, 0, 0, 0.5, 0};
  for (auto* point : {&from, &to}) space.loss(*point), space.gradient(*point);
  double xy = 0, xx = 0;
  for (std::size_t j = 0; j < 9; ++j) {
    xy += to.w[j] * (to.gradient[j] - from.gradient[j]);
    xx += to.w[j] * to.w[j];
  }
  EXPECT_NEAR(space.curvature(from, to), xy / xx, 1e-13);
  EXPECT_TRUE(std::isnan(space.curvature(to, to))) << "no step, no quotient: StepRule passes it over";
}

}  // namespace
}  // namespace gist::testing
