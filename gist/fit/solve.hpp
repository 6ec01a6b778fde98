#pragma once

#include "gist/backend/cpu/column_space.hpp"
#include "gist/fit/spec.hpp"
#include "gist/solver/run.hpp"

namespace gist {

/// Where a solver ended, by value: the solver and its points are gone.
struct Solved {
  Status status;
  int iterations;
  WorkVector w;
  double t;
};

/// Runs the solver the options name from `start` (its w; the rest is computed); `first_t` is the inverse step to begin
/// with.
Solved solve(cpu::ColumnSpace& space, const SolverOptions& options, const Stop& stop, cpu::CpuSpace::Point start,
             double first_t, const Observer& observe);

}  // namespace gist
