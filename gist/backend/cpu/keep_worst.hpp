#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "gist/data/storage.hpp"

namespace gist::cpu {

/// Of the columns the `most` with the largest violation, in no particular order; of equals the first.
inline void keep_worst(std::vector<Index>& columns, std::span<const double> violation, std::size_t most) {
  if (columns.size() <= most) return;
  const auto worse = [&](Index a, Index b) {
    const double va = violation[static_cast<std::size_t>(a)], vb = violation[static_cast<std::size_t>(b)];
    return va > vb || (va == vb && a < b);
  };
  std::nth_element(columns.begin(), columns.begin() + static_cast<std::ptrdiff_t>(most), columns.end(), worse);
  columns.resize(most);
}

/// The largest violation among these columns.
inline double largest_of(std::span<const double> violation, std::span<const Index> columns) {
  double largest = 0;
  for (const Index j : columns) largest = std::max(largest, violation[static_cast<std::size_t>(j)]);
  return largest;
}

}  // namespace gist::cpu
