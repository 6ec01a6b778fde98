#pragma once

#include <span>

#include "gist/core/team.hpp"
#include "gist/data/design.hpp"

namespace gist::cpu {

/// Some columns of a design, in the order given, by columns whichever way a sparse one came: from rows in one pass over
/// them, at a fraction of what transposing all would cost. The same bits on any number of threads.
Design pick_columns(const Design& design, std::span<const Index> chosen, Team& team);

/// The columns of `first` and then those of `more`, both by columns, of the same precision and as many rows.
Design append_columns(const Design& first, const Design& more);

/// Which share of a design's entries lies in these columns; where it is there by rows only, of a sample of its rows.
double share_of_entries(const Design& design, std::span<const Index> columns);

}  // namespace gist::cpu
