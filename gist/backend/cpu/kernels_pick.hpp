#pragma once

#include <cstddef>
#include <cstdint>

#include "gist/data/storage.hpp"

namespace gist::cpu {

/// Writes to `out` the k in [0, n) for which bit index_k of `bits` is set, ascending, and returns how many they are.
/// `out` has room for n and 16 more.
std::size_t find_chosen(const Index* index, std::size_t n, const std::uint32_t* bits, std::int32_t* out);

}  // namespace gist::cpu
