#pragma once

#include <span>
#include <vector>

#include "gist/backend/cpu/keep_worst.hpp"
#include "gist/backend/cpu/newton_model.hpp"
#include "gist/backend/cpu/normal_equations.hpp"
#include "gist/backend/cpu/space.hpp"
#include "gist/solver/working_set.hpp"

namespace gist::cpu {

/// Least squares as a space of its own: the verbs of solver/working_set.hpp on the normal equations, where a gradient
/// costs a row of X'X for each non-zero and no sample is ever read. The problem gives the penalty, factors and bounds;
/// points have no margins.
class GramSpace {
 public:
  using Point = CpuSpace::Point;

  /// `bound`: the curvature bound of every column (column_bounds.hpp), at which coordinates are tested.
  GramSpace(const Problem& problem, const NormalEquations& equations, std::vector<double> bound);

  Point make_point() const;
  ProxStep prox_step(const Point& from, double t, Point& to) const;
  /// Sets the gradient too: the loss is made from it. Where w is that of the last call, or of a point to remember, so
  /// is the rest.
  double loss(Point& point);
  void remember(const Point& point);
  void forget() { last_.w.clear(); }
  double penalty(Point& point) const;
  void gradient(Point& /*point*/) const {}
  double curvature(const Point& from, const Point& to) const;

  void admit_by(Admission admission) { admission_ = admission; }
  bool look_closely() const { return false; }  // the curvature is what it is everywhere
  double violation(const Point& point);
  double temptation(const Point& /*point*/) const { return 0; }  // the loss bends as its bound says
  double violation_of_chosen() const { return largest_of(violation_, working_); }
  std::size_t choose(const Point& point, std::size_t newcomers);
  ModelStep descend(const Point& from, Jumps jumps, double curvature_scale, const ModelGoal& goal);
  std::int64_t along(const Point& from, double share, Point& to);
  double reach(const Point& /*from*/) const { return 1; }  // the model is the loss: there is nothing to gain beyond it
  double curvature_bound() const { return largest_bound_; }
  std::span<const double> column_bounds() const { return bound_; }

 private:
  const Problem& problem_;
  const NormalEquations& equations_;
  NewtonModel model_;
  Admission admission_ = Admission::coordinate;
  std::vector<double> bound_;
  double largest_bound_ = 0, least_bound_ = 0;
  Point last_;                     // whose loss() was asked for last
  std::vector<double> violation_;  // of each coordinate, at the point last asked for
  std::vector<Index> working_;     // the chosen columns, in the order they came in
  std::vector<bool> chosen_;
  std::vector<Index> candidates_;
};

static_assert(WorkingSetSpace<GramSpace>);

}  // namespace gist::cpu
