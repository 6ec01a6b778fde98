#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <tuple>
#include <utility>

#include "gist/core/field.hpp"
#include "gist/solver/space.hpp"
#include "gist/solver/step.hpp"

namespace gist {

struct PlainOptions {
  static constexpr std::string_view name = "plain";
  double eta = 2, sigma = 1e-5;
  static constexpr std::tuple fields{
      Field{"eta", &PlainOptions::eta, above(1), "t grows by this factor after a refused trial"},
      Field{"sigma", &PlainOptions::sigma, between_open(0, 1), "share of the predicted decrease that is demanded"}};
};

/// Proximal gradient steps with an inverse step t that only grows: the simplest method that works for every penalty,
///   w(k+1) = prox(w(k) - gradient / t, 1 / t),   t doubled until  f(w(k+1)) <= f(w(k)) - sigma/2 t ||w(k+1) -
///   w(k)||^2.
/// One pass over X per trial, one over X' per step, no allocation.
template <Space S>
class Plain {
 public:
  using Point = typename S::Point;

  Plain(S& space, const PlainOptions& options, Point start, double first_t)
      : space_(space), options_(options), points_{std::move(start), space.make_point()}, t_(first_t) {
    space_.loss(points_[now_]);
    space_.penalty(points_[now_]);
  }

  /// One accepted step; the loop around it asks `residual` whether to go on.
  Step step() {
    Point &now = points_[now_], &next = points_[1 - now_];
    before_ = now_;
    space_.gradient(now);
    for (int trials = 1; t_ <= largest_t; ++trials, t_ *= options_.eta) {
      const ProxStep moved = space_.prox_step(now, t_, next);
      if (moved.step_max != 0) {
        space_.loss(next);
        const double enough = now.objective() - options_.sigma / 2 * t_ * moved.step_sq;
        if (!(next.objective() <= enough)) continue;
        now_ = 1 - now_;
        ++iterations_;
      }  // else now is a fixed point, and the residual below is 0
      return {.iteration = iterations_,
              .trials = trials,
              .objective = points_[now_].objective(),
              .objective_before = now.objective(),
              .t = t_,
              .step_sq = moved.step_sq,
              .residual = t_ * moved.step_max,
              .nonzeros = moved.nonzeros};
    }
    return {.status = Status::line_search_failed, .iteration = iterations_, .objective = now.objective(), .t = t_};
  }

  const Point& stepped_from() const { return points_[before_]; }
  const Point& best() const { return points_[now_]; }  ///< the objective never rises
  double t() const { return t_; }

 private:
  static constexpr double largest_t = 1e30;
  S& space_;
  PlainOptions options_;
  std::array<Point, 2> points_;
  std::size_t now_ = 0, before_ = 0;
  int iterations_ = 0;
  double t_;
};

}  // namespace gist
