#pragma once

#include <algorithm>
#include <array>
#include <string_view>
#include <tuple>
#include <utility>

#include "gist/core/field.hpp"
#include "gist/solver/fista.hpp"
#include "gist/solver/sparsa.hpp"

namespace gist {

/// What solves the convex problem of a stage.
enum class InnerSolver { nesterov, sparsa };
template <>
struct Names<InnerSolver> {
  static constexpr std::array<std::string_view, 2> names{"nesterov", "sparsa"};
};

struct MultistageOptions {
  static constexpr std::string_view name = "multistage";
  static constexpr bool needs_split = true;
  InnerSolver inner = InnerSolver::sparsa;
  double inner_tolerance = 1e-3;
  int inner_iterations = 1000;
  static constexpr std::tuple fields{
      Field{"inner", &MultistageOptions::inner, any_number(), "what solves the convex problem of a stage"},
      Field{"inner_tolerance", &MultistageOptions::inner_tolerance, between_open(0, 1),
            "a stage ends when its residual has fallen to this share of its first"},
      Field{"inner_iterations", &MultistageOptions::inner_iterations, at_least(1), "steps of a stage at most"}};
};

/// The convex problem of a stage as a space of its own: l(w) + r1(w) - r2(a) - <s2, w - a>, s2 in d r2(a), a the
/// anchor.
template <ExtrapolatingSpace S>
requires LinearisingSpace<S>
class Stage {
 public:
  using Point = typename S::Point;
  explicit Stage(S& space) : space_(space), anchor_(space.make_point()) {}

  void anchor_at(const Point& point) { anchor_ = point; }
  /// r itself, at the point of the last prox step.
  double true_penalty() const { return true_penalty_; }

  ProxStep prox_step(const Point& from, double t, Point& to) {
    ProxStep moved = space_.linearised_step(anchor_, from, t, to);
    true_penalty_ = moved.penalty;
    moved.penalty = to.penalty_value = moved.surrogate;
    return moved;
  }
  double penalty(Point& point) { return space_.linearised_penalty(anchor_, point); }
  Point make_point() { return space_.make_point(); }
  double loss(Point& point) { return space_.loss(point); }
  void gradient(Point& point) { space_.gradient(point); }
  double curvature(const Point& from, const Point& to) { return space_.curvature(from, to); }
  double gradient_change_along(const Point& from, const Point& to) { return space_.gradient_change_along(from, to); }
  void extrapolate(const Point& before, const Point& now, double momentum, Point& to) {
    space_.extrapolate(before, now, momentum, to);
  }
  Turn turn(const Point& now, const Point& from, const Point& next) { return space_.turn(now, from, next); }

 private:
  S& space_;
  Point anchor_;
  double true_penalty_ = 0;
};

/// Multi-stage convex relaxation (Zhang 2010), or DC programming: w(k+1) minimises the convex problem that linearises
/// r2 at w(k), found by an inner solver that starts at w(k). The stage's objective lies above the true one and touches
/// it at w(k), so every stage lowers the true objective. step() is one step of the inner solver.
///
/// The first step of a stage starts at its anchor, where the problem's linearisation is the stage's own: its residual
/// is that of w(k) for the whole problem, and the only one that is reported. Objectives are compared from stage to
/// stage.
template <ExtrapolatingSpace S, class Inner>
class Multistage {
 public:
  using Point = typename S::Point;

  /// `inner_options`: those of Inner, a solver on Stage<S>. `goal`: the residual that ends everything, so that a stage
  /// need not go below it.
  template <class InnerOptions>
  Multistage(S& space, const MultistageOptions& options, const InnerOptions& inner_options, Point start, double first_t,
             double goal)
      : options_(options), goal_(goal), stage_(space), inner_(make(inner_options, std::move(start), first_t)) {}
  Multistage(const Multistage&) = delete;  // inner_ refers to stage_

  Step step() {
    for (;;) {
      if (steps_in_stage_ == 0) begin_stage();
      Step step = inner_.step();
      if (step.status != Status::running) return finished(step);
      const bool first = steps_in_stage_++ == 0;
      if (first) first_residual_ = step.residual;
      const double enough = std::max(goal_, options_.inner_tolerance * first_residual_);
      if (first) aim_inner_for(enough);
      const bool rests = step.step_sq == 0;
      const bool over = rests || step.residual <= enough || steps_in_stage_ >= options_.inner_iterations;
      if (over) steps_in_stage_ = 0;
      if (rests && !first) continue;  // the stage is solved to the last bit: on to the next one

      step.objective = rests ? anchor_objective_ : inner_.now().loss_value + stage_.true_penalty();
      step.objective_before = over ? anchor_objective_ : Step::unmeasured;
      if (!first) step.residual = Step::unmeasured;
      return finished(step);
    }
  }

  const Point& stepped_from() const { return inner_.stepped_from(); }
  /// The lowest point of the stage's objective. The true objective there is no higher than at the end of any stage
  /// before.
  const Point& best() const { return inner_.best(); }
  double t() const { return inner_.t(); }

 private:
  /// Only a method with momentum needs to know what residual is asked of it.
  static constexpr bool inner_aims = requires(Inner inner) { inner.aim_for(0.0); };

  Inner make(const auto& inner_options, Point start, double first_t) {
    stage_.anchor_at(start);
    if constexpr (inner_aims)
      return Inner(stage_, inner_options, std::move(start), first_t, goal_);
    else
      return Inner(stage_, inner_options, std::move(start), first_t);
  }
  void aim_inner_for(double residual) {
    if constexpr (inner_aims) inner_.aim_for(residual);
  }

  /// The anchor moves to where the stage before has settled; there the new stage's objective is the true one.
  void begin_stage() {
    stage_.anchor_at(inner_.settle());
    inner_.restart();
    anchor_objective_ = inner_.now().objective();
    ++stages_;
  }

  Step finished(Step step) const {
    step.stage = stages_;
    return step;
  }

  MultistageOptions options_;
  double goal_;
  Stage<S> stage_;
  Inner inner_;
  int stages_ = 0, steps_in_stage_ = 0;
  double first_residual_ = 0, anchor_objective_ = 0;
};

}  // namespace gist
