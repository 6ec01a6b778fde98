#pragma once

#include <array>
#include <string_view>
#include <tuple>
#include <utility>

#include "gist/core/field.hpp"
#include "gist/solver/majorised_step.hpp"
#include "gist/solver/step.hpp"

namespace gist {

struct IstaOptions {
  static constexpr std::string_view name = "ista";
  static constexpr bool needs_convex = true;
  double eta = 2;
  static constexpr std::tuple fields{
      Field{"eta", &IstaOptions::eta, above(1), "t grows by this factor after a refused trial"}};
};

/// ISTA with backtracking (Beck and Teboulle 2009), for a convex penalty: a proximal step from w(k) with an inverse
/// step t that never falls, grown until the quadratic model majorises the loss. Then
///   F(w(k+1)) <= F(w(k)) - t/2 ||w(k+1) - w(k)||^2,   and F(w(k)) - F* <= eta L ||w(0) - w*||^2 / (2 k).
/// One pass over X per trial, one over X' per step.
template <ModellingSpace S>
class Ista {
 public:
  using Point = typename S::Point;

  Ista(S& space, const IstaOptions& options, Point start, double first_t, double goal)
      : space_(space),
        options_(options),
        goal_(goal),
        points_{std::move(start), space.make_point()},
        t_(usable_t(first_t)) {
    space_.loss(points_[now_]);
    space_.penalty(points_[now_]);
  }

  Step step() {
    Point &now = points_[now_], &next = points_[1 - now_];
    space_.gradient(now);
    if (iterations_ == 0) t_ = smallest_majorising(space_, now, t_, options_.eta, goal_, next);
    const MajorisedStep taken = majorised_step(space_, now, t_, options_.eta, next);
    if (!taken.found) {
      return {.status = Status::line_search_failed, .iteration = iterations_, .objective = now.objective(), .t = t_};
    }
    t_ = taken.t;
    before_ = now_;
    if (taken.moved.step_max != 0) {
      now_ = 1 - now_;
      ++iterations_;
    }
    return {.iteration = iterations_,
            .trials = taken.trials,
            .objective = points_[now_].objective(),
            .objective_before = points_[before_].objective(),
            .t = t_,
            .step_sq = taken.moved.step_sq,
            .residual = t_ * taken.moved.step_max,
            .nonzeros = taken.moved.nonzeros};
  }

  const Point& stepped_from() const { return points_[before_]; }
  /// The objective never rises, so the last point is the best.
  const Point& best() const { return points_[now_]; }
  double t() const { return t_; }

 private:
  S& space_;
  IstaOptions options_;
  double goal_;
  std::array<Point, 2> points_;
  std::size_t now_ = 0, before_ = 0;
  int iterations_ = 0;
  double t_;
};

}  // namespace gist
