#include "gist/backend/cpu/kernels_active.hpp"

// The body below is compiled once per instruction set.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "gist/backend/cpu/kernels_active.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace gist::cpu {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

Index* list_nonzeros_of(const double* w, Index begin, Index end, Index* to) {
  const hn::ScalableTag<double> doubles;
  const auto zero = hn::Zero(doubles);
  const auto lanes = static_cast<Index>(hn::Lanes(doubles));
  const auto is_zero = [&](Index j) { return hn::Eq(hn::LoadU(doubles, w + j), zero); };
  // Written whether it counts or not: no branch to guess wrong.
  const auto list = [&](Index from, Index until) {
    for (Index j = from; j < until; ++j) {
      *to = j;
      to += w[j] != 0 ? 1 : 0;
    }
  };
  Index j = begin;
  for (; j + 4 * lanes <= end; j += 4 * lanes) {
    const auto zeros =
        hn::And(hn::And(is_zero(j), is_zero(j + lanes)), hn::And(is_zero(j + 2 * lanes), is_zero(j + 3 * lanes)));
    if (!hn::AllTrue(doubles, zeros)) list(j, j + 4 * lanes);
  }
  list(j, end);
  return to;
}

}  // namespace HWY_NAMESPACE
}  // namespace gist::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace gist::cpu {

HWY_EXPORT(list_nonzeros_of);

Index* list_nonzeros(const double* w, Index begin, Index end, Index* to) {
  return HWY_DYNAMIC_DISPATCH(list_nonzeros_of)(w, begin, end, to);
}

}  // namespace gist::cpu
#endif  // HWY_ONCE
