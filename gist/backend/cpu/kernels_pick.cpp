#include "gist/backend/cpu/kernels_pick.hpp"

// The body below is compiled once per instruction set.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "gist/backend/cpu/kernels_pick.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace gist::cpu {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// Which entries count is as good as random: no branch may depend on it.
std::size_t find_chosen_of(const Index* index, std::size_t n, const std::uint32_t* bits, std::int32_t* out) {
  const hn::CappedTag<std::int32_t, 16> tag;
  const std::size_t lanes = hn::Lanes(tag);
  const auto* const words = reinterpret_cast<const std::int32_t*>(bits);
  const auto one = hn::Set(tag, 1), low = hn::Set(tag, 31);
  std::size_t found = 0, k = 0;
  for (; k + lanes <= n; k += lanes) {
    const auto column = hn::LoadU(tag, index + k);
    const auto word = hn::GatherIndex(tag, words, hn::ShiftRight<5>(column));
    const auto bit = hn::And(word, hn::Shl(one, hn::And(column, low)));
    const auto is_chosen = hn::Ne(bit, hn::Zero(tag));
    // Not CompressStore: on some processors that instruction takes a hundred cycles where it writes to memory.
    hn::StoreU(hn::Compress(hn::Iota(tag, static_cast<std::int32_t>(k)), is_chosen), tag, out + found);
    found += hn::CountTrue(tag, is_chosen);
  }
  for (; k < n; ++k) {
    out[found] = static_cast<std::int32_t>(k);
    found += bits[static_cast<std::size_t>(index[k]) / 32] >> (index[k] % 32) & 1;
  }
  return found;
}

}  // namespace HWY_NAMESPACE
}  // namespace gist::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace gist::cpu {

HWY_EXPORT(find_chosen_of);

std::size_t find_chosen(const Index* index, std::size_t n, const std::uint32_t* bits, std::int32_t* out) {
  return HWY_DYNAMIC_DISPATCH(find_chosen_of)(index, n, bits, out);
}

}  // namespace gist::cpu
#endif  // HWY_ONCE
