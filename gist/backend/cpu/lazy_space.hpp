#pragma once

#include <span>
#include <vector>

#include "gist/backend/cpu/radius_screen.hpp"
#include "gist/backend/cpu/space.hpp"

namespace gist::cpu {

/// The verbs Algorithm 1 speaks, with the answers of a CpuSpace to the last bit, computed only where they can be other
/// than 0: margins from the columns of the support, gradients for those columns that a bound (radius_screen.hpp) cannot
/// keep at 0. Now and then all gradients are computed and become the new reference of that bound: when what was
/// computed in vain since the last time would have paid for it, or when too few columns can be ruled out.
///
/// A trial whose penalty alone exceeds every objective it could be accepted by is told from that: the loss, never
/// negative, is not asked for. (With an intercept it is: where its search ends decides where the next one begins.)
///
/// Works on the products of the space it is made from, and counts its passes there: entries read over entries stored,
/// in whole passes.
class LazySpace {
 public:
  struct Point : CpuSpace::Point {
    std::vector<Index> support;  ///< where w is not 0, ascending
    Offset entries = 0;          ///< of those columns
    bool all_known = false;      ///< of its gradient
  };

  /// `window`: a trial is accepted only at or below the largest of so many objectives, those of the points whose
  /// gradient was taken last.
  LazySpace(CpuSpace& space, int window);
  ~LazySpace() { close(); }
  LazySpace(const LazySpace&) = delete;
  LazySpace& operator=(const LazySpace&) = delete;

  Point make_point() const { return {space_.make_point(), {}, 0, false}; }
  /// A point of the space, seen as one of these.
  Point adopt(CpuSpace::Point point) const;

  double loss(Point& point);
  double penalty(Point& point) { return space_.penalty(point); }
  /// Only those elements of the gradient that curvature() and prox_step() ask for are there afterwards.
  void gradient(Point& point);
  /// `to` is the point whose gradient was taken last, reached from `from` by prox_step().
  double curvature(const Point& from, const Point& to);
  /// `from` is the point whose gradient was taken last.
  ProxStep prox_step(const Point& from, double t, Point& to);

 private:
  /// The gradient taken last gets no more elements: it counts as a product, as it would have with all of them.
  void close() {
    if (in_parts_) space_.products_.count_parts();
    in_parts_ = false;
  }
  void take_all();
  void take(std::span<const Index> columns);
  /// Measured: single columns take half as long again as the same entries among all.
  bool worth_screening(Offset entries) const { return 2 * entries <= entries_; }
  void note_objective(double objective);
  void list_support(Point& point) const;
  /// Sees to it that the gradient is there wherever a step with inverse step t could move.
  void complete(double t);
  ProxStep step_known(const Point& from, double t, Point& to);
  void count(Offset entries);

  CpuSpace& space_;
  const Problem& problem_;
  Offset entries_;      // of the design
  Offset counted_ = 0;  // entries read that do not make a whole pass yet
  Offset in_vain_ = 0;  // entries read since the reference, of columns that were 0 and stayed there
  int failures_ = 0;    // of screening, in a row
  int pause_ = 0;       // steps for which it is not tried after that
  RadiusScreen screen_;
  bool refuses_;                    // trials by their penalty alone
  std::vector<double> objectives_;  // of the last points
  std::size_t oldest_ = 0;          // of them
  double most_;                     // no trial above this is accepted
  const Point* refused_ = nullptr;  // the trial that was refused before it was worked out
  Point* current_ = nullptr;        // whose gradient was taken last
  bool in_parts_ = false;           // that gradient: it has the elements
  std::vector<Index> known_;        // of this ascending list, or all
  Offset known_entries_ = 0;        // of those columns
  double complete_from_ = 0;        // known_ is enough for every t from here on
  WorkVector scaled_w_;             // w * inverse_scale on the support, 0 elsewhere
  std::vector<Index> missing_, merged_;
};

static_assert(Space<LazySpace>);

}  // namespace gist::cpu
