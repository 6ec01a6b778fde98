#pragma once

#include <cstdint>

#include "gist/core/field.hpp"
#include "gist/core/status.hpp"

namespace gist {

/// What one iteration of a solver reports to the loop around it.
///
/// Not every step can be judged: a step inside a stage says nothing about the stage's end. What a step does not
/// measure is infinite, and no rule of stop.hpp is met by it.
struct Step {
  static constexpr double unmeasured = infinity;

  Status status = Status::running;       ///< running, or line_search_failed when no step was taken
  int iteration = 0;                     ///< accepted steps so far, this one included
  int trials = 0;                        ///< prox steps tried in this iteration
  int stage = 0;                         ///< of a method that works in stages, from 1; otherwise 0
  double objective = 0;                  ///< after the step: of the problem as stated, whatever the solver works on
  double objective_before = unmeasured;  ///< what to compare it with: before the step, or before its stage
  double t = 0;                          ///< the accepted inverse step
  double step_sq = 0;                    ///< ||w(k+1) - w(k)||^2; 0 only at a fixed point of the method
  double residual = unmeasured;  ///< t ||w(k+1) - w(k)||_inf: how far, at this t, the point stepped from is from being
                                 ///< a fixed point of the method; for gist that is its prox residual
  std::int64_t nonzeros = 0;
  std::int64_t passes = 0;  ///< products with X and X' so far; told by fit(), which counts them
};

}  // namespace gist
