#include "gist/backend/cpu/kernels_take.hpp"

// The body below is compiled once per instruction set.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "gist/backend/cpu/kernels_take.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "gist/backend/cpu/scattered-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace gist::cpu {
namespace HWY_NAMESPACE {

/// `row` null for a dense column.
template <class Value>
HWY_INLINE double take_column_in(const Value* value, const Index* row, std::size_t n, const float* factor, double scale,
                                 float* to) {
  constexpr std::size_t lanes = 4;
  const auto by = static_cast<float>(scale);
  Four even = {}, odd = {};
  const auto take_four = [&](std::size_t k, Four& squares) HWY_ATTR {
    FourFloats v, of_row;
    load_values(value + k, v);
    if (row == nullptr)
      load_values(factor + k, of_row);
    else
      load_scattered(factor, row + k, of_row);
    v = v * by * of_row;
    std::memcpy(to + k, &v, sizeof v);
    const auto exact = __builtin_convertvector(v, Four);
    squares += exact * exact;
  };
  std::size_t k = 0;
  for (; k + 2 * lanes <= n; k += 2 * lanes) {
    take_four(k, even);
    take_four(k + lanes, odd);
  }
  if (k + lanes <= n) {
    take_four(k, even);
    k += lanes;
  }
  even += odd;
  double sum = (even[0] + even[1]) + (even[2] + even[3]);
  for (; k < n; ++k) {
    to[k] = static_cast<float>(value[k]) * by * factor[row == nullptr ? static_cast<Index>(k) : row[k]];
    sum += static_cast<double>(to[k]) * static_cast<double>(to[k]);
  }
  return sum;
}

double take_column_of_double(const double* value, const Index* row, std::size_t n, const float* factor, double scale,
                             float* to) {
  return take_column_in(value, row, n, factor, scale, to);
}
double take_column_of_float(const float* value, const Index* row, std::size_t n, const float* factor, double scale,
                            float* to) {
  return take_column_in(value, row, n, factor, scale, to);
}

}  // namespace HWY_NAMESPACE
}  // namespace gist::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace gist::cpu {

HWY_EXPORT(take_column_of_double);
HWY_EXPORT(take_column_of_float);

double take_column(const double* value, const Index* row, std::size_t n, const float* factor, double scale, float* to) {
  return HWY_DYNAMIC_DISPATCH(take_column_of_double)(value, row, n, factor, scale, to);
}
double take_column(const float* value, const Index* row, std::size_t n, const float* factor, double scale, float* to) {
  return HWY_DYNAMIC_DISPATCH(take_column_of_float)(value, row, n, factor, scale, to);
}
double take_column(const double* value, std::size_t n, const float* factor, double scale, float* to) {
  return HWY_DYNAMIC_DISPATCH(take_column_of_double)(value, nullptr, n, factor, scale, to);
}
double take_column(const float* value, std::size_t n, const float* factor, double scale, float* to) {
  return HWY_DYNAMIC_DISPATCH(take_column_of_float)(value, nullptr, n, factor, scale, to);
}

}  // namespace gist::cpu
#endif  // HWY_ONCE
