#include "gist/fit/solve.hpp"

#include <cmath>

#include "gist/core/error.hpp"

namespace gist {
namespace {

template <class Solver>
Solved finish(Solver&& solver, const Stop& stop, const Observer& observe) {
  if (!std::isfinite(solver.best().objective())) {
    throw Error(ErrorKind::data,
                "the objective is not finite at the starting point: labels, offsets or data are too large for double "
                "precision; scale them down");
  }
  const auto outcome = run(solver, stop, observe);
  return {outcome.status, outcome.iterations, outcome.point->w, outcome.t};
}

Solved solve_with(const GistOptions& options, cpu::CpuSpace& space, const Stop& stop, cpu::CpuSpace::Point start,
                  double first_t, const Observer& observe) {
  return finish(Gist(space, options, std::move(start), first_t), stop, observe);
}

}  // namespace

Solved solve(cpu::CpuSpace& space, const SolverOptions& options, const Stop& stop, cpu::CpuSpace::Point start,
             double first_t, const Observer& observe) {
  return std::visit([&](const auto& o) { return solve_with(o, space, stop, std::move(start), first_t, observe); },
                    options);
}

}  // namespace gist
