#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <functional>
#include <string_view>
#include <tuple>
#include <utility>

#include "gist/core/field.hpp"
#include "gist/solver/acceptance.hpp"
#include "gist/solver/space.hpp"
#include "gist/solver/step.hpp"

namespace gist {

/// What minimising the second-order model did.
struct ModelStep {
  double decrease = 0;  ///< of the model
  double step_sq = 0;   ///< ||d||^2
  int sweeps = 0;
};

/// How far to minimise the second-order model: until no residual exceeds `tolerance`, or a sweep gains less than
/// `least_gain` of what has been gained so far, or time is `over`; `sweeps` at most.
struct ModelGoal {
  double tolerance = 0;
  double least_gain = 0;
  int sweeps = 1;
  const std::function<bool()>* over = nullptr;  ///< asked after every sweep, where it is there
};

/// When a coefficient may jump from one branch of its penalty to another: at the model's own curvature, which may
/// promise too much, or only at the curvature bound of its column, where the promise is kept.
enum class Jumps { bold, safe };

/// What lets a coefficient leave 0.
enum class Admission {
  coordinate,   ///< its own majoriser is lower elsewhere: a gain that is certain
  bold,         ///< or, as long as such jumps keep their promise, its model at the curvature here
  subgradient,  ///< only that the gradient exceeds the penalty's slope at 0. The classical rule: from the l1 solution
                ///< it leads to what the statistics literature means by "the" MCP or SCAD solution
};
template <>
struct Names<Admission> {
  static constexpr std::array<std::string_view, 3> names{"coordinate", "bold", "subgradient"};
};

/// For methods that work on some columns at a time. Each coordinate's residual is the larger of its critical residual
/// and t_j |w_j - prox(w_j - g_j / t_j)|, t_j the curvature bound of its column: the point is critical, and no single
/// coefficient can be improved against its own majoriser. Then its prox residual is as small at every t >= all t_j.
template <class S>
concept WorkingSetSpace = Space<S> && requires(S space, const typename S::Point from, typename S::Point to, double x) {
  { space.violation(from) } -> std::same_as<double>;        ///< the largest of these residuals; needs the gradient
  { space.violation_of_chosen() } -> std::same_as<double>;  ///< of these, over the working set of the last model
  /// The working set: all non-zeros and the `newcomers` worst others. Returns its size; needs violation() before.
  { space.choose(from, std::size_t{}) } -> std::same_as<std::size_t>;
  /// Coordinate descent on the second-order model over the working set, its curvature scaled: (from, jumps, scale,
  /// goal).
  { space.descend(from, Jumps::bold, x, ModelGoal{}) } -> std::same_as<ModelStep>;
  {space.admit_by(Admission::subgradient)};  ///< from now on
  /// Of a loss whose curvature has no bound: from now on t_j is that of the way a coordinate would go, not that here.
  /// False where nothing changes by that.
  { space.look_closely() } -> std::same_as<bool>;
  { space.temptation(from) } -> std::same_as<double>;  ///< the violations at the curvature here; after violation()
  /// to = from + share d, with loss and penalty, and no pass; says how many of its coefficients are off 0.
  { space.along(from, x, to) } -> std::same_as<std::int64_t>;
  /// The largest share at which no coefficient has changed its sign or left its bounds.
  { space.reach(from) } -> std::same_as<double>;
  { space.curvature_bound() } -> std::same_as<double>;  ///< the largest t_j
};

struct WorkingSetOptions {
  static constexpr std::string_view name = "working-set";
  Admission admission = Admission::coordinate;
  int first_columns = 100, sweeps = 200;
  double model_tolerance = 0.3;
  /// How to begin; no option of the user's: who has just found that bold jumps do not keep their promise says so.
  Jumps jumps = Jumps::bold;
  static constexpr std::tuple fields{
      Field{"admission", &WorkingSetOptions::admission, any_number(), "what lets a coefficient leave 0"},
      Field{"first_columns", &WorkingSetOptions::first_columns, at_least(1),
            "columns that may enter at a time, at least"},
      Field{"model_tolerance", &WorkingSetOptions::model_tolerance, between_closed(0.02, 1),
            "a model is minimised to this share of the worst residual, and closer near the end"},
      Field{"sweeps", &WorkingSetOptions::sweeps, at_least(1), "sweeps of coordinate descent on one model, at most"}};
};

/// Proximal Newton on a working set. An iteration takes the full gradient (one pass over X'), puts the coefficients
/// that are not at rest by the coordinate test into the working set, minimises the second-order model plus the exact
/// penalty there by coordinate descent on a compact copy of the columns, and goes there if the objective falls as it
/// should:
///   f(w + share d) <= f(w) - sigma share (decrease of the model),   share the best of 1, 1/2, ... 1/64,
/// else with a model of four times the curvature, up to the loss's curvature bound, where the model lies above the loss
/// and the full step must do. The objective never rises; the residual reported is the coordinate test over all columns.
template <WorkingSetSpace S>
class WorkingSet {
 public:
  using Point = typename S::Point;

