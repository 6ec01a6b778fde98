#pragma once

#include <functional>

#include "gist/solver/step.hpp"
#include "gist/solver/stop.hpp"

namespace gist {

/// Told of every step as it is taken, with the seconds since the loop began.
using Observer = std::function<void(const Step&, double seconds)>;

template <class Point>
struct Outcome {
  Status status;
  int iterations;
  const Point* point;  ///< lives as long as the solver
  double t;            ///< the inverse step at which the point was last tested
};

/// The loop around every solver: step, observe, verdict. A solver whose steps may take long is told whom to ask for the
/// time. On convergence by residual the answer is the point the residual belongs to; otherwise it is the best point so
/// far.
template <class Solver>
Outcome<typename Solver::Point> run(Solver& solver, const Stop& stop, const Observer& observe) {
  constexpr bool heeds = requires { solver.heed(std::function<bool()>()); };
  if constexpr (heeds) solver.heed([&stop] { return stop.limits(0) != Status::running; });
  int iterations = 0;
  Status status = stop.limits(iterations);
  while (status == Status::running) {
    const Step step = solver.step();
    iterations = step.iteration;
    if (observe && step.status == Status::running) observe(step, stop.seconds());
    status = stop.verdict(step);
  }
  if constexpr (heeds) solver.heed({});
  const bool certified = status == Status::converged && stop.by_residual();
  return {status, iterations, certified ? &solver.stepped_from() : &solver.best(), solver.t()};
}

}  // namespace gist
