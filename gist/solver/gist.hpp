#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <tuple>
#include <utility>

#include "gist/core/field.hpp"
#include "gist/solver/acceptance.hpp"
#include "gist/solver/line_search.hpp"
#include "gist/solver/space.hpp"
#include "gist/solver/step.hpp"
#include "gist/solver/step_rule.hpp"
#include "gist/solver/trail.hpp"

namespace gist {

/// Options of Algorithm 1, with the paper's values as defaults.
struct GistOptions : LineSearchOptions {
  static constexpr std::string_view name = "gist";
  StepStart step = StepStart::bb;
  static constexpr auto fields =
      std::tuple_cat(std::tuple{Field{"step", &GistOptions::step, any_number(), "where the line search starts t"}},
                     LineSearchOptions::fields);
};

/// GIST, Algorithm 1 of Gong, Zhang, Lu, Huang and Ye (2013): a proximal step from w(k) with inverse step t, t growing
/// by eta until the objective has fallen enough. One pass over X per trial, one over X' per accepted step, no
/// allocation.
template <Space S>
class Gist {
 public:
  using Point = typename S::Point;

  /// `first_t`: where the first line search begins. A start that solved this problem at some t stops at once if it is
  /// tried at that t again.
  Gist(S& space, const GistOptions& options, Point start, double first_t = 1)
      : space_(space),
        options_(options),
        rule_(options.step, options.t_min, options.t_max),
        recent_(options.window()),
        trail_(std::move(start), space.make_point(), space.make_point()),
        t_(rule_.first(first_t)) {
    space_.loss(trail_.now());
    space_.penalty(trail_.now());
    recent_.push(trail_.now().objective());
  }

  /// One accepted iteration, w(k) -> w(k+1).
  Step step() {
    Point& now = trail_.now();
    space_.gradient(now);
    double t = fresh_ ? t_ : rule_.propose(t_, measured_curvature());
    fresh_ = false;
    trail_.leave();
    Point& next = trail_.trial();
    for (int trials = 1; t <= options_.t_max; ++trials, t *= options_.eta) {
      const ProxStep moved = space_.prox_step(now, t, next);
      if (moved.step_max != 0) {  // not "> 0": a NaN must be refused, not taken for rest
        space_.loss(next);
        if (!recent_.accepts(next.objective(), options_.sigma / 2 * t * moved.step_sq)) continue;
        recent_.push(next.objective());
        trail_.accept();
        ++iterations_;
      }  // else w(k) is a fixed point at this t: nothing to accept, nowhere to go
      t_ = t;
      return {.status = Status::running,
              .iteration = iterations_,
              .trials = trials,
              .objective = trail_.now().objective(),
              .objective_before = now.objective(),
              .t = t,
              .step_sq = moved.step_sq,
              .residual = t * moved.step_max,
              .nonzeros = moved.nonzeros};
    }
    return {.status = Status::line_search_failed, .iteration = iterations_, .objective = now.objective(), .t = t_};
  }

  /// Goes to the best point, or stays at the last where that is no higher. There restart() begins again.
  const Point& settle() { return trail_.settle(); }
  /// For when the penalty has changed: begins again from where it has settled, with what is known about t.
  void restart() {
    space_.penalty(trail_.now());
    recent_.forget();
    recent_.push(trail_.now().objective());
    fresh_ = true;
  }

  const Point& now() const { return trail_.now(); }
  /// The point the last step started from; the residual of that Step is its own.
  const Point& stepped_from() const { return trail_.before(); }
  /// The point with the lowest objective so far (under the non-monotone rule not always the last).
  const Point& best() const { return trail_.best(); }
  /// The inverse step accepted last; before that, the one to begin with.
  double t() const { return t_; }

 private:
  double measured_curvature() { return rule_.needs_curvature() ? space_.curvature(trail_.before(), trail_.now()) : 0; }

  S& space_;
  GistOptions options_;
  StepRule rule_;
  Acceptance recent_;
  Trail<Point> trail_;
  int iterations_ = 0;
  bool fresh_ = true;  // no step taken from here yet, so no curvature measured
  double t_;
};

}  // namespace gist
