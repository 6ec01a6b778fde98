#pragma once

#include <cstddef>

#include "gist/data/storage.hpp"

namespace gist::cpu {

/// How far the slopes are from those of a reference, in two norms.
struct Radius {
  double two = 0, max = 0;
};

/// For every column |g_j| at the reference, and the norms that bound how fast it changes.
struct ColumnReach {
  const double *size, *two, *one;

  /// |g_j| anywhere within that radius is at most this.
  double at(std::size_t j, const Radius& radius) const {
    const double by_two = two[j] * radius.two, by_max = one[j] * radius.max;
    return size[j] + (by_two < by_max ? by_two : by_max);
  }
};

/// Writes every j in [begin, end) with columns.at(j, radius) > limit, or not a number, to `to`, ascending, and returns
/// where they end. `to` must have room for all of [begin, end).
Index* list_above(const ColumnReach& columns, const Radius& radius, double limit, Index begin, Index end, Index* to);

}  // namespace gist::cpu
