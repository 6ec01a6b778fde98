#include "gist/data/balanced_ranges.hpp"

#include <algorithm>

namespace gist {

std::vector<Index> balanced_ranges(std::span<const Index> index, Index positions, Offset wanted) {
  if (wanted <= 1) return {positions};
  constexpr std::size_t samples = 1 << 12;
  const std::size_t stride = index.size() / samples + 1;
  std::vector<Index> sample;
  sample.reserve(index.size() / stride + 1);
  for (std::size_t k = 0; k < index.size(); k += stride) sample.push_back(index[k]);
  std::sort(sample.begin(), sample.end());
  std::vector<Index> ends;
  if (sample.empty()) wanted = 1;
  for (Offset r = 1; r < wanted; ++r) {
    const Index end = sample[sample.size() * static_cast<std::size_t>(r) / static_cast<std::size_t>(wanted)];
    if (end > (ends.empty() ? 0 : ends.back())) ends.push_back(end);
  }
  ends.push_back(positions);
  return ends;
}

}  // namespace gist
