#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gist/solver/problem.hpp"

namespace gist::cpu {

/// A compact copy of some columns of a problem's design, scaled as the problem scales them and, row i, by factor_i:
/// what coordinate descent runs over. In single precision: it only ever carries a correction to numbers that were
/// computed in double, and half the bytes are most of its time.
///
/// Columns are not centred. Whoever profiles the intercept out subtracts what centring would.
class ColumnBlock {
 public:
  /// Copies the columns, in order. Memory is kept from one call to the next.
  void take(const Problem& problem, std::span<const Index> columns, std::span<const double> row_factor);

  std::size_t columns() const { return columns_; }
  std::size_t rows() const { return rows_; }
  std::int64_t entries() const { return static_cast<std::int64_t>(value_.size()); }

  /// sum_i a_ic u_i
  double dot(std::size_t c, const float* u) const;
  /// sum_i a_ic^2
  double square(std::size_t c) const;
  /// u += by a_c
  void add(std::size_t c, double by, float* u) const;

 private:
  std::size_t columns_ = 0, rows_ = 0;
  bool dense_ = false;
  std::vector<std::int64_t> start_;
  std::vector<Index> row_;  // empty for a dense design
  std::vector<float> value_;
};

}  // namespace gist::cpu
