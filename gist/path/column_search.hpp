#pragma once

#include <algorithm>
#include <atomic>
#include <optional>
#include <utility>

#include "gist/fit/fitting.hpp"
#include "gist/solver/run.hpp"

namespace gist {

/// Where a walk's searches have their limits from.
struct SearchLimits {
  const Fitting& fitting;
  std::optional<double> seconds{};  ///< instead of what the spec says
  const std::atomic<bool>* interrupt = nullptr;
};

/// One search of a walk, from where `from` ended, by `working-set` on a space that was made for the walk. `problem` is
/// the one the space refers to. The answer's point is as the space left it.
template <WorkingSetSpace Space>
Answer column_search(Space& space, Problem& problem, const WorkingSetOptions& options, const Penalty& penalty,
                     const Answer& from, const SearchLimits& limits) {
  StopOptions rule = limits.fitting.spec().stop;
  if (limits.seconds) rule.max_seconds = limits.seconds;
  const Stop stop(rule, limits.fitting.null().gradient_scale, limits.interrupt);
  Answer answer{.penalty = penalty, .point = space.make_point()};
  answer.point.w = from.point.w;
  answer.point.intercept = from.point.intercept;
  const auto& w = answer.point.w;
  const bool convex = is_convex(penalty);
  if (options.admission == Admission::subgradient && !convex &&
      std::all_of(w.begin(), w.end(), [](double x) { return x == 0; })) {
    // The classical rule continues from the l1 solution of the same slope at 0.
    problem.penalty = L1{slope_at_zero(penalty)};
    const Stop loose = stop.leg(1e-3, 50);
    if constexpr (requires { space.aim_at(1.0); }) space.aim_at(loose.residual_goal());
    WorkingSet l1(space, WorkingSetOptions{}, std::move(answer.point), loose.residual_goal());
    const auto outcome = run(l1, loose, {});
    answer.iterations = outcome.iterations;
    answer.point = *outcome.point;
  }
  problem.penalty = penalty;
  if constexpr (requires { space.aim_at(1.0); }) space.aim_at(stop.residual_goal());
  WorkingSet solver(space, options, std::move(answer.point), stop.residual_goal());
  const auto outcome = run(solver, stop.after(answer.iterations), {});
  answer.status = outcome.status;
  answer.iterations += outcome.iterations;
  answer.point = *outcome.point;
  answer.t = outcome.t;
  return answer;
}

/// What a report says of an answer beside its certificate.
FitReport report_of(const Fitting& fitting, const Problem& problem, const Answer& answer,
                    std::span<const double> column_curvature);

}  // namespace gist
