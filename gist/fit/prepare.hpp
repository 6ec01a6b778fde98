#pragma once

#include "gist/core/team.hpp"
#include "gist/fit/fit.hpp"
#include "gist/solver/problem.hpp"

namespace gist {

struct Prepared {
  Problem problem;  ///< all but the strength of the penalty, which needs lambda_max
  std::optional<ClassLabels> classes;
};

/// Whether a sparse design is needed by rows and by columns, or whichever way it came will do; by rows then where there
/// is a choice, so that the same data give the same bits whatever file they came from.
enum class Ways { both, either };

/// Checks the data against the spec (every length at once, then every value, then the labels) and assembles the
/// problem: the design (written out where it is hardly sparse), targets, normalised weights, lazy standardisation,
/// bounds on the scale of the standardised columns.
Prepared prepare(const FitData& data, const FitSpec& spec, Team& team, Ways ways = Ways::both);

}  // namespace gist
