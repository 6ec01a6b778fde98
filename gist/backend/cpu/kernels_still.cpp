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

/// How far from `begin` on all are still, by so many lanes at a time.
template <class Doubles, class Still>
std::size_t pass_over(Doubles doubles, std::size_t begin, std::size_t end, Still&& still) {
  const std::size_t lanes = hn::Lanes(doubles);
  std::size_t j = begin;
  for (; j + 4 * lanes <= end; j += 4 * lanes) {
    const auto all = hn::And(hn::And(still(j), still(j + lanes)), hn::And(still(j + 2 * lanes), still(j + 3 * lanes)));
    if (!hn::AllTrue(doubles, all)) break;
  }
  return j;
}

std::size_t first_moving_of(const double* w, const double* g, double scale, double reach, std::size_t begin,
                            std::size_t end) {
  const hn::ScalableTag<double> doubles;
  const auto zero = hn::Zero(doubles), scales = hn::Set(doubles, scale), limit = hn::Set(doubles, reach);
  std::size_t j = pass_over(doubles, begin, end, [&](std::size_t k) HWY_ATTR {
    const auto size = hn::Abs(hn::Mul(hn::LoadU(doubles, g + k), scales));
    return hn::And(hn::Eq(hn::LoadU(doubles, w + k), zero), hn::Le(size, limit));
  });
  while (j < end && w[j] == 0 && std::abs(g[j] * scale) <= reach) ++j;
  return j;
}

std::size_t first_moving_each_of(const double* w, const double* g, const double* reach, std::size_t begin,
                                 std::size_t end) {
  const hn::ScalableTag<double> doubles;
  const auto zero = hn::Zero(doubles);
  std::size_t j = pass_over(doubles, begin, end, [&](std::size_t k) HWY_ATTR {
    const auto size = hn::Abs(hn::LoadU(doubles, g + k));
    return hn::And(hn::Eq(hn::LoadU(doubles, w + k), zero), hn::Lt(size, hn::LoadU(doubles, reach + k)));
  });
  while (j < end && w[j] == 0 && std::abs(g[j]) < reach[j]) ++j;
  return j;
}

}  // namespace HWY_NAMESPACE
}  // namespace gist::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace gist::cpu {

HWY_EXPORT(first_moving_of);
HWY_EXPORT(first_moving_each_of);

std::size_t first_moving(const double* w, const double* g, double scale, double reach, std::size_t begin,
                         std::size_t end) {
  return HWY_DYNAMIC_DISPATCH(first_moving_of)(w, g, scale, reach, begin, end);
}

std::size_t first_moving(const double* w, const double* g, const double* reach, std::size_t begin, std::size_t end) {
  return HWY_DYNAMIC_DISPATCH(first_moving_each_of)(w, g, reach, begin, end);
}

}  // namespace gist::cpu
#endif  // HWY_ONCE
