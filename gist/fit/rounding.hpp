#pragma once

#include "gist/backend/cpu/space.hpp"
#include "gist/core/team.hpp"
#include "gist/solver/problem.hpp"

namespace gist {

/// What of a gradient is there. Columns that the intercept does the work of (constant ones) and data that leave nothing
/// to explain have a gradient of 0, of which rounding leaves some 1e-16: a scale on which nothing converges.
struct GradientSize {
  double scale = 0;   ///< the largest |gradient_j|; where rounding is all there is, what those of such data are like
  bool read = false;  ///< it took a pass over the data to tell
};

/// Sets those of the point's gradients to 0 that rounding alone accounts for. Cheap unless all of them are small beside
/// a sample of the entries.
GradientSize without_rounding(cpu::CpuSpace& space, const Problem& problem, cpu::CpuSpace::Point& point, Team& team);

}  // namespace gist
