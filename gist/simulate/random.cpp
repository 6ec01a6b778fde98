#include "gist/simulate/random.hpp"

#include <cassert>
#include <cmath>

#include "gist/simulate/portable_math.hpp"

namespace gist {
namespace {

constexpr std::uint64_t golden = 0x9e3779b97f4a7c15U;

/// The finaliser of SplitMix64: every bit of the input reaches every bit of the output.
constexpr std::uint64_t mix(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31);
}

}  // namespace

Random::Random(std::uint64_t seed, std::uint64_t purpose, std::uint64_t stream) {
  // Mixed one after the other, not added up: seed 1, stream 2 must not be seed 2, stream 1.
  std::uint64_t counter = mix(mix(mix(seed + golden) + purpose + golden) + stream + golden);
  for (auto& word : state_) word = mix(counter += golden);
}

std::uint64_t Random::below(std::uint64_t count) {
  assert(count >= 1);
  const std::uint64_t uneven = (0 - count) % count;  // 2^64 mod count: so many of the lowest values are one too many
  for (;;) {
    const std::uint64_t x = bits();
    if (x >= uneven) return x % count;
  }
}

double Random::normal() {
  if (has_spare_) {
    has_spare_ = false;
    return spare_;
  }
  for (;;) {
    const double u = 2 * uniform() - 1, v = 2 * uniform() - 1;
    const double square = u * u + v * v;
    if (square >= 1 || square == 0) continue;
    const double stretch = std::sqrt(-2 * portable_log(square) / square);
    spare_ = v * stretch;
    has_spare_ = true;
    return u * stretch;
  }
}

double Random::exponential() { return -portable_log(1 - uniform()); }

}  // namespace gist
