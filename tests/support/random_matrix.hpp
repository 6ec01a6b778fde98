#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "gist/data/storage.hpp"

namespace gist::testing {

/// A sparse matrix by rows: each entry is there with probability `density`; `skew` > 1 crowds entries to the first
/// columns. Rows and columns may well be empty.
template <class Value>
Compressed<Value> random_rows(Index rows, Index columns, double density, std::uint64_t seed, double skew = 1) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> uniform(0, 1);
  std::normal_distribution<double> normal;
  std::vector<Offset> start{0};
  std::vector<Index> index;
  std::vector<Value> value;
  for (Index i = 0; i < rows; ++i) {
    const double here = i % 7 == 3 ? 0 : density;  // some rows without entries
    for (Index j = 0; j < columns; ++j) {
      const double share = skew / (1 + (skew - 1) * 10.0 * j / columns);
      if (uniform(random) >= here * share) continue;
      index.push_back(j);
      value.push_back(static_cast<Value>(normal(random)));
    }
    start.push_back(static_cast<Offset>(index.size()));
  }
  return {std::move(start), std::move(index), std::move(value)};
}

/// The matrix, column after column, zeros and all.
template <class Value>
std::vector<Value> dense_columns(const Compressed<Value>& by_row, Index columns) {
  const auto rows = static_cast<std::size_t>(by_row.lines());
  std::vector<Value> all(rows * static_cast<std::size_t>(columns));
  for (std::size_t i = 0; i < rows; ++i) {
    for (auto k = static_cast<std::size_t>(by_row.start[i]); k < static_cast<std::size_t>(by_row.start[i + 1]); ++k) {
      all[static_cast<std::size_t>(by_row.index[k]) * rows + i] = by_row.value[k];
    }
  }
  return all;
}

}  // namespace gist::testing
