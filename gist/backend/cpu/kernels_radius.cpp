#include "gist/backend/cpu/kernels_radius.hpp"

// The body below is compiled once per instruction set.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "gist/backend/cpu/kernels_radius.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace gist::cpu {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

Index* list_above_of(const ColumnReach& columns, const Radius& radius, double limit, Index begin, Index end,
                     Index* to) {
  const hn::ScalableTag<double> doubles;
  const auto lanes = static_cast<Index>(hn::Lanes(doubles));
  const auto two = hn::Set(doubles, radius.two), max = hn::Set(doubles, radius.max), most = hn::Set(doubles, limit);
  const auto below = [&](Index j) {
    const auto change =
        hn::Min(hn::Mul(hn::LoadU(doubles, columns.two + j), two), hn::Mul(hn::LoadU(doubles, columns.one + j), max));
    return hn::Le(hn::Add(hn::LoadU(doubles, columns.size + j), change), most);
  };
  Index j = begin;
  while (j < end) {
    for (; j + 2 * lanes <= end; j += 2 * lanes) {
      if (!hn::AllTrue(doubles, hn::And(below(j), below(j + lanes)))) break;
    }
    const Index stretch = end < j + 2 * lanes ? end : j + 2 * lanes;
    for (; j < stretch; ++j) {
      if (!(columns.at(static_cast<std::size_t>(j), radius) <= limit)) *to++ = j;
    }
  }
  return to;
}

}  // namespace HWY_NAMESPACE
}  // namespace gist::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace gist::cpu {

HWY_EXPORT(list_above_of);

Index* list_above(const ColumnReach& columns, const Radius& radius, double limit, Index begin, Index end, Index* to) {
  return HWY_DYNAMIC_DISPATCH(list_above_of)(columns, radius, limit, begin, end, to);
}

}  // namespace gist::cpu
#endif  // HWY_ONCE
