#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <tuple>
#include <utility>

#include "gist/core/field.hpp"
#include "gist/solver/acceptance.hpp"
#include "gist/solver/majorised_step.hpp"
#include "gist/solver/step.hpp"
#include "gist/solver/trail.hpp"

namespace gist {

/// When the momentum is dropped (O'Donoghue and Candes 2015).
enum class Restart {
  none,
  gradient,   ///< when the step turns against the way taken
  objective,  ///< when the objective would rise; the step is then taken again without momentum
};
template <>
struct Names<Restart> {
  static constexpr std::array<std::string_view, 3> names{"none", "gradient", "objective"};
};

struct FistaOptions {
  static constexpr std::string_view name = "fista";
  static constexpr bool needs_convex = true;
  Restart restart = Restart::gradient;
  double eta = 2;
  static constexpr std::tuple fields{
      Field{"restart", &FistaOptions::restart, any_number(), "what makes momentum start anew"},
      Field{"eta", &FistaOptions::eta, above(1), "t grows by this factor after a refused trial"}};
};

/// FISTA with backtracking (Beck and Teboulle 2009) and adaptive restart, for a convex penalty: the step of ISTA, taken
/// from
///   y = w(k) + (theta(k) - 1) / theta(k+1) (w(k) - w(k-1)),   theta(k+1) = (1 + sqrt(1 + 4 theta(k)^2)) / 2.
/// Without restarts F(w(k)) - F* <= 2 eta L ||w(0) - w*||^2 / (k + 1)^2. t never falls, except by one factor eta at a
/// restart, which begins the method anew. One pass over X per trial, one over X' per step; y costs none.
///
/// The residual of a step belongs to y. When it is at most the goal, one step is taken without momentum, whose residual
/// is that of w(k): what is certified is a point of the sequence.
template <ExtrapolatingSpace S>
class Fista {
 public:
  using Point = typename S::Point;

  Fista(S& space, const FistaOptions& options, Point start, double first_t, double goal)
      : space_(space),
        options_(options),
        goal_(goal),
        trail_(std::move(start), space.make_point(), space.make_point()),
        ahead_(space.make_point()),
        t_(usable_t(first_t)) {
    space_.loss(trail_.now());
    space_.penalty(trail_.now());
  }

  Step step() {
    if (iterations_ == 0) find_first_t();
    for (;;) {
      const double theta = (1 + std::sqrt(1 + 4 * theta_ * theta_)) / 2;
      const double momentum = (theta_ - 1) / theta;
      const bool pure = momentum == 0;
      if (!pure) space_.extrapolate(trail_.before(), trail_.now(), momentum, ahead_);
      Point& from = pure ? trail_.now() : ahead_;
      space_.gradient(from);
      Point& next = trail_.trial();
      const MajorisedStep taken = majorised_step(space_, from, t_, options_.eta, next);
      const Turn turn = pure || !taken.found ? Turn{.step_sq = taken.moved.step_sq, .back = 0}
                                             : space_.turn(trail_.now(), from, next);
      if (!pure && !worth_taking(taken, turn, next)) {
        drop_momentum(t_ / options_.eta);
        continue;
      }
      if (!taken.found) {
        return {
            .status = Status::line_search_failed, .iteration = iterations_, .objective = now().objective(), .t = t_};
      }
      trail_.leave();
      t_ = taken.t;
      if (turn.step_sq != 0) accept(theta);  // else w(k) is a fixed point
      if (turn.back > 0 && options_.restart == Restart::gradient) drop_momentum(t_ / options_.eta);
      if (!pure && t_ * taken.moved.step_max <= goal_) theta_ = 1;
      return {.iteration = iterations_,
              .trials = taken.trials,
              .objective = trail_.now().objective(),
              .objective_before = trail_.before().objective(),
              .t = taken.t,
              .step_sq = turn.step_sq,
              .residual = pure ? taken.t * taken.moved.step_max : Step::unmeasured,
              .nonzeros = taken.moved.nonzeros};
    }
  }

  /// Goes to the best point, or stays at the last where that is no higher. There restart() begins again.
  const Point& settle() { return trail_.settle(); }
  /// For when the penalty has changed: begins again from where it has settled, with what is known about t.
  void restart() {
    space_.penalty(trail_.now());
    theta_ = 1;
  }
  void aim_for(double goal) { goal_ = goal; }

  const Point& now() const { return trail_.now(); }
  const Point& stepped_from() const { return trail_.before(); }
  const Point& best() const { return trail_.best(); }
  double t() const { return t_; }
  double theta() const { return theta_; }

 private:
  void find_first_t() {
    space_.gradient(trail_.now());
    t_ = smallest_majorising(space_, trail_.now(), t_, options_.eta, goal_, trail_.trial());
  }

  /// A step from y is not worth taking when there is none (the loss may overflow at y), when it leads nowhere, or when
  /// the objective restarts. The step without momentum is then taken instead.
  bool worth_taking(const MajorisedStep& taken, const Turn& turn, const Point& next) const {
    if (!taken.found || taken.moved.step_max == 0 || turn.step_sq == 0) return false;
    return options_.restart != Restart::objective || next.objective() <= now().objective();
  }

  void drop_momentum(double t) {
    theta_ = 1;
    t_ = std::max(t, smallest_t);
  }

  void accept(double theta) {
    trail_.accept();
    theta_ = theta;
    ++iterations_;
  }

  S& space_;
  FistaOptions options_;
  double goal_;
  Trail<Point> trail_;
  Point ahead_;  // y
  int iterations_ = 0;
  double t_, theta_ = 1;
};

}  // namespace gist
