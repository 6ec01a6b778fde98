#pragma once

#include "gist/core/team.hpp"
#include "gist/data/design.hpp"

namespace gist {

/// Whether a sparse design has so few zeros that it is better written out: half of its places are taken, and there are
/// enough of them to be worth the while. Files of the sparse kind often hold such data, and so do arrays.
bool hardly_sparse(const Design& design);

/// The same matrix with its zeros, column after column, in the precision it has.
Design densified(const Design& design, Team& team);

/// The design as one wants it who reads it again and again: written out where it is hardly sparse, else both ways.
Design ready(const Design& design, Team& team);

}  // namespace gist
