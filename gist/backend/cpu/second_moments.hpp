#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "gist/core/pages.hpp"
#include "gist/core/team.hpp"
#include "gist/solver/problem.hpp"

namespace gist::cpu {

/// What a sample counts, and what is to be fitted there.
inline double weight_of(const Problem& problem, std::size_t i) {
  return problem.sample_weight.empty() ? 1.0 / static_cast<double>(problem.samples()) : problem.sample_weight[i];
}
inline double label_of(const Problem& problem, std::size_t i) {
  return problem.target[i] - (problem.offset.empty() ? 0 : problem.offset[i]);
}

/// What least squares need of some samples of a dense design: with z_i the columns of X and, last, y - offset, each
/// measured from a centre m,
///   weight = sum_i s_i,   sum_j = sum_i s_i (z_ij - m_j),   product_jk = sum_i s_i (z_ij - m_j) (z_ik - m_k).
/// Columns are those of the design, not yet scaled. Moments about the same centre can be subtracted: those of all but a
/// fold are those of all less those of the fold.
struct SecondMoments {
  std::size_t count = 0;   ///< columns of X, and one
  std::size_t stride = 0;  ///< from one row of `product` to the next
  std::vector<double> centre;
  double weight = 0;
  std::vector<double> sum;
  WorkVector product;  ///< the upper triangle, row after row

  double at(std::size_t j, std::size_t k) const { return j < k ? product[j * stride + k] : product[k * stride + j]; }
  void subtract(const SecondMoments& part);
};

/// A centre that keeps digits: the weighted means of columns and y where there is an intercept to take them up, else 0.
std::vector<double> moment_centre(const Problem& problem, Team& team);

/// Over the samples `rows`, ascending, those of weight 0 left out. Costs count^2 / 2 multiplications a sample. The
/// design is dense.
SecondMoments second_moments(const Problem& problem, std::span<const double> centre, std::span<const Index> rows,
                             Team& team);
SecondMoments second_moments(const Problem& problem, std::span<const double> centre, Team& team);

/// The products alone, of some columns of a dense design as they are stored, samples weighted otherwise:
///   out[j * stride + k] += sum_i weight_i x_ij x_ik   for j <= k, places in `columns`.
/// `out` has padded_products(columns) rows, and no fewer columns; what is beyond the columns is left as it was, and
/// what is below the diagonal is not to be relied on.
void add_weighted_products(const Problem& problem, std::span<const Index> columns, std::span<const double> weight,
                           double* out, std::size_t stride, Team& team);
std::size_t padded_products(std::size_t columns);

}  // namespace gist::cpu
