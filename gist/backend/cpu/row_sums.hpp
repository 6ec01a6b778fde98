#pragma once

#include "gist/backend/cpu/kernels.hpp"
#include "gist/core/team.hpp"
#include "gist/data/storage.hpp"

namespace gist::cpu {

/// Sums over every column of a matrix that is there by rows only: each row adds its entries where they belong. On one
/// thread that takes little longer than reading columns would, as long as the sums stay in a cache, and saves
/// transposing. Threads take a range of columns each, so that every sum is taken in the order of the rows: the same
/// bits on any number of them.

/// out_j = sum_i x_i v_ij or sum_i x_i v_ij^2; x null for all ones.
template <class Value>
void sum_columns_by_rows(const Compressed<Value>& rows, Index columns, Power power, const double* x, double* out,
                         Team& team);

/// Both at once: first_j = sum_i x_i v_ij and second_j = sum_i s_i v_ij^2, from one reading.
template <class Value>
void sum_columns_by_rows(const Compressed<Value>& rows, Index columns, const double* x, const double* s, double* first,
                         double* second, Team& team);

}  // namespace gist::cpu
