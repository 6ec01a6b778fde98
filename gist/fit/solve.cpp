#include "gist/fit/solve.hpp"

#include <algorithm>
#include <cmath>

#include "gist/backend/cpu/lazy_space.hpp"
#include "gist/fit/search.hpp"

namespace gist {
namespace {

template <class Solver>
Solved finish(Solver&& solver, const Stop& stop, const Observer& observe) {
  if (!std::isfinite(solver.best().objective()))
    return {.status = Status::line_search_failed, .iterations = 0, .w = solver.best().w, .t = 1, .begun = false};
  const auto outcome = run(solver, stop, observe);
  return {.status = outcome.status, .iterations = outcome.iterations, .w = outcome.point->w, .t = outcome.t};
}

/// What a solver is begun with.
struct Begin {
  cpu::ColumnSpace& columns;
  Problem& problem;
  const Stop& stop;
  cpu::CpuSpace::Point start;
  double first_t;
  const Observer& observe;
  bool known = false;
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

/// The classical rule continues from the l1 solution of the same slope at 0. Returns the steps that took.
int start_at_l1(Begin& begin) {
  const auto& w = begin.start.w;
  const bool at_zero = std::all_of(w.begin(), w.end(), [](double x) { return x == 0; });
  const bool convex = is_convex(begin.problem.penalty);
  if (!at_zero || convex) return 0;
  const Penalty own = begin.problem.penalty;
  begin.problem.penalty = L1{slope_at_zero(own)};
  Solved l1 = solve(begin.columns, begin.problem, WorkingSetOptions{}, begin.stop.leg(1e-3, 50), std::move(begin.start),
                    begin.first_t, {});
  begin.problem.penalty = own;
  begin.start = begin.columns.make_point();
  begin.start.w = std::move(l1.w);
  return l1.iterations;
}

Solved solve_with(const WorkingSetOptions& options, Begin begin) {
  if (options.admission == Admission::subgradient) {
    const int before = start_at_l1(begin);
    Solved solved = finish(WorkingSet(begin.columns, options, std::move(begin.start), begin.stop.residual_goal()),
                           begin.stop.after(before), begin.observe);
    solved.iterations += before;
    return solved;
  }
  WorkingSet solver(begin.columns, options, std::move(begin.start), begin.stop.residual_goal(), begin.known);
  Solved solved = finish(solver, begin.stop, begin.observe);
  // Another admission may have left columns out that this penalty cannot want.
  const bool all_columns = options.admission == Admission::bold;
  if (all_columns && solved.status == Status::converged) solved.looked_at = solver.stepped_from();
  return solved;
}

Solved solve_with(const AutoOptions&, Begin begin) {
  return Search(begin.columns, begin.problem, begin.stop, std::move(begin.start.w), begin.observe).automatic();
}

Solved solve_with(const BestOptions& options, Begin begin) {
  return Search(begin.columns, begin.problem, begin.stop, std::move(begin.start.w), begin.observe).best(options);
}

Solved solve_with(const LazyGistOptions& options, Begin begin) {
  cpu::LazySpace lazy(begin.space, options.window());
  return finish(Gist(lazy, options, lazy.adopt(std::move(begin.start)), begin.first_t), begin.stop, begin.observe);
}

Solved solve_with(const VirlOptions& options, Begin begin) {
  return finish(Virl(begin.space, options, std::move(begin.start), begin.first_t, begin.stop.residual_goal()),
                begin.stop, begin.observe);
}

}  // namespace

Solved solve(cpu::ColumnSpace& space, Problem& problem, const SolverOptions& options, const Stop& stop,
             cpu::CpuSpace::Point start, double first_t, const Observer& observe, bool known) {
  return std::visit(
      [&](const auto& o) {
        return solve_with(o, Begin{space, problem, stop, std::move(start), first_t, observe, known});
      },
      options);
}

}  // namespace gist
