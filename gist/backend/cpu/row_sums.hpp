#pragma once

#include <cstdint>
#include <vector>

#include "gist/backend/cpu/kernels.hpp"
#include "gist/core/team.hpp"
#include "gist/data/storage.hpp"

namespace gist::cpu {

/// Where the rows of a matrix pass from the columns of one thread to those of the next. Looked for by the first sum
/// over a matrix, and kept for those that follow.
class RowCuts {
 public:
  /// For this matrix, unless it is that of the last time; a range for every thread of the team that was there first.
  template <class Value>
  void find(const Compressed<Value>& rows, Index columns, Team& team);

  Offset ranges() const { return static_cast<Offset>(ends_.size()); }
  Index first_column(Offset range) const { return range == 0 ? 0 : ends_[static_cast<std::size_t>(range - 1)]; }
  Index last_column(Offset range) const { return ends_[static_cast<std::size_t>(range)]; }
  /// How many entries of each row lie before the end of this range, which is not the last.
  const std::int32_t* before_end(Offset range) const { return before_end_[static_cast<std::size_t>(range)].data(); }

 private:
  Buffer<Index> found_in_;   // shared, so that no other matrix can come to lie where this one was
  std::vector<Index> ends_;  // of the ranges of columns
  std::vector<std::vector<std::int32_t>> before_end_;
};

/// Sums over every column of a matrix that is there by rows only: each row adds its entries where they belong. On one
/// thread that takes little longer than reading columns would, as long as the sums stay in a cache, and saves
/// transposing. Threads take a range of columns each, so that every sum is taken in the order of the rows: the same
/// bits on any number of them.

/// out_j = sum_i x_i v_ij or sum_i x_i v_ij^2; x null for all ones.
template <class Value>
void sum_columns_by_rows(const Compressed<Value>& rows, Index columns, Power power, const double* x, double* out,
                         Team& team, RowCuts& cuts);

/// Both at once: first_j = sum_i x_i v_ij and second_j = sum_i s_i v_ij^2, from one reading.
template <class Value>
void sum_columns_by_rows(const Compressed<Value>& rows, Index columns, const double* x, const double* s, double* first,
                         double* second, Team& team, RowCuts& cuts);

}  // namespace gist::cpu
