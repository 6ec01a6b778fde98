#pragma once

#include <cstdint>

#include "gist/data/storage.hpp"

namespace gist::cpu {

/// What a line or column sums over its entries v_k at positions i_k: v x_i, or v^2 x_i.
enum class Power { first, second };

/// A compressed matrix as the loops see it. `entries` is the length of index and value: loops may read past the end of
/// a line as long as they stay below it.
template <class Value>
struct Lines {
  const Offset* start;
  const Index* index;
  const Value* value;
  Offset entries;
};

/// out[i] = sum over line i, for i in [begin, end). x has `positions` elements; null stands for all ones.
/// Instructions are chosen at run time, once per call.
void sum_lines(const Lines<double>& lines, Power power, const double* x, Index positions, double* out, Index begin,
               Index end);
void sum_lines(const Lines<float>& lines, Power power, const double* x, Index positions, double* out, Index begin,
               Index end);

/// out[i] = sum of v x over line i for the `count` lines that are chosen: what sum_lines writes there, to the last bit.
void sum_chosen_lines(const Lines<double>& lines, const double* x, Index positions, const Index* chosen, Offset count,
                      double* out);
void sum_chosen_lines(const Lines<float>& lines, const double* x, Index positions, const Index* chosen, Offset count,
                      double* out);

/// The same over the columns of a dense matrix with `rows` rows.
void sum_columns(const double* matrix, Index rows, Power power, const double* x, double* out, Index begin, Index end);
void sum_columns(const float* matrix, Index rows, Power power, const double* x, double* out, Index begin, Index end);

void sum_chosen_columns(const double* matrix, Index rows, const double* x, const Index* chosen, Offset count,
                        double* out);
void sum_chosen_columns(const float* matrix, Index rows, const double* x, const Index* chosen, Offset count,
                        double* out);

/// out[i] = sum_j matrix[i, j] w[j] for the rows i in [begin, end), passing over columns with w[j] == 0.
void combine_columns(const double* matrix, Index rows, Index columns, const double* w, double* out, Index begin,
                     Index end);
void combine_columns(const float* matrix, Index rows, Index columns, const double* w, double* out, Index begin,
                     Index end);

}  // namespace gist::cpu
