#pragma once

#include <span>
#include <vector>

#include "gist/backend/cpu/column_block.hpp"
#include "gist/backend/cpu/gram.hpp"

namespace gist::cpu {

/// Newton's direction over some columns of a block: minimises <slope, p> + 1/2 p' (A'A - s s'/total + diag(bend)) p,
/// A the block's columns and s their weighted sums (no such term where total is 0), by conjugate gradients
/// preconditioned by the diagonal. A product costs what a sweep of coordinate descent does, and where columns are
/// nearly alike one product is worth many sweeps.
class ConjugateGradients {
 public:
  struct Term {
    std::size_t column;  ///< of the block
    double slope, bend;  ///< of the model; of what is added to its curvature
    double curvature;    ///< the column's own
    double weighted;     ///< s
  };

  /// The terms of the next direction, for the caller to fill.
  std::vector<Term> terms;

  /// Stops after `most` products, when no residual exceeds `tolerance`, when they have fallen a hundredfold, or where
  /// the curvature is not positive: then what has been gathered must do. Returns the products taken.
  int solve(const ColumnBlock& block, double total, double tolerance, int most);
  /// The same with the curvature written out; moved(), shift() and bend_along() are then not there.
  int solve(const Gram& gram, double tolerance, int most);

  std::span<const double> direction() const { return direction_; }  ///< p, one element a term
  std::span<const float> moved() const { return moved_; }           ///< A p
  double shift() const { return shift_; }                           ///< <s, p>
  double bend_along(double total) const;                            ///< p' (A'A - s s'/total) p

 private:
  double apply(const ColumnBlock& block, double total);
  template <class Product>
  int iterate(std::size_t rows, double tolerance, int most, Product&& product);

  std::vector<double> direction_, residual_, inverse_, trial_, image_;
  std::vector<double> spread_;  // a trial over all columns of H
  std::vector<float> moved_, trial_moved_;
  double shift_ = 0;
};

}  // namespace gist::cpu
