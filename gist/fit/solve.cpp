#include "gist/fit/solve.hpp"

#include <cmath>

#include "gist/backend/cpu/lazy_space.hpp"
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

/// What a solver is begun with.
struct Begin {
  cpu::ColumnSpace& columns;
  const Stop& stop;
  cpu::CpuSpace::Point start;
  double first_t;
  const Observer& observe;
  cpu::CpuSpace& space = columns;
};

Solved solve_with(const GistOptions& options, Begin begin) {
  return finish(Gist(begin.space, options, std::move(begin.start), begin.first_t), begin.stop, begin.observe);
}

Solved solve_with(const IstaOptions& options, Begin begin) {
  return finish(Ista(begin.space, options, std::move(begin.start), begin.first_t, begin.stop.residual_goal()),
                begin.stop, begin.observe);
}

Solved solve_with(const FistaOptions& options, Begin begin) {
  return finish(Fista(begin.space, options, std::move(begin.start), begin.first_t, begin.stop.residual_goal()),
                begin.stop, begin.observe);
}

Solved solve_with(const SparsaOptions& options, Begin begin) { return solve_with(options.as_gist(), std::move(begin)); }

Solved solve_with(const ScpOptions& options, Begin begin) {
  ScpSteps steps(begin.space);
  return finish(Gist(steps, options, std::move(begin.start), begin.first_t), begin.stop, begin.observe);
}

Solved solve_with(const MultistageOptions& options, Begin begin) {
  using S = cpu::CpuSpace;
  const auto staged = [&]<class Inner>(const auto& inner_options, const Inner*) {
    return finish(Multistage<S, Inner>(begin.space, options, inner_options, std::move(begin.start), begin.first_t,
                                       begin.stop.residual_goal()),
                  begin.stop, begin.observe);
  };
  if (options.inner == InnerSolver::nesterov) return staged(FistaOptions{}, static_cast<Fista<Stage<S>>*>(nullptr));
  return staged(SparsaOptions{}.as_gist(), static_cast<Gist<Stage<S>>*>(nullptr));
}

Solved solve_with(const WorkingSetOptions& options, Begin begin) {
  return finish(WorkingSet(begin.columns, options, std::move(begin.start), begin.stop.residual_goal()), begin.stop,
                begin.observe);
}

Solved solve_with(const LazyGistOptions& options, Begin begin) {
  cpu::LazySpace lazy(begin.space);
  return finish(Gist(lazy, options, lazy.adopt(std::move(begin.start)), begin.first_t), begin.stop, begin.observe);
}

Solved solve_with(const VirlOptions& options, Begin begin) {
  return finish(Virl(begin.space, options, std::move(begin.start), begin.first_t, begin.stop.residual_goal()),
                begin.stop, begin.observe);
}

}  // namespace

Solved solve(cpu::ColumnSpace& space, const SolverOptions& options, const Stop& stop, cpu::CpuSpace::Point start,
             double first_t, const Observer& observe) {
  return std::visit(
      [&](const auto& o) {
        return solve_with(o, Begin{space, stop, std::move(start), first_t, observe});
      },
      options);
}

}  // namespace gist
