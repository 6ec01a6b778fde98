#pragma once

#include <optional>

#include "gist/fit/solve.hpp"

namespace gist {

/// Whether search_in_play() may serve: `auto` is asked for, the penalty is not convex, the loss is squared (with others
/// a search asks for columns that no gradient at w = 0 tells of), and the design is sparse.
bool may_search_in_play(const Design& design, const Loss& loss, const Penalty& penalty, const SolverOptions& solver,
                        const StopOptions& stop);

/// The search of `auto` on the columns that would, or nearly would, move from w = 0, as a problem of its own
/// (part.hpp); then a look at all columns, those that are not at rest come in, and it goes on until every one is. Where
/// lambda is large these are a small part of the design, which then is read a handful of times and need not be
/// transposed. Nothing where they are a large one. `start` is w = 0 with its margins and gradient.
std::optional<Solved> search_in_play(cpu::ColumnSpace& space, const Problem& problem, const Stop& stop,
                                     cpu::CpuSpace::Point start, const Observer& observe, Team& team);

}  // namespace gist
