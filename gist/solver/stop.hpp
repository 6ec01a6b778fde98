#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <optional>
#include <string_view>
#include <tuple>

#include "gist/core/field.hpp"
#include "gist/solver/step.hpp"

namespace gist {

enum class StopRule {
  residual,   ///< prox residual at most tolerance * largest |gradient_j| at w = 0: free of the units of X and y
  objective,  ///< the paper's rule: relative change of the objective below tolerance
};
template <>
struct Names<StopRule> {
  static constexpr std::array<std::string_view, 2> names{"residual", "objective"};
};

struct StopOptions {
  StopRule stop = StopRule::residual;
  std::optional<double> tolerance;  ///< default: 1e-6 for the residual, the paper's 1e-5 for the objective
  int max_iterations = 10'000;
  std::optional<double> max_seconds;
  static constexpr std::tuple fields{
      Field{"stop", &StopOptions::stop, any_number(), "what is measured to stop"},
      Field{"tolerance", &StopOptions::tolerance, at_least(0),
            "stop below this (default 1e-6; 1e-5 with --stop objective)"},
      Field{"max_iterations", &StopOptions::max_iterations, at_least(0), "accepted steps at most"},
      Field{"max_seconds", &StopOptions::max_seconds, above(0), "wall-clock seconds at most"}};

  double threshold() const { return tolerance.value_or(stop == StopRule::residual ? 1e-6 : 1e-5); }
};

/// Decides after each step whether to go on.
class Stop {
 public:
  /// `gradient_scale`: the largest |gradient_j| at w = 0. `interrupt`, if given, is looked at after every step.
  Stop(const StopOptions& options, double gradient_scale, const std::atomic<bool>* interrupt)
      : options_(options), gradient_scale_(gradient_scale), interrupt_(interrupt), begun_(Clock::now()) {}

  /// For one leg of a longer search: the residual at most `tolerance` times the gradient's scale, at most so many
  /// steps. The clock and the interrupt are the search's.
  Stop leg(double tolerance, int most) const {
    Stop part = *this;
    part.options_.stop = StopRule::residual;
    part.options_.tolerance = tolerance;
    part.options_.max_iterations = std::min(most, options_.max_iterations);
    return part;
  }
  /// For a part of the problem that need not be solved closer than to this residual.
  Stop until(double residual) const {
    return leg(gradient_scale_ > 0 ? residual / gradient_scale_ : 0, options_.max_iterations);
  }
  /// The same rule with this many steps taken off what is left.
  Stop after(int iterations) const {
    Stop rest = *this;
    rest.options_.max_iterations = std::max(0, options_.max_iterations - iterations);
    return rest;
  }

  /// The limits alone, for before the first step.
  Status limits(int iterations) const {
    if (interrupt_ != nullptr && interrupt_->load(std::memory_order_relaxed)) return Status::interrupted;
    if (iterations >= options_.max_iterations) return Status::iteration_limit;
    if (options_.max_seconds && seconds() >= *options_.max_seconds) return Status::time_limit;
    return Status::running;
  }

  Status verdict(const Step& step) const {
    if (step.status != Status::running) return step.status;
    return met(step) ? Status::converged : limits(step.iteration);
  }

  /// The residual to reach, for solvers that work in stages; 0 when the residual does not decide.
  double residual_goal() const { return by_residual() ? options_.threshold() * gradient_scale_ : 0; }
  double gradient_scale() const { return gradient_scale_; }
  bool by_residual() const { return options_.stop == StopRule::residual; }
  double seconds() const { return std::chrono::duration<double>(Clock::now() - begun_).count(); }

 private:
  using Clock = std::chrono::steady_clock;

  bool met(const Step& step) const {
    if (step.step_sq == 0) return true;  // a fixed point: every further step would be the same
    if (by_residual()) return step.residual <= options_.threshold() * gradient_scale_;
    return std::abs(step.objective_before - step.objective) < options_.threshold() * std::abs(step.objective_before);
  }

  StopOptions options_;
  double gradient_scale_;
  const std::atomic<bool>* interrupt_;
  Clock::time_point begun_;
};

}  // namespace gist
