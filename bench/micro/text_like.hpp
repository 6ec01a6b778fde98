#pragma once

#include <cstdint>

#include "gist/data/storage.hpp"

namespace gist::bench {

/// The shape of a bag-of-words set; the defaults are those of news20.binary.
struct TextShape {
  Index rows = 19'996;
  Index columns = 1'355'191;
  Offset entries = 10'000'000;
  double exponent = 1.1;       ///< popularity of the k-th most frequent column: k^-exponent (Zipf)
  bool popular_first = false;  ///< columns in order of popularity; otherwise scattered, as in real files
  std::uint64_t seed = 1;
};

/// A sparse matrix of that shape by rows: lengths spread around the mean, distinct Zipf columns, positive values.
/// Only the access pattern is meant to be lifelike; nothing is learned from it.
template <class Value>
Compressed<Value> text_like_rows(const TextShape& shape);

}  // namespace gist::bench
