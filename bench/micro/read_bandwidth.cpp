#include "bench/micro/read_bandwidth.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "bench/micro/read_bandwidth.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <array>
#include <numeric>

#include "gist/core/chunks.hpp"

HWY_BEFORE_NAMESPACE();
namespace gist::bench {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

double sum(const double* from, std::size_t size) {
  const hn::ScalableTag<double> d;
  const std::size_t n = hn::Lanes(d);
  auto a = hn::Zero(d), b = a, c = a, e = a;
  std::size_t i = 0;
  for (; i + 4 * n <= size; i += 4 * n) {
    a = hn::Add(a, hn::LoadU(d, from + i));
    b = hn::Add(b, hn::LoadU(d, from + i + n));
    c = hn::Add(c, hn::LoadU(d, from + i + 2 * n));
    e = hn::Add(e, hn::LoadU(d, from + i + 3 * n));
  }
  double total = hn::GetLane(hn::SumOfLanes(d, hn::Add(hn::Add(a, b), hn::Add(c, e))));
  for (; i < size; ++i) total += from[i];
  return total;
}

}  // namespace HWY_NAMESPACE
}  // namespace gist::bench
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace gist::bench {

HWY_EXPORT(sum);

double read_all(std::span<const double> array, Team& team) {
  constexpr std::int64_t pieces = 64;
  std::array<double, pieces> part{};
  const Chunks chunks{static_cast<std::int64_t>(array.size()), static_cast<std::int64_t>(array.size()) / pieces + 1};
  team.run_chunks(chunks, [&](std::int64_t c, std::int64_t begin, std::int64_t end) {
    part[static_cast<std::size_t>(c)] =
        HWY_DYNAMIC_DISPATCH(sum)(array.data() + begin, static_cast<std::size_t>(end - begin));
  });
  return std::accumulate(part.begin(), part.end(), 0.0);
}

}  // namespace gist::bench
#endif  // HWY_ONCE
