#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace gist {

/// A seeded source of random numbers that gives the same numbers everywhere: xoshiro256** (Blackman and Vigna
/// 2018) for the bits, and distributions of our own, because those of the standard library differ between
/// implementations.
///
/// One seed opens any number of streams, told apart by a purpose and a number. Work that is shared out takes one
/// stream per row, so the rows come out the same whoever makes them and in whatever order.
class Random {
 public:
  explicit Random(std::uint64_t seed, std::uint64_t purpose = 0, std::uint64_t stream = 0);

  /// 64 random bits.
  std::uint64_t bits() {
    const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
    const std::uint64_t shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = std::rotl(state_[3], 45);
    return result;
  }

  /// Uniform on [0, 1): a multiple of 2^-53.
  double uniform() { return static_cast<double>(bits() >> 11) * 0x1p-53; }

  /// Uniform on {0, ..., count - 1}, without bias; count >= 1.
  std::uint64_t below(std::uint64_t count);

  /// Standard normal (Marsaglia's polar method).
  double normal();

  /// Exponential with mean 1.
  double exponential();

 private:
  std::array<std::uint64_t, 4> state_;
  double spare_ = 0;  // the polar method makes two at a time
  bool has_spare_ = false;
};

}  // namespace gist
