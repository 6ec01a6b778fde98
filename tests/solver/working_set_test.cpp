#include "gist/solver/working_set.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace gist::testing {
namespace {

/// A space in which the objective falls by 1 a step, as every model says it will, and the residual never does. It notes
/// how closely models are asked for.
struct Treadmill {
  struct Point {
    std::vector<double> w{0.0};
    double loss_value = 100, penalty_value = 0;
    double objective() const { return loss_value + penalty_value; }
  };
  double left = 0;  // the residual of the columns that were in the last model
  std::vector<double> tolerances{};

  Point make_point() const { return {}; }
  ProxStep prox_step(const Point&, double, Point&) const { return {}; }
  double loss(Point& point) const { return point.loss_value; }
  double penalty(Point& point) const { return point.penalty_value; }
  void gradient(Point&) const {}
  double curvature(const Point&, const Point&) const { return 1; }

  double violation(const Point&) const { return 1; }
  double violation_of_chosen() const { return left; }
  double temptation(const Point&) const { return 0; }
  std::size_t choose(const Point&, std::size_t) const { return 1; }
  void admit_by(Admission) const {}
  bool look_closely() const { return false; }
  ModelStep descend(const Point&, Jumps, double, const ModelGoal& goal) {
    tolerances.push_back(goal.tolerance);
    return {.decrease = 1, .step_sq = 1, .sweeps = 1};
  }
  std::int64_t along(const Point& from, double share, Point& to) const {
    to = from;
    to.loss_value -= share;
    return 1;
  }
  double reach(const Point&) const { return 1; }
  double curvature_bound() const { return 1; }
};

std::vector<double> tolerances_of(double left) {
  Treadmill space{.left = left};
  WorkingSet solver(space, WorkingSetOptions{}, space.make_point(), 1e-9);
  for (int k = 0; k < 6; ++k) EXPECT_EQ(solver.step().step_sq, 1);
  return space.tolerances;
}

/// Where the columns of the last model are not at rest after it, it was not solved closely enough.
TEST(WorkingSet, ModelsAreSolvedCloserWhereTheirOwnColumnsAreNotAtRest) {
  const auto tolerances = tolerances_of(0.9);
  ASSERT_EQ(tolerances.size(), 6u);
  EXPECT_LT(tolerances.back(), 0.01 * tolerances.front());
}

/// Those that come in by a jump have a large residual until they are in: no fault of the model's.
TEST(WorkingSet, NewcomersAreNoReasonToSolveModelsCloser) {
  for (const double tolerance : tolerances_of(0.3)) EXPECT_EQ(tolerance, WorkingSetOptions{}.model_tolerance);
}

}  // namespace
}  // namespace gist::testing
