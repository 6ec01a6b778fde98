#pragma once

#include <span>
#include <vector>

#include "gist/backend/cpu/row_sums.hpp"
#include "gist/core/team.hpp"
#include "gist/data/design.hpp"

/// Products with the design X (n x d) on threads. Sums are taken in double whatever the stored precision, and have the
/// same bits for any size of team: each element of a result is computed by one task, in an order that depends on the
/// matrix and the vector alone. Small matrices are left to the calling thread. Sizes of the spans are the caller's
/// duty.
///
/// A sparse design that is asked for many products should hold both orientations (complete() in
/// gist/data/transpose.hpp); the product along a missing one scatters (row_sums.hpp).
namespace gist::cpu {

/// out = X w, with n elements. Allocates nothing. Where w has few non-zeros only their columns are read; says whether
/// all of X was.
bool multiply(const Design& design, std::span<const double> w, std::span<double> out, Team& team);

/// out = X' r, with d elements. Allocates nothing but, for a large design that is there by rows alone, its cuts, which
/// are for the sums that follow, where the caller keeps them.
void multiply_transposed(const Design& design, std::span<const double> r, std::span<double> out, Team& team,
                         RowCuts* cuts = nullptr);

/// out_j = (X' r)_j for the columns j of `columns`, ascending; the rest of out is left alone. A sparse design must hold
/// its columns.
void multiply_transposed_some(const Design& design, std::span<const Index> columns, std::span<const double> r,
                              std::span<double> out, Team& team);

/// out_j = sum_i s_i x_ij^2; an empty sample_weight stands for all ones. Allocates nothing.
void column_squares(const Design& design, std::span<const double> sample_weight, std::span<double> out, Team& team);

/// product = X' r and squares_j = sum_i s_i x_ij^2, from one reading where the design is there by rows alone.
void product_and_squares(const Design& design, std::span<const double> r, std::span<const double> sample_weight,
                         std::span<double> product, std::span<double> squares, Team& team, RowCuts* cuts = nullptr);

/// out += by x_j, on the calling thread. A sparse design must hold its columns.
void add_column(const Design& design, Index j, double by, std::span<double> out);
/// out = sum_k by_k x_(columns_k); a sparse design must hold its columns.
void combine_some(const Design& design, std::span<const Index> columns, std::span<const double> by,
                  std::span<double> out, Team& team);

struct ColumnMoments {
  std::vector<double> sum;             ///< sum_i s_i x_ij
  std::vector<double> sum_of_squares;  ///< sum_i s_i x_ij^2
};

/// Both moments of every column, for means and variances; an empty sample_weight stands for all ones.
ColumnMoments column_moments(const Design& design, std::span<const double> sample_weight, Team& team);

}  // namespace gist::cpu
