#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <tuple>
#include <utility>

#include "gist/core/field.hpp"
#include "gist/solver/acceptance.hpp"
#include "gist/solver/space.hpp"
#include "gist/solver/step.hpp"
#include "gist/solver/step_rule.hpp"
#include "gist/solver/trail.hpp"

namespace gist {

struct VirlOptions {
  static constexpr std::string_view name = "virl";
  static constexpr bool needs_lq = true;
  StepStart step = StepStart::previous;
  double alpha = 1, epsilon = 1, epsilon_shrink = 0.1, epsilon_min = 1e-8;
  double eta = 2, sigma = 1e-5;
  static constexpr std::tuple fields{
      Field{"step", &VirlOptions::step, any_number(), "where the line search starts t"},
      Field{"alpha", &VirlOptions::alpha, at_least(1), "exponent of the reweighted |w|^alpha"},
      Field{"epsilon", &VirlOptions::epsilon, above(0), "smoothing of the first stage"},
      Field{"epsilon_shrink", &VirlOptions::epsilon_shrink, between_open(0, 1), "epsilon's factor from stage to stage"},
      Field{"epsilon_min", &VirlOptions::epsilon_min, above(0),
            "smoothing of the last stage; epsilon or more: one stage"},
      Field{"eta", &VirlOptions::eta, above(1), "t grows by this factor after a refused trial"},
      Field{"sigma", &VirlOptions::sigma, between_open(0, 1), "share of the predicted decrease that is demanded"}};
};

/// VIRL, the variant of iterative reweighted l_alpha of Lu (2014), for the lq penalty smoothed as in
/// penalty/reweighted.hpp:
///   w(k+1) = argmin_w <g, w> + t/2 ||w - w(k)||^2 + sum_j weight_j |w_j|^alpha,   weight_j taken at w(k),
/// t growing by eta from the t accepted last until the smoothed objective f_eps falls:
///   f_eps(w(k+1)) <= f_eps(w(k)) - sigma/2 ||w(k+1) - w(k)||^2.
/// epsilon shrinks from stage to stage, each begun where the last one ended, once the step's residual has fallen to a
/// tenth of the stage's first: Lu's scheme epsilon -> 0. Only the last stage can be judged; the objectives reported are
/// those of lq itself.
template <ReweightingSpace S>
class Virl {
 public:
  using Point = typename S::Point;

  Virl(S& space, const VirlOptions& options, Point start, double first_t, double goal)
      : space_(space),
        options_(options),
        goal_(goal),
        rule_(options.step, 1e-30, 1e30),
        smoothing_{options.alpha, options.epsilon},
        trail_(std::move(start), space.make_point(), space.make_point()),
        t_(rule_.first(first_t)) {
    space_.loss(trail_.now());
    space_.penalty(trail_.now());
    smoothed_ = space_.smoothed_penalty(smoothing_, trail_.now());
  }

  Step step() {
    Point& now = trail_.now();
    space_.gradient(now);
    double t = iterations_ == 0 ? t_ : rule_.propose(t_, measured_curvature());
    const bool last_stage = !(smoothing_.epsilon > options_.epsilon_min);
    trail_.leave();
    Point& next = trail_.trial();
    for (int trials = 1; t <= 1e30; ++trials, t *= options_.eta) {
      const ProxStep moved = space_.reweighted_step(now, t, smoothing_, next);
      const bool rests = moved.step_max == 0;
      if (!rests) {
        const double fallen = now.loss_value + smoothed_ - (space_.loss(next) + moved.surrogate);
        const double rounding = Acceptance::rounding * std::abs(now.loss_value + smoothed_);
        if (!(fallen + rounding >= options_.sigma / 2 * moved.step_sq)) continue;
        smoothed_ = moved.surrogate;
        trail_.accept();
        ++iterations_;
      } else if (!last_stage) {  // solved for this epsilon: the same step again for the next
        end_stage();
        return step();
      }
      t_ = t;
      const Step done{.iteration = iterations_,
                      .trials = trials,
                      .stage = stage_,
                      .objective = trail_.now().objective(),
                      .objective_before = last_stage ? now.objective() : Step::unmeasured,
                      .t = t,
                      .step_sq = moved.step_sq,
                      .residual = last_stage ? t * moved.step_max : Step::unmeasured,
                      .nonzeros = moved.nonzeros};
      if (!last_stage) end_stage_if_solved(t * moved.step_max);
      return done;
    }
    return {.status = Status::line_search_failed, .iteration = iterations_, .objective = now.objective(), .t = t_};
  }

  const Point& now() const { return trail_.now(); }
  const Point& stepped_from() const { return trail_.before(); }
  const Point& best() const { return trail_.best(); }
  double t() const { return t_; }
  const Reweighting& smoothing() const { return smoothing_; }

 private:
  double measured_curvature() { return rule_.needs_curvature() ? space_.curvature(trail_.before(), trail_.now()) : 0; }

  void end_stage_if_solved(double residual) {
    first_residual_ = std::max(first_residual_, residual);
    if (residual <= std::max(goal_, 0.1 * first_residual_)) end_stage();
  }
  void end_stage() {
    smoothing_.epsilon = std::max(options_.epsilon_min, smoothing_.epsilon * options_.epsilon_shrink);
    smoothed_ = space_.smoothed_penalty(smoothing_, trail_.now());
    first_residual_ = 0;
    ++stage_;
  }

  S& space_;
  VirlOptions options_;
  double goal_;
  StepRule rule_;
  Reweighting smoothing_;
  Trail<Point> trail_;
  int iterations_ = 0, stage_ = 1;
  double t_, smoothed_ = 0, first_residual_ = 0;
};

}  // namespace gist
