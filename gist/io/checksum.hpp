#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace gist {

/// A 64-bit checksum that runs as fast as memory: eight lanes of Fletcher's sums over 64-bit words,
///
///     a_i += word,   b_i += a_i,
///
/// folded together at the end. Any one damaged word changes it, and so do words that change places. It guards against
/// accidents, not against forgery.
std::uint64_t checksum(std::string_view bytes);

/// One checksum of several in order; what a long section uses so that its pieces can be summed in parallel.
std::uint64_t fold(std::span<const std::uint64_t> sums);

}  // namespace gist
