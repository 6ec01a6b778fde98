#pragma once

#include <cstddef>

#include "gist/data/storage.hpp"

namespace gist::cpu {

/// sum_k a_k u[row_k] over n entries, in vector instructions chosen at run time; single precision throughout.
float gathered_dot(const float* a, const Index* row, std::size_t n, const float* u);

/// u[row_k] += by a_k; no row twice.
void scattered_add(const float* a, const Index* row, std::size_t n, float by, float* u);

/// sum_k a_k u_k
float contiguous_dot(const float* a, std::size_t n, const float* u);
double contiguous_dot(const double* a, std::size_t n, const double* u);

/// u_k += by a_k
void contiguous_add(const float* a, std::size_t n, float by, float* u);
void contiguous_add(const double* a, std::size_t n, double by, double* u);
/// u_k += by_0 a_0[k] + by_1 a_1[k] + by_2 a_2[k] + by_3 a_3[k]: four at once, and u is read and written once.
void add_four(const double* const* a, std::size_t n, const double* by, double* u);

/// out[4 a + b] = sum_k x_a[k] y_b[k] for four columns x and four y: sixteen products for eight reads.
void tile_products(const float* const* x, const float* const* y, std::size_t n, double* out);
/// The same with no sum in single precision.
void exact_tile_products(const float* const* x, const float* const* y, std::size_t n, double* out);

}  // namespace gist::cpu
