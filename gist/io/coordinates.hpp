#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "gist/core/team.hpp"
#include "gist/data/storage.hpp"

namespace gist {

/// Entries of a sparse matrix in any order, as (row, column, value) triples counted from 0.
template <class Value>
struct Coordinates {
  std::vector<Index> row, column;
  std::vector<Value> value;

  void resize(std::size_t n) {
    row.resize(n);
    column.resize(n);
    value.resize(n);
  }
};

/// The entries by row, columns ascending, without the zeros. Nothing if a position comes twice.
template <class Value>
std::optional<Compressed<Value>> rows_from(const Coordinates<Value>& entries, Index rows, Team& team);

/// The number of the first entry that stands where an earlier one does. There must be one.
template <class Value>
std::size_t first_repeated(const Coordinates<Value>& entries);

}  // namespace gist
