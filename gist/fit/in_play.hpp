#pragma once

#include "gist/fit/solve.hpp"

namespace gist {

/// Whether solve_in_play() serves: the penalty is convex, so that whatever way is gone leads to the same objective, the
/// solver is left to us or working-set itself, the residual decides when to stop, and the design is sparse.
bool may_play(const Design& design, const Penalty& penalty, const SolverOptions& solver, const StopOptions& stop);

/// Minimises over the columns in play alone, as a problem of its own with a small copy of their entries, by
/// working-set; then looks at all columns, puts into play those that are not at rest, and goes on until every one is.
/// All of the design is read once a round: a handful of times, and by rows as well as by columns, so a design that came
/// by rows need not be transposed, which so few readings would not repay; unless those that want to come in hold so
/// much of it that all may as well. `start` has its w and, where `studied`, margins and gradient.
Solved solve_in_play(cpu::ColumnSpace& space, const Problem& problem, const WorkingSetOptions& how, const Stop& stop,
                     cpu::CpuSpace::Point start, bool studied, const Observer& observe, Team& team);

}  // namespace gist
