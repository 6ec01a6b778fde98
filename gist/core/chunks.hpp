#pragma once

#include <algorithm>
#include <cstdint>

namespace gist {

/// The fixed cut of [0, size) into pieces that parallel loops use. It depends on the size alone and never
/// on the number of threads; with sums taken piece by piece in order, that is what makes the answer the same
/// to the last bit on any number of threads.
struct Chunks {
  std::int64_t size = 0;
  std::int64_t per_chunk = 1;

  std::int64_t count() const { return (size + per_chunk - 1) / per_chunk; }
  std::int64_t begin(std::int64_t chunk) const { return chunk * per_chunk; }
  std::int64_t end(std::int64_t chunk) const { return std::min(size, (chunk + 1) * per_chunk); }
};

}  // namespace gist
