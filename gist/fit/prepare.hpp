#pragma once

#include "gist/core/team.hpp"
#include "gist/fit/fit.hpp"
#include "gist/solver/problem.hpp"

namespace gist {

struct Prepared {
  Problem problem;  ///< all but the strength of the penalty, which needs lambda_max
  std::optional<ClassLabels> classes;
};

/// Checks the data against the spec (every length at once, then every value, then the labels) and assembles the
/// problem: both orientations of the design, targets, normalised weights, lazy standardisation, bounds on the scale of
/// the standardised columns.
Prepared prepare(const FitData& data, const FitSpec& spec, Team& team);

}  // namespace gist
