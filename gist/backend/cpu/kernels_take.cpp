#include "gist/backend/cpu/kernels_take.hpp"

// The body below is compiled once per instruction set.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "gist/backend/cpu/kernels_take.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace gist::cpu {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// `row` null for a dense column.
template <class Value>
HWY_INLINE double take_column_in(const Value* value, const Index* row, std::size_t n, const float* factor, double scale,
                                 float* to) {
  const hn::ScalableTag<double> doubles;
  const hn::Rebind<float, decltype(doubles)> floats;
  const hn::Rebind<std::int32_t, decltype(doubles)> indices;
  const std::size_t lanes = hn::Lanes(doubles);
  const auto by = hn::Set(floats, static_cast<float>(scale));
  auto squares = hn::Zero(doubles);
  std::size_t k = 0;
  for (; k + lanes <= n; k += lanes) {
    const auto of_row =
        row == nullptr ? hn::LoadU(floats, factor + k) : hn::GatherIndex(floats, factor, hn::LoadU(indices, row + k));
    hn::VFromD<decltype(floats)> v;
    if constexpr (sizeof(Value) == sizeof(double))
      v = hn::DemoteTo(floats, hn::LoadU(doubles, value + k));
    else
      v = hn::LoadU(floats, value + k);
    const auto taken = hn::Mul(hn::Mul(v, by), of_row);
    hn::StoreU(taken, floats, to + k);
    const auto exact = hn::PromoteTo(doubles, taken);
    squares = hn::MulAdd(exact, exact, squares);
  }
  double sum = hn::GetLane(hn::SumOfLanes(doubles, squares));
  for (; k < n; ++k) {
    to[k] = static_cast<float>(value[k]) * static_cast<float>(scale) *
            factor[row == nullptr ? static_cast<Index>(k) : row[k]];
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
