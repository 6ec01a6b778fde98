#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gist/solver/problem.hpp"

namespace gist::cpu {

/// A compact copy of some columns of a problem's design, scaled as the problem scales them and, row i, by factor_i:
/// what coordinate descent runs over. In single precision: it only ever carries a correction to numbers that were
/// computed in double, and half the bytes are most of its time. Columns of a sparse design that are hardly sparse are
/// copied with their zeros, which costs less than looking up where the others stand.
///
/// Columns are not centred, but measured from near their mean where that is far from 0 (column_origin.hpp). Whoever
/// profiles the intercept out subtracts what centring would.
class ColumnBlock {
 public:
  /// Copies the columns, in order; where in them the entries stand is read from the design, which must outlive the
  /// block. Memory is kept from one call to the next.
  void take(const Problem& problem, std::span<const Index> columns, std::span<const float> row_factor);

  std::size_t columns() const { return start_.size() - 1; }
  std::size_t rows() const { return rows_; }
  bool dense() const { return dense_; }
  /// Column c of a dense block, zeros included.
  const float* dense_column(std::size_t c) const { return value_.data() + start_[c]; }
  std::int64_t entries() const { return static_cast<std::int64_t>(value_.size()); }

  /// sum_i a_ic u_i
  double dot(std::size_t c, const float* u) const;
  /// The same, summed in double precision.
  double exact_dot(std::size_t c, const float* u) const;
  /// sum_i a_ic^2
  double square(std::size_t c) const { return square_[c]; }
  /// u += by a_c
  void add(std::size_t c, double by, float* u) const;

  /// How many pairs of these columns meet, summed over the rows. Sparse blocks only.
  double row_pairs(std::span<const std::size_t> chosen) const;
  /// The products of these columns with one another, row after row, in double precision: they are to be factorised.
  void products(std::span<const std::size_t> chosen, std::span<double> out) const;

 private:
  void dense_products(std::span<const std::size_t> chosen, std::span<double> out) const;
  std::size_t length(std::size_t c) const { return static_cast<std::size_t>(start_[c + 1] - start_[c]); }

  std::size_t rows_ = 0;
  bool dense_ = false;
  std::vector<std::int64_t> start_{0};
  std::vector<const Index*> row_;  // of each column, where its entries stand; empty for a dense block
  std::vector<float> value_;
  std::vector<float> packed_;  // one column, before it is spread over its rows
  std::vector<double> square_;
};

}  // namespace gist::cpu
