#include "gist/stability/halves.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include "gist/simulate/random.hpp"

namespace gist {
namespace {

constexpr std::uint64_t purpose = 0x68616c76;  // a stream of random numbers of its own: "halv"

}  // namespace

Halves draw_halves(std::size_t samples, std::span<const double> stratum, std::span<const double> weight,
                   std::uint64_t seed, std::uint64_t pair) {
  std::map<double, std::vector<Index>> strata;
  for (std::size_t i = 0; i < samples; ++i) {
    if (!weight.empty() && weight[i] == 0) continue;
    strata[stratum.empty() ? 0 : stratum[i]].push_back(static_cast<Index>(i));
  }
  Random random(seed, purpose, pair);
  Halves halves;
  std::optional<Index> odd;  // waits for that of another stratum, so that the halves stay equal
  for (auto& [number, members] : strata) {
    for (std::size_t k = members.size(); k > 1; --k) std::swap(members[k - 1], members[random.below(k)]);
    const std::size_t half = members.size() / 2;
    halves.first.insert(halves.first.end(), members.begin(), members.begin() + static_cast<std::ptrdiff_t>(half));
    halves.second.insert(halves.second.end(), members.begin() + static_cast<std::ptrdiff_t>(half),
                         members.begin() + static_cast<std::ptrdiff_t>(2 * half));
    if (members.size() % 2 == 0) continue;
    if (!odd) {
      odd = members.back();
      continue;
    }
    const bool swapped = random.below(2) == 1;
    halves.first.push_back(swapped ? members.back() : *odd);
    halves.second.push_back(swapped ? *odd : members.back());
    odd.reset();
  }
  std::sort(halves.first.begin(), halves.first.end());
  std::sort(halves.second.begin(), halves.second.end());
  return halves;
}

}  // namespace gist
