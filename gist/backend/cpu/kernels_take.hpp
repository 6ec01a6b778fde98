#pragma once

#include <cstddef>

#include "gist/data/storage.hpp"

namespace gist::cpu {

/// to_k = value_k * scale * factor[row_k], in single precision; returns the sum of their squares.
double take_column(const double* value, const Index* row, std::size_t n, const float* factor, double scale, float* to);
double take_column(const float* value, const Index* row, std::size_t n, const float* factor, double scale, float* to);
/// The same of a dense column: row_k is k.
double take_column(const double* value, std::size_t n, const float* factor, double scale, float* to);
double take_column(const float* value, std::size_t n, const float* factor, double scale, float* to);

}  // namespace gist::cpu
