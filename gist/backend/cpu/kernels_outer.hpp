#pragma once

#include <cstddef>

namespace gist::cpu {

/// Products of all columns of one panel with all of another, the heart of X'X. A panel holds some columns side by side,
/// sample after sample: entry (k, a) at [k * width + a].
///   out[b * stride + a] += sum_k left[k * left_width() + a] right[k * right_width + b]
/// Every number read takes part in as many products as the other panel is wide, all of them in registers.
void add_outer_products(const double* left, const double* right, std::size_t n, double* out, std::size_t stride);

inline constexpr std::size_t right_width = 4;
/// Three vectors of the instruction set that is used.
std::size_t left_width();

}  // namespace gist::cpu
