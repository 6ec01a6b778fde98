#include "gist/backend/cpu/kernels_still.hpp"

#include <cmath>

// The body below is compiled once per instruction set.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "gist/backend/cpu/kernels_still.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace gist::cpu {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

std::size_t first_moving_of(const double* w, const double* g, double scale, double reach, std::size_t begin,
                            std::size_t end) {
  const hn::ScalableTag<double> doubles;
  const auto zero = hn::Zero(doubles), scales = hn::Set(doubles, scale), limit = hn::Set(doubles, reach);
  const std::size_t lanes = hn::Lanes(doubles);
  const auto still = [&](std::size_t j) {
    const auto size = hn::Abs(hn::Mul(hn::LoadU(doubles, g + j), scales));
    return hn::And(hn::Eq(hn::LoadU(doubles, w + j), zero), hn::Le(size, limit));
  };
  std::size_t j = begin;
  for (; j + 4 * lanes <= end; j += 4 * lanes) {
    const auto all = hn::And(hn::And(still(j), still(j + lanes)), hn::And(still(j + 2 * lanes), still(j + 3 * lanes)));
    if (!hn::AllTrue(doubles, all)) break;
  }
  while (j < end && w[j] == 0 && std::abs(g[j] * scale) <= reach) ++j;
  return j;
}

}  // namespace HWY_NAMESPACE
}  // namespace gist::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace gist::cpu {

HWY_EXPORT(first_moving_of);

std::size_t first_moving(const double* w, const double* g, double scale, double reach, std::size_t begin,
                         std::size_t end) {
  return HWY_DYNAMIC_DISPATCH(first_moving_of)(w, g, scale, reach, begin, end);
}

}  // namespace gist::cpu
#endif  // HWY_ONCE
