#pragma once

#include <cstdint>

#include "gist/core/status.hpp"

namespace gist {

/// What one iteration of a solver reports to the loop around it.
struct Step {
  Status status = Status::running;  ///< running, or line_search_failed when no step was taken
  int iteration = 0;                ///< accepted steps so far, this one included
  int trials = 0;                   ///< prox steps tried in this iteration
  double objective = 0;             ///< after the step
  double objective_before = 0;
  double t = 0;         ///< the accepted inverse step
  double step_sq = 0;   ///< ||w(k+1) - w(k)||^2
  double residual = 0;  ///< t ||w(k+1) - w(k)||_inf: the prox residual, at this t, of the point stepped from
  std::int64_t nonzeros = 0;
};

}  // namespace gist
