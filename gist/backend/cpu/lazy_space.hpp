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
/// Works on the products of the space it is made from, and counts its passes there: entries read over entries stored,
/// in whole passes.
class LazySpace {
 public:
  struct Point : CpuSpace::Point {
    std::vector<Index> support;  ///< where w is not 0, ascending
  };

  explicit LazySpace(CpuSpace& space);
  ~LazySpace() { close(); }
  LazySpace(const LazySpace&) = delete;
  LazySpace& operator=(const LazySpace&) = delete;

  Point make_point() const { return {space_.make_point(), {}}; }
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
  void close();
  void take_all();
  void take(std::span<const Index> columns);
  bool worth_screening(Offset entries) const { return 3 * entries <= entries_; }
  /// Sees to it that the gradient is there wherever a step with inverse step t could move.
  void complete(double t);
  ProxStep step_known(const Point& from, double t, Point& to);
  void count(Offset entries);

  CpuSpace& space_;
  const Problem& problem_;
  Offset entries_;          // of the design
  Offset counted_ = 0;      // entries read that do not make a whole pass yet
  Offset in_vain_ = 0;      // entries read since the reference, of columns that were 0 and stayed there
  int lazy_after_ = 0;      // steps for which screening is not tried, after it has failed
  int failures_ = 0;        // in a row
  RadiusScreen screen_;
  Point* current_ = nullptr;          // whose gradient was taken last
  std::vector<Index> last_support_;   // of the point whose gradient was taken before
  bool all_known_ = false;            // of current_'s gradient, or
  std::vector<Index> known_;          // these elements, ascending
  double complete_from_ = 0;          // known_ is enough for every t from here on
  WorkVector scaled_w_;               // w * inverse_scale on the support, 0 elsewhere
  std::vector<Index> missing_, merged_;
};

static_assert(Space<LazySpace>);

}  // namespace gist::cpu
