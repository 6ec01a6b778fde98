#pragma once

#include <cstddef>

#include "gist/data/storage.hpp"

namespace gist::cpu {

/// From where to measure a column that is there in full, beside an intercept: 0, or its mean where that is many times
/// its spread (years, temperatures in kelvin, times since 1970). A column and the same column shifted are one and the
/// same to a model with an intercept, but the square of such a mean leaves nothing of the spread in single precision,
/// and not much in double. The mean is weighted by factor^2, which is what the curvature of the model is made with.
/// `row` is null for a dense column.
template <class Value>
double column_origin(const Value* value, const Index* row, std::size_t n, const float* factor);

/// take_column (kernels_take.hpp) of a column measured from `origin`.
template <class Value>
double take_column_from(double origin, const Value* value, const Index* row, std::size_t n, const float* factor,
                        double scale, float* to);

}  // namespace gist::cpu