  /// `known`: the start has its loss and the gradient of all columns already.
  WorkingSet(S& space, const WorkingSetOptions& options, Point start, double goal, bool known = false)
      : space_(space),
        options_(options),
        goal_(goal),
        points_{std::move(start), space.make_point()},
        known_(known),
        jumps_(options.jumps) {
    space_.admit_by(options_.admission);
    if (!known_) space_.loss(points_[now_]);
    space_.penalty(points_[now_]);
    nonzeros_ = std::ranges::count_if(points_[now_].w, [](double w) { return w != 0; });
  }

  /// Whom to ask whether time is over, for models that take long; a step is then taken as far as it has come.
  void heed(std::function<bool()> over) { over_ = std::move(over); }

  Step step() {
    Point& now = points_[now_];
    if (!known_) space_.gradient(now);
    known_ = false;
    double violation = space_.violation(now);
    const double left = space_.violation_of_chosen();
    if (jumps_ == Jumps::bold && options_.admission == Admission::bold)
      violation = std::max(violation, space_.temptation(now));
    before_ = now_;
    Step done{.iteration = iterations_,
              .trials = 1,
              .objective = now.objective(),
              .objective_before = now.objective(),
              .t = t(),
              .residual = violation,
              .nonzeros = nonzeros_};
    // Where models of the curvature here have been refused and nothing comes of others, what is left may be jumps that
    // only such models promise.
    if (scale_ > 1 && violation > 0.7 * last_violation_ && space_.look_closely())
      violation = done.residual = space_.violation(now);
    if (violation <= goal_) return done;  // nowhere to go: step_sq is 0
    const std::size_t columns = space_.choose(now, newcomers_);
    newcomers_ = std::max(newcomers_, 2 * columns);
    first_violation_ = std::max(first_violation_, violation);
    // Far from the end the model is not worth solving well; near it, every digit of it counts.
    const double due = std::clamp(std::sqrt(std::sqrt(violation / first_violation_)), 0.02, options_.model_tolerance);
    // Small moves are a small residual only where columns are nearly orthogonal: where the last model, solved to its
    // tolerance, left the residual where it was, this one is solved closer.
    creeps_ = violation > 0.7 * last_violation_;
    care_ = left > 0.7 * last_violation_ && kept_word_ ? std::max(care_ / 4, 1e-3) : std::min(1.0, 2 * care_);
    last_violation_ = violation;
    // A model is minimised no further than it is true: what the last one was wrong by, this one need not be right to.
    const ModelGoal how_far{.tolerance = care_ * std::max(due * violation, goal_ / 4),
                            .least_gain = std::min(error_, largest_share),
                            .sweeps = options_.sweeps,
                            .over = over_ ? &over_ : nullptr};

    if (jumps_ == Jumps::bold) {
      if (bold_step(how_far, columns, done)) return done;
      violation = done.residual = space_.violation(now);
      if (violation <= goal_) return done;
      space_.choose(now, newcomers_);
    }
    if (safe_step(how_far, done)) return done;
    if (space_.look_closely()) {
      violation = done.residual = space_.violation(now);
      if (violation <= goal_) return done;
      for (const std::size_t some : {newcomers_, std::size_t{1}}) {  // one by itself keeps its promise
        space_.choose(now, some);
        if (safe_step(how_far, done)) return done;
      }
    }
    done.status = Status::line_search_failed;
    return done;
  }

  const Point& stepped_from() const { return points_[before_]; }
  const Point& best() const { return points_[now_]; }
  double t() const { return space_.curvature_bound(); }

 private:
  static ModelGoal to_the_end(ModelGoal goal) {
    goal.tolerance = goal.least_gain = 0;
    return goal;
  }

  /// A step by a model of ever more curvature until the objective falls.
  bool safe_step(const ModelGoal& how_far, Step& done) {
    Point& now = points_[now_];
    for (; scale_ <= largest_scale; scale_ *= 4, ++done.trials) {
      ModelStep model = space_.descend(now, Jumps::safe, scale_, how_far);
      // A move by the bound of its column is small beside the curvature here, and may have been left out as idle.
      if (model.step_sq == 0) model = space_.descend(now, Jumps::safe, scale_, to_the_end(how_far));
      if (model.step_sq == 0) break;  // at rest on this model: nothing a steeper one would move
      const double share = best_share(model);
      if (share == 0) continue;
      const double stride = share == 1 ? longer() : 1;
      accept(stride * stride * share * share * model.step_sq, done);
      compare(model, stride * share, done);
      if (share == 1) scale_ = std::max(1.0, scale_ / 2);
      return true;
    }
    scale_ = 1;
    return false;
  }

