#pragma once

#include <optional>
#include <span>

#include "gist/backend/cpu/second_moments.hpp"

namespace gist::cpu {

/// Multiplications that sparse_moments() takes: half the squares of the rows' entries. Infinite where there are no
/// rows to go by.
double sparse_moments_cost(const Design& design);

/// The moments of a sparse design that is there by rows, about 0: a centre would fill it. Only the labels are measured
/// from their mean. So with an intercept a column whose values hardly differ loses digits; `spread` is the least that
/// is left of a column's square about its mean, as a share of it (1 without an intercept).
struct SparseMoments {
  SecondMoments moments;
  double spread = 1;
};
SparseMoments sparse_moments(const Problem& problem);
/// The same over the samples `rows` alone, the labels measured from `label_centre`.
SparseMoments sparse_moments(const Problem& problem, std::span<const Index> rows, double label_centre);

/// sum_j = sum_i weight_i x_ij and out[j * stride + k] = sum_i weight_i x_ij x_ik for j <= k, over all samples of such
/// a design; both are overwritten.
void sparse_weighted_products(const Problem& problem, std::span<const double> weight, std::span<double> sum,
                              double* out, std::size_t stride);

/// Designs of more columns are not meant for it: products of dense ones take too long, and those of sparse ones leave
/// the second-level cache.
inline constexpr Index most_dense_columns = 4000, most_sparse_columns = 500;
inline Index most_columns(const Design& design) {
  return design.kind() == "dense" ? most_dense_columns : most_sparse_columns;
}

/// The moments of all samples, whatever the design; none where a sparse one came by columns alone, or where less than
/// `least_spread` is left of one of its columns.
std::optional<SecondMoments> moments_of(const Problem& problem, double least_spread, Team& team);

}  // namespace gist::cpu
