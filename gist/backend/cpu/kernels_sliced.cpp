#include <bit>
#include <cstring>

#include "gist/backend/cpu/slices.hpp"

// The body below is compiled once per instruction set; docs/design/kernels.md has the measurements behind its choices.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "gist/backend/cpu/kernels_sliced.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace gist::cpu {
namespace HWY_NAMESPACE {
namespace {

constexpr Offset width = Slices::width;

constexpr Offset stream_ahead = 384;  // entries between use and prefetch of positions and values
constexpr Offset x_ahead = 192;       // the same for x: its position must be there by then
static_assert(x_ahead + width <= Slices::spare_entries);

/// Four lanes of a layer. The compiler's vectors rather than Highway's: what matters is how one is put together from
/// four scattered numbers. Loads and inserts beat the gather instruction, and every compiler knows them for every
/// machine.
using Four [[gnu::vector_size(4 * sizeof(double))]] = double;
using FourFloats [[gnu::vector_size(4 * sizeof(float))]] = float;

HWY_INLINE void load_values(const double* from, Four& to) { std::memcpy(&to, from, sizeof to); }
HWY_INLINE void load_values(const float* from, Four& to) {
  FourFloats narrow;
  std::memcpy(&narrow, from, sizeof narrow);
  to = __builtin_convertvector(narrow, Four);
}

/// Positions come a word at a time and are cut apart in registers: one by one they would take as many loads as x does.
HWY_INLINE void load_x(const double* x, const std::uint16_t* position, Four& to) {
  if constexpr (std::endian::native != std::endian::little) {
    to = Four{x[position[0]], x[position[1]], x[position[2]], x[position[3]]};
  } else {
    std::uint64_t four;
    std::memcpy(&four, position, sizeof four);
    to = Four{x[four & 0xffff], x[four >> 16 & 0xffff], x[four >> 32 & 0xffff], x[four >> 48]};
  }
}
HWY_INLINE void load_x(const double* x, const Index* position, Four& to) {
  to = Four{x[position[0]], x[position[1]], x[position[2]], x[position[3]]};
}

template <class Position, class Value>
void sum_slices_of(const Slices& slices, const Slices::Entries<Position, Value>& entries, const double* x, double* out,
                   Offset begin, Offset end) {
  constexpr bool x_is_far = sizeof(Position) == sizeof(Index);  // more than half a megabyte of it
  for (Offset s = begin; s < end; ++s) {
    const Position* position = entries.position.get() + slices.start[static_cast<std::size_t>(s)] * width;
    const Position* const last = entries.position.get() + slices.start[static_cast<std::size_t>(s) + 1] * width;
    const Value* value = entries.value.get() + slices.start[static_cast<std::size_t>(s)] * width;
    Four sums[width / 4] = {}, v, f;
    for (; position < last; position += width, value += width) {
      __builtin_prefetch(position + stream_ahead);
      __builtin_prefetch(value + stream_ahead);
      if constexpr (x_is_far) {
        for (Offset lane = 0; lane < width; ++lane) __builtin_prefetch(x + position[x_ahead + lane], 0, 2);
      }
      for (Offset q = 0; q < width / 4; ++q) {
        load_values(value + 4 * q, v);
        load_x(x, position + 4 * q, f);
        sums[q] += v * f;
      }
    }
    double sum[width];
    std::memcpy(sum, sums, sizeof sum);
    const Index* const line = slices.lines_of(s);
    if (s < slices.long_lines) {
      for (Offset half = width / 2; half > 0; half /= 2) {
        for (Offset lane = 0; lane < half; ++lane) sum[lane] += sum[lane + half];
      }
      out[*line] = sum[0];
    } else {
      for (Offset lane = 0; lane < width; ++lane) out[line[lane]] = sum[lane];
    }
  }
}

}  // namespace

void sum_slices_here(const Slices& slices, const double* x, double* out, Offset begin, Offset end) {
  std::visit([&](const auto& entries) { sum_slices_of(slices, entries, x, out, begin, end); }, slices.entries);
}

}  // namespace HWY_NAMESPACE
}  // namespace gist::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace gist::cpu {

HWY_EXPORT(sum_slices_here);

void sum_slices(const Slices& slices, const double* x, double* out, Offset begin, Offset end) {
  HWY_DYNAMIC_DISPATCH(sum_slices_here)(slices, x, out, begin, end);
}

}  // namespace gist::cpu
#endif  // HWY_ONCE
