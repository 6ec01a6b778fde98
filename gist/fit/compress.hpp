#pragma once

#include <optional>

#include "gist/core/team.hpp"
#include "gist/solver/problem.hpp"

namespace gist {

/// A problem of d + 1 samples with the same objective at every w as this one of n, for least squares with many more
/// samples than columns: of X and y it needs only their inner products, and their Cholesky factor has the same. The
/// intercept is profiled out by centring, so the compressed problem has none. Making it costs n d^2 / 2
/// multiplications, of a sparse design (there by rows) half the squares of its rows' entries. So it is for when many
/// passes over the data would follow: as many as `passes`.
///
/// A sparse design must be there by rows. None where it would not pay: another loss, n < 4 d, more columns than it is
/// meant for, rows too full, or a sparse column that is all but constant beside an intercept.
std::optional<Problem> compress(const Problem& problem, double passes, Team& team);

/// Whether that is for problems of this loss and shape, whatever the entries of its rows.
bool compressible(const Problem& problem);

}  // namespace gist
