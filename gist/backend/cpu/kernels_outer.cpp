#include "gist/backend/cpu/kernels_outer.hpp"

// The body below is compiled once per instruction set.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "gist/backend/cpu/kernels_outer.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace gist::cpu {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

std::size_t left_width_of() { return 3 * hn::Lanes(hn::ScalableTag<double>()); }

void add_outer_products_of(const double* left, const double* right, std::size_t n, double* out, std::size_t stride) {
  const hn::ScalableTag<double> doubles;
  using V = hn::VFromD<decltype(doubles)>;
  const std::size_t lanes = hn::Lanes(doubles), width = 3 * lanes;
  V s00 = hn::Zero(doubles), s10 = s00, s20 = s00, s01 = s00, s11 = s00, s21 = s00;
  V s02 = s00, s12 = s00, s22 = s00, s03 = s00, s13 = s00, s23 = s00;
  for (std::size_t k = 0; k < n; ++k) {
    const double* const a = left + k * width;
    const double* const b = right + k * right_width;
    const V a0 = hn::LoadU(doubles, a), a1 = hn::LoadU(doubles, a + lanes), a2 = hn::LoadU(doubles, a + 2 * lanes);
    const V b0 = hn::Set(doubles, b[0]), b1 = hn::Set(doubles, b[1]);
    s00 = hn::MulAdd(a0, b0, s00), s10 = hn::MulAdd(a1, b0, s10), s20 = hn::MulAdd(a2, b0, s20);
    s01 = hn::MulAdd(a0, b1, s01), s11 = hn::MulAdd(a1, b1, s11), s21 = hn::MulAdd(a2, b1, s21);
    const V b2 = hn::Set(doubles, b[2]), b3 = hn::Set(doubles, b[3]);
    s02 = hn::MulAdd(a0, b2, s02), s12 = hn::MulAdd(a1, b2, s12), s22 = hn::MulAdd(a2, b2, s22);
    s03 = hn::MulAdd(a0, b3, s03), s13 = hn::MulAdd(a1, b3, s13), s23 = hn::MulAdd(a2, b3, s23);
  }
  const auto add = [&](std::size_t b, V v0, V v1, V v2) {
    double* const row = out + b * stride;
    hn::StoreU(hn::Add(hn::LoadU(doubles, row), v0), doubles, row);
    hn::StoreU(hn::Add(hn::LoadU(doubles, row + lanes), v1), doubles, row + lanes);
    hn::StoreU(hn::Add(hn::LoadU(doubles, row + 2 * lanes), v2), doubles, row + 2 * lanes);
  };
  add(0, s00, s10, s20);
  add(1, s01, s11, s21);
  add(2, s02, s12, s22);
  add(3, s03, s13, s23);
}

}  // namespace HWY_NAMESPACE
}  // namespace gist::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace gist::cpu {

HWY_EXPORT(left_width_of);
HWY_EXPORT(add_outer_products_of);

std::size_t left_width() { return HWY_DYNAMIC_DISPATCH(left_width_of)(); }

void add_outer_products(const double* left, const double* right, std::size_t n, double* out, std::size_t stride) {
  HWY_DYNAMIC_DISPATCH(add_outer_products_of)(left, right, n, out, stride);
}

}  // namespace gist::cpu
#endif  // HWY_ONCE
