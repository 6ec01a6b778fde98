#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

namespace gist::cpu {

/// visit(j) for every j of [begin, end) where x[j] is not 0. Coefficients are 0 in long runs: eight at a time are asked
/// whether anything is there.
template <class Visit>
void for_each_nonzero(const double* x, std::size_t begin, std::size_t end, Visit&& visit) {
  constexpr std::size_t together = 8;
  std::size_t j = begin;
  for (; j + together <= end; j += together) {
    std::uint64_t bits = 0;
    for (std::size_t k = 0; k < together; ++k) bits |= std::bit_cast<std::uint64_t>(x[j + k]);
    if (bits << 1 == 0) continue;  // but for signs
    for (std::size_t k = j; k < j + together; ++k) {
      if (x[k] != 0) visit(k);
    }
  }
  for (; j < end; ++j) {
    if (x[j] != 0) visit(j);
  }
}

}  // namespace gist::cpu
