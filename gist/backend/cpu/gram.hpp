#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gist/backend/cpu/column_block.hpp"
#include "gist/backend/cpu/normal_equations.hpp"

namespace gist::cpu {

/// H = A'A - s s'/total of a block's columns, written out. A sweep of coordinate descent over the block reads every
/// sample; over H it reads one row per coefficient that moves, however many samples there are. Worth its making where
/// samples are many and columns few.
///
/// Products of dense columns that do not depend on the point (squared loss) are kept from one model to the next, so
/// that a path computes each once.
class Gram {
 public:
  /// Rounded sums are made in half the time, and of columns that are all but alike H may then bend downwards.
  enum class Sums { rounded, exact };
  /// Whether making H costs less than this many sweeps over the block.
  bool worth(const ColumnBlock& block, int sweeps) const;
  /// `columns`: the columns of the design that the block holds, to know them again; `weighted`: s, ignored where total
  /// is 0; `constant`: the block's values do not change from one point to another.
  void make(const ColumnBlock& block, std::span<const Index> columns, std::span<const double> weighted, double total,
            Sums sums, bool constant);
  /// The same from products that are all known, `columns` of them. What the last call copied is not copied again, as
  /// long as its columns come first and in the same order.
  void take(const NormalEquations& equations, std::span<const Index> columns);
  /// The same where they stand written out already, and stay while this is used.
  void borrow(const double* rows, std::size_t size, std::size_t stride) {
    data_ = rows, size_ = size, stride_ = stride;
    taken_.clear();
  }
  void drop() { size_ = 0; }

  bool made() const { return size_ > 0; }
  std::size_t size() const { return size_; }
  std::span<const double> row(std::size_t c) const { return {data_ + c * stride_, size_}; }

 private:
  void make_dense(const ColumnBlock& block, Sums sums);
  void make_known(const ColumnBlock& block, std::span<const Index> columns, Sums sums);
  void forget_known();

  std::size_t size_ = 0, stride_ = 0;
  const double* data_ = nullptr;  // of h_, or borrowed
  std::vector<double> h_;
  // What is known of constant products: a place for each column met, and the products, NaN where not known yet.
  std::vector<Index> place_;
  std::size_t places_ = 0, room_ = 0;
  std::vector<double> known_;
  Sums known_sums_ = Sums::rounded;
  std::vector<Index> taken_;  // the columns take() has copied
};

}  // namespace gist::cpu
