#pragma once

#include <optional>
#include <vector>

#include "gist/data/design.hpp"
#include "gist/loss/loss.hpp"
#include "gist/penalty/penalty.hpp"

namespace gist {

/// Lazy standardisation: column j of the problem is (x_j - mean_j) * inverse_scale_j, never formed. Empty vectors mean
/// 0 and 1. A constant column has inverse_scale 0: it is out of the problem.
struct ColumnScaling {
  std::vector<double> mean;
  std::vector<double> inverse_scale;
};

struct Extent {
  Index columns = 0;
  Offset entries = 0;
};

/// One optimisation problem, all numbers settled:
///   minimise over w (and b)   sum_i s_i loss(x_i'w + b + o_i, y_i) + sum_j r(w_j; factor_j) + ridge/2 sum_j factor_j
///   w_j^2 subject to                lower_j <= w_j <= upper_j
/// with x_i the scaled columns. Vectors that are empty stand for their neutral value.
struct Problem {
  Design design;
  Loss loss;
  std::vector<double> target;         ///< y: -1/+1 for classes
  std::vector<double> sample_weight;  ///< s, summing to 1; empty = 1/n each
  std::vector<double> offset;         ///< o; empty = 0
  bool intercept = true;              ///< b is free and unpenalised; otherwise b = 0
  ColumnScaling scaling;
  Penalty penalty;
  double ridge = 0;
  std::vector<double> factor;        ///< penalty factors; empty = 1
  std::vector<double> lower, upper;  ///< bounds; empty = none

  /// Where this is some columns of another problem: how much that one has.
  std::optional<Extent> whole{};

  Index samples() const { return design.rows(); }
  Index features() const { return design.columns(); }
  /// How much there is to search through: a part is searched as the whole would be.
  Extent extent() const { return whole ? *whole : Extent{design.columns(), design.nonzeros()}; }
  bool few_samples() const { return samples() <= 500; }
  bool few_columns() const { return extent().columns <= 500; }
  /// Fits are then cheap beside what a lower point may be worth: searches try more, and models may promise more.
  bool small() const { return few_samples() || (few_columns() && extent().entries <= 50'000); }
  /// Whether hardly any entry is there, as in text: two columns then seldom have a sample in common.
  bool thin() const {
    const auto [columns, entries] = extent();
    return 20 * static_cast<double>(entries) < static_cast<double>(samples()) * static_cast<double>(columns);
  }
};

}  // namespace gist
