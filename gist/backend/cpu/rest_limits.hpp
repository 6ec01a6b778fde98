#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "gist/solver/problem.hpp"

namespace gist::cpu {

/// For every column, a size of gradient up to which its coefficient, at 0, is at rest: 0 is critical and the minimum of
/// its own quadratic bound. A steeper bound keeps more at 0, so the limit of the least curvature does for all; but
/// where a penalty is flat further out that is next to nothing, for the columns of a text differ a thousandfold. So
/// columns are put into classes by the power of two below their curvature, and each class has its own limit.
class RestLimits {
 public:
  /// Another problem, or other bounds: the curvature bound of every column, 0 for one that is out of the problem.
  void begin(std::span<const double> bound);
  /// Works the limits out for the problem's penalty as it is now, unless they are known from before; 0 where they
  /// cannot be. Of the problem nothing but the penalty may have changed since begin(), and bounds may only have grown.
  void measure(const Problem& problem, std::span<const double> bound);
  double of(std::size_t j) const { return same_for_all_ ? *same_for_all_ : of_column_[j]; }
  /// The first column in [from, end) with w[j] != 0 or a gradient that its limit does not cover, or `end`.
  std::size_t next_moving(const double* w, const double* g, std::size_t from, std::size_t end) const;
  /// The same of a coefficient whose quadratic has the curvature t, whatever column it is of: after measure().
  double at(const Problem& problem, double t);
  /// The least curvature of a column that is in the problem; infinite where none is.
  double least_bound() const { return least_; }

 private:
  std::optional<double> same_for_all_;
  std::vector<double> of_column_;  // where it is not the same for all
  std::optional<Penalty> of_penalty_;
  std::vector<double> of_power_;  // by the exponent of a curvature; not a number where nobody has asked yet
  double least_ = 0;
};

}  // namespace gist::cpu
