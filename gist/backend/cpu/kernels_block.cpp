#include "gist/backend/cpu/kernels_block.hpp"

// The body below is compiled once per instruction set.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "gist/backend/cpu/kernels_block.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace gist::cpu {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

float gathered_dot_of(const float* a, const Index* row, std::size_t n, const float* u) {
  const hn::CappedTag<float, 8> floats;
  const hn::RebindToSigned<decltype(floats)> indices;
  const std::size_t lanes = hn::Lanes(floats);
  auto even = hn::Zero(floats), odd = even;
  std::size_t k = 0;
  for (; k + 2 * lanes <= n; k += 2 * lanes) {
    even = hn::MulAdd(hn::LoadU(floats, a + k), hn::GatherIndex(floats, u, hn::LoadU(indices, row + k)), even);
    odd = hn::MulAdd(hn::LoadU(floats, a + k + lanes), hn::GatherIndex(floats, u, hn::LoadU(indices, row + k + lanes)),
                     odd);
  }
  float sum = hn::GetLane(hn::SumOfLanes(floats, hn::Add(even, odd)));
  for (; k < n; ++k) sum += a[k] * u[row[k]];
  return sum;
}

float contiguous_dot_of(const float* a, std::size_t n, const float* u) {
  const hn::ScalableTag<float> floats;
  const std::size_t lanes = hn::Lanes(floats);
  auto even = hn::Zero(floats), odd = even;
  std::size_t k = 0;
  for (; k + 2 * lanes <= n; k += 2 * lanes) {
    even = hn::MulAdd(hn::LoadU(floats, a + k), hn::LoadU(floats, u + k), even);
    odd = hn::MulAdd(hn::LoadU(floats, a + k + lanes), hn::LoadU(floats, u + k + lanes), odd);
  }
  float sum = hn::GetLane(hn::SumOfLanes(floats, hn::Add(even, odd)));
  for (; k < n; ++k) sum += a[k] * u[k];
  return sum;
}

void contiguous_add_of(const float* a, std::size_t n, float by, float* u) {
  const hn::ScalableTag<float> floats;
  const std::size_t lanes = hn::Lanes(floats);
  const auto factor = hn::Set(floats, by);
  std::size_t k = 0;
  for (; k + lanes <= n; k += lanes)
    hn::StoreU(hn::MulAdd(factor, hn::LoadU(floats, a + k), hn::LoadU(floats, u + k)), floats, u + k);
  for (; k < n; ++k) u[k] += by * a[k];
}

}  // namespace HWY_NAMESPACE
}  // namespace gist::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace gist::cpu {

HWY_EXPORT(gathered_dot_of);
HWY_EXPORT(contiguous_dot_of);
HWY_EXPORT(contiguous_add_of);

float gathered_dot(const float* a, const Index* row, std::size_t n, const float* u) {
  return HWY_DYNAMIC_DISPATCH(gathered_dot_of)(a, row, n, u);
}
float contiguous_dot(const float* a, std::size_t n, const float* u) {
  return HWY_DYNAMIC_DISPATCH(contiguous_dot_of)(a, n, u);
}
void contiguous_add(const float* a, std::size_t n, float by, float* u) {
  HWY_DYNAMIC_DISPATCH(contiguous_add_of)(a, n, by, u);
}

}  // namespace gist::cpu
#endif  // HWY_ONCE
