#pragma once

#include <span>

#include "gist/data/design.hpp"

namespace gist {

/// Some columns of a design, in the order given (0-based, ascending), as a design of its own. A sparse one has the
/// orientation it costs least to take: by columns where the design has that, else by rows, one pass over it.
Design columns_of(const Design& design, std::span<const Index> columns);

/// Some rows of a design, in the order given (0-based, ascending), as a design of its own; by rows where it is sparse
/// and has that, else by columns.
Design rows_of(const Design& design, std::span<const Index> rows);

}  // namespace gist
