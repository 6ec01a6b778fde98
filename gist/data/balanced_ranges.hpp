#pragma once

#include <span>
#include <vector>

#include "gist/data/storage.hpp"

namespace gist {

/// Cuts [0, positions) into ranges with about equally many entries, judged by a sample of where they stand: popular
/// positions may be anywhere, in many files at the front. Returns the ranges' ends; at most `wanted` of them.
std::vector<Index> balanced_ranges(std::span<const Index> index, Index positions, Offset wanted);

}  // namespace gist