  /// As long as the full step keeps a fair part of what its model promised, jumps are left to the model: that is what
  /// finds the lower points. The first time it does not, they are over for good.
  bool bold_step(const ModelGoal& how_far, std::size_t columns, Step& done) {
    Point &now = points_[now_], &next = points_[1 - now_];
    double promised = infinity;
    for (std::size_t some = columns;;) {
      const ModelStep model = space_.descend(now, Jumps::bold, 1, how_far);
      nonzeros_ = space_.along(now, 1, next);
      if (model.step_sq > 0 && falls(next.objective(), fair, model)) {
        const double stride = longer();
        accept(stride * stride * model.step_sq, done);
        compare(model, stride, done);
        return true;
      }
      ++done.trials;
      some /= 4;  // fewer newcomers promise less, and keep more of it; unless the promise is not theirs
      const bool theirs = model.decrease < 0.97 * promised;
      promised = model.decrease;
      if (some == 0 || !theirs || options_.admission != Admission::bold) break;
      space_.choose(now, some);
    }
    jumps_ = Jumps::safe;
    return false;
  }

  /// Whether an objective is lower than now by at least this share of what the model promised. Where the promise is
  /// smaller than the rounding of the objective, which is a sum over all samples, the objective cannot tell: then the
  /// model is believed, a few times.
  bool falls(double objective, double share, const ModelStep& model) {
    const double here = points_[now_].objective();
    if (model.decrease > noise * std::abs(here) || believed_ == most_believed)
      return no_higher(objective, here - share * model.decrease);
    return objective <= here + noise * std::abs(here);
  }

  /// The share of the model's step, 1, 1/2, ... 1/64, from which halving it again gains nothing; 0 where none lowers
  /// the objective enough. Leaves the other point there. A share costs a look at the samples, a model many sweeps.
  double best_share(const ModelStep& model) {
    Point &now = points_[now_], &next = points_[1 - now_];
    double best = 0, lowest = infinity;
    for (double share = 1; share >= 1.0 / 64; share /= 2) {
      space_.along(now, share, next);
      const double objective = next.objective();
      if (best > 0 && !(objective < lowest)) break;
      if (falls(objective, sigma * share, model)) best = share, lowest = objective;
    }
    if (best > 0) nonzeros_ = space_.along(now, best, next);
    return best;
  }

  /// Where step after step leaves the residual where it was, as on the way to a far point that hardly a sample still
  /// minds, models are right and short-sighted: then twice the step is tried, and twice that, while the objective
  /// falls.
  double longer() {
    if (!creeps_) return 1;
    Point &now = points_[now_], &next = points_[1 - now_];
    constexpr double short_of_it = 0.999, farthest = 1024;  // so that rounding crosses no bound
    const double reach = std::min(short_of_it * space_.reach(now), farthest);
    double best = 1, lowest = next.objective(), tried = 1;
    while (best == tried && 2 * tried <= reach) {
      space_.along(now, tried *= 2, next);
      if (next.objective() < lowest) best = tried, lowest = next.objective();
    }
    if (best != tried) nonzeros_ = space_.along(now, best, next);
    return best;
  }

  /// Whether the objective fell as the model said of its full step, and how wrong that was; a fall that is lost in
  /// rounding tells nothing.
  void compare(const ModelStep& model, double share, const Step& done) {
    const double wrong = std::abs(done.objective_before - done.objective - model.decrease);
    kept_word_ = share == 1 && wrong <= 0.25 * model.decrease;
    error_ = model.decrease > 10 * noise * std::abs(done.objective) ? wrong / model.decrease : 0;
  }

  void accept(double step_sq, Step& done) {
    believed_ = points_[1 - now_].objective() < points_[now_].objective() ? 0 : believed_ + 1;
    now_ = 1 - now_;
    done.iteration = ++iterations_;
    done.objective = points_[now_].objective();
    done.step_sq = step_sq;
    done.nonzeros = nonzeros_;
  }

  static constexpr double fair = 0.1, noise = 1e-14;
  static constexpr double largest_share = 0.3;  // of its gain so far, that a sweep must bring for another to follow
  static constexpr int most_believed = 8;
  static constexpr double sigma = 1e-3, largest_scale = 1e12;

  S& space_;
  WorkingSetOptions options_;
  double goal_;
  std::array<Point, 2> points_;
  std::function<bool()> over_;
  bool known_;  // the gradient where the first step begins
  std::size_t now_ = 0, before_ = 0;
  std::size_t newcomers_ = static_cast<std::size_t>(options_.first_columns);
  int iterations_ = 0;
  std::int64_t nonzeros_ = 0;  // at the start, then where a step last led
  double scale_ = 1, first_violation_ = 0, last_violation_ = infinity, care_ = 1;
  bool kept_word_ = false, creeps_ = false;
  double error_ = 1;  // of the last model's promise, as a share of it
  int believed_ = 0;  // steps in a row that did not lower the objective
  Jumps jumps_;
};

}  // namespace gist
