#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gist/backend/cpu/column_space.hpp"
#include "gist/fit/run.hpp"
#include "gist/fit/spec.hpp"
#include "gist/solver/run.hpp"

namespace gist {

/// Where a solver ended, by value: the solver and its points are gone.
struct Solved {
  Status status;
  int iterations;
  WorkVector w;
  double t;
  bool begun = true;            ///< false: the objective is not finite where it was to begin, and that is where it is
  std::string engine{}, why{};  ///< which solver led there, and why it was chosen; empty when it was asked for by name
  std::vector<Run> runs{};      ///< of a search by several ways
  double objective = 0;         ///< where the solver says
  /// Where the solver ends with a look at all columns: the point, its loss and gradient worked out from its w.
  std::optional<cpu::CpuSpace::Point> evaluated{};
  /// Where a working-set ended at a residual over all columns: the point with its loss and gradient, as they were kept
  /// up on the way. What begins there with another penalty has its first look for nothing.
  std::optional<cpu::CpuSpace::Point> looked_at{};
};

/// Runs the solver the options name on `problem`, the one the space refers to, from `start` (its w; the rest is
/// computed, unless a working-set is to begin and all of it is `known`); `first_t` is the inverse step to begin with.
Solved solve(cpu::ColumnSpace& space, Problem& problem, const SolverOptions& options, const Stop& stop,
             cpu::CpuSpace::Point start, double first_t, const Observer& observe, bool known = false);

}  // namespace gist
