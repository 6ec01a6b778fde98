#pragma once

#include <optional>

#include "gist/core/team.hpp"
#include "gist/solver/problem.hpp"

namespace gist {

/// A problem of d + 1 samples with the same objective at every w as this one of n, for dense least squares with many
/// more samples than columns: of X and y it needs only their inner products, and their Cholesky factor has the same.
/// The intercept is profiled out by centring, so the compressed problem has none. Making it costs n d^2 / 2
/// multiplications, so it is for when many fits follow: a path, cross-validation.
///
/// None where that would not pay: another loss, a sparse design, n < 4 d, or more columns than it is meant for.
std::optional<Problem> compress(const Problem& problem, Team& team);

}  // namespace gist
