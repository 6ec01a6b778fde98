#pragma once

#include <optional>
#include <span>
#include <string>

#include "gist/solver/problem.hpp"

namespace gist {

/// What to tell a user whose objective has no minimiser.
std::string no_minimiser_warning(const Problem& problem);

/// A warning when more than half of the non-empty columns have so little curvature that the penalty lets them in only
/// by a jump: the lowest objective then prefers rare columns with large weights. Nothing for penalties that never or
/// always jump.
std::optional<std::string> jump_regime_warning(const Problem& problem, std::span<const double> column_curvature);

}  // namespace gist
