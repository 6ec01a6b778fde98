#pragma once

#include "gist/data/storage.hpp"

namespace gist::cpu {

/// Writes every j in [begin, end) with w[j] != 0 to `to`, ascending, and returns where they end. `to` must have room
/// for all of [begin, end). Most of a sparse w is passed over in vector instructions.
Index* list_nonzeros(const double* w, Index begin, Index end, Index* to);

}  // namespace gist::cpu
