#pragma once

#include <array>
#include <cstddef>
#include <utility>

#include "gist/solver/acceptance.hpp"

namespace gist {

/// The points a descent method keeps: where it is, where it stepped from, and the best so far. Three suffice: the point
/// stepped from is free again once the next step has been worked out from it, and none is ever copied.
template <class Point>
class Trail {
 public:
  Trail(Point start, Point second, Point third) : points_{std::move(start), std::move(second), std::move(third)} {}

  Point& now() { return points_[now_]; }
  const Point& now() const { return points_[now_]; }
  const Point& before() const { return points_[before_]; }
  /// The point with the lowest objective so far; under a non-monotone rule not always the last.
  const Point& best() const { return points_[best_]; }
  /// A point that is neither now() nor best(), to try the next step in.
  Point& trial() { return points_[free()]; }

  /// A step begins: before() is now().
  void leave() { before_ = now_; }
  /// now() is what trial() was.
  void accept() {
    const std::size_t taken = free();
    if (points_[taken].objective() < points_[best_].objective()) best_ = taken;
    now_ = taken;
  }
  /// Goes to the best point, or stays at the last where that is no higher.
  const Point& settle() {
    if (no_higher(points_[now_].objective(), points_[best_].objective())) best_ = now_;
    now_ = before_ = best_;
    return points_[now_];
  }

 private:
  std::size_t free() const {
    std::size_t i = 0;
    while (i == now_ || i == best_) ++i;
    return i;
  }

  std::array<Point, 3> points_;
  std::size_t now_ = 0, before_ = 0, best_ = 0;
};

}  // namespace gist
