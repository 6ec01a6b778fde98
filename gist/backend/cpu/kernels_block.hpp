#pragma once

#include <cstddef>

#include "gist/data/storage.hpp"

namespace gist::cpu {

/// sum_k a_k u[row_k] over n entries, in vector instructions chosen at run time; single precision throughout.
float gathered_dot(const float* a, const Index* row, std::size_t n, const float* u);

/// sum_k a_k u_k
float contiguous_dot(const float* a, std::size_t n, const float* u);

/// u_k += by a_k
void contiguous_add(const float* a, std::size_t n, float by, float* u);

}  // namespace gist::cpu
