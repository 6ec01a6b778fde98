// Included once per instruction set by the kernels that need it, inside HWY_BEFORE_NAMESPACE(); so no #pragma once.
#if defined(GIST_SCATTERED_INL_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef GIST_SCATTERED_INL_HPP
#undef GIST_SCATTERED_INL_HPP
#else
#define GIST_SCATTERED_INL_HPP
#endif

#include <bit>
#include <cstdint>
#include <cstring>

#include "gist/data/storage.hpp"

HWY_BEFORE_NAMESPACE();
namespace gist::cpu {
namespace HWY_NAMESPACE {
namespace {

/// Four numbers from wherever they are. The compiler's vectors rather than Highway's: what matters is how one is put
/// together. Loads and inserts beat the gather instruction, by far on the processors whose microcode makes that one
/// wait for the sake of safety, and every compiler knows them for every machine.
using Four [[gnu::vector_size(4 * sizeof(double))]] = double;
using FourFloats [[gnu::vector_size(4 * sizeof(float))]] = float;

HWY_INLINE void load_values(const double* from, Four& to) { std::memcpy(&to, from, sizeof to); }
HWY_INLINE void load_values(const float* from, FourFloats& to) { std::memcpy(&to, from, sizeof to); }
HWY_INLINE void load_values(const double* from, FourFloats& to) {
  Four wide;
  load_values(from, wide);
  to = __builtin_convertvector(wide, FourFloats);
}
HWY_INLINE void load_values(const float* from, Four& to) {
  FourFloats narrow;
  load_values(from, narrow);
  to = __builtin_convertvector(narrow, Four);
}

/// Positions come a word at a time and are cut apart in registers: one by one they would take as many loads as x does.
HWY_INLINE void load_scattered(const double* x, const std::uint16_t* position, Four& to) {
  if constexpr (std::endian::native != std::endian::little) {
    to = Four{x[position[0]], x[position[1]], x[position[2]], x[position[3]]};
  } else {
    std::uint64_t four;
    std::memcpy(&four, position, sizeof four);
    to = Four{x[four & 0xffff], x[four >> 16 & 0xffff], x[four >> 32 & 0xffff], x[four >> 48]};
  }
}
HWY_INLINE void load_scattered(const double* x, const Index* position, Four& to) {
  to = Four{x[position[0]], x[position[1]], x[position[2]], x[position[3]]};
}
HWY_INLINE void load_scattered(const float* x, const Index* position, FourFloats& to) {
  to = FourFloats{x[position[0]], x[position[1]], x[position[2]], x[position[3]]};
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace gist::cpu
HWY_AFTER_NAMESPACE();

#endif
