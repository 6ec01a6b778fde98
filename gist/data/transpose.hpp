#pragma once

#include "gist/core/team.hpp"
#include "gist/data/design.hpp"

namespace gist {

/// The same lines the other way: from rows to columns or back. `positions` is the length of a line of `from`.
/// Stable, so positions ascend in the result; the same bits on any number of threads.
template <class Value>
Compressed<Value> transpose(const Compressed<Value>& from, Index positions, Team& team);

/// The design by rows alone, where it is there by rows at all; otherwise as it is.
Design rows_alone(const Design& design);

/// The design with both orientations present (dense ones as they are).
Design complete(const Design& design, Team& team);

}  // namespace gist
