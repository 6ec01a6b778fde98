#pragma once

#include <span>

#include "gist/core/team.hpp"
#include "gist/solver/problem.hpp"

namespace gist {

/// Means and inverse standard deviations of the columns (weighted, 1/n), in two passes so that a large mean costs no
/// digits. Without `centre` the means are left out: a model with no intercept has nothing to absorb a shift. Needs
/// columns: a completed design.
ColumnScaling standardizing(const Design& design, std::span<const double> sample_weight, bool centre, Team& team);

}  // namespace gist
