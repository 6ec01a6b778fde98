#pragma once

#include <cstdint>
#include <optional>
#include <variant>

#include "gist/core/buffer.hpp"

namespace gist {

using Index = std::int32_t;   ///< a row or column number: at most 2^31 - 1 of either
using Offset = std::int64_t;  ///< a count of stored entries

inline constexpr std::int64_t max_index = 2'147'483'647;

/// Compressed sparse storage of the lines of a matrix, its rows (CSR) or its columns (CSC): line i holds entries
/// start[i] .. start[i+1], their positions along the line ascending in `index`.
template <class Value>
struct Compressed {
  Buffer<Offset> start;
  Buffer<Index> index;
  Buffer<Value> value;

  Index lines() const { return start.empty() ? 0 : static_cast<Index>(start.size() - 1); }
  Offset entries() const { return start.empty() ? 0 : start[start.size() - 1]; }
};

/// A sparse matrix by rows, by columns, or both ways at once; at least one is there. Products along the missing
/// way work but are slow and serial, so a fit first completes the pair (transpose.hpp).
template <class Value>
struct Sparse {
  Index rows = 0, columns = 0;
  std::optional<Compressed<Value>> by_row, by_column;
};

/// A dense matrix, column after column.
template <class Value>
struct Dense {
  Index rows = 0, columns = 0;
  Buffer<Value> value;
};

using Storage = std::variant<Sparse<double>, Sparse<float>, Dense<double>, Dense<float>>;

}  // namespace gist
