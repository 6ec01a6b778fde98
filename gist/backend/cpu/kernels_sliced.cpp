#include <cstring>

#include "gist/backend/cpu/kernels.hpp"
#include "gist/backend/cpu/slices.hpp"

// The body below is compiled once per instruction set; docs/design/kernels.md has the measurements behind its choices.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "gist/backend/cpu/kernels_sliced.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "gist/backend/cpu/scattered-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace gist::cpu {
namespace HWY_NAMESPACE {
namespace {

constexpr Offset width = Slices::width;

constexpr Offset stream_ahead = 384;  // entries between use and prefetch of positions and values
constexpr Offset x_ahead = 192;       // the same for x: its position must be there by then
static_assert(x_ahead + width <= Slices::spare_entries);

/// The lanes of a long line together.
HWY_INLINE double sum_of_long(double* sum) {
  for (Offset half = width / 2; half > 0; half /= 2) {
    for (Offset lane = 0; lane < half; ++lane) sum[lane] += sum[lane + half];
  }
  return sum[0];
}

template <Power power, class Position, class Value>
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
        load_scattered(x, position + 4 * q, f);
        if constexpr (power == Power::second) v *= v;
        sums[q] += v * f;
      }
    }
    double sum[width];
    std::memcpy(sum, sums, sizeof sum);
    const Index* const line = slices.lines_of(s);
    if (s < slices.long_lines) {
      out[*line] = sum_of_long(sum);
    } else {
      for (Offset lane = 0; lane < width; ++lane) out[line[lane]] = sum[lane];
    }
  }
}

/// Entries [k, end) of a long line, dealt out to the lanes in turn as its slice would have them.
template <class Value>
double sum_long(const Lines<Value>& lines, const double* x, Offset k, Offset end) {
  Four sums[width / 4] = {}, v, f;
  for (; k + width <= end; k += width) {
    for (Offset q = 0; q < width / 4; ++q) {
      load_values(lines.value + k + 4 * q, v);
      load_scattered(x, lines.index + k + 4 * q, f);
      sums[q] += v * f;
    }
  }
  Value value[width] = {};
  Index position[width];
  for (Offset q = 0; q < width; ++q) {  // filled up with zeros at its own last position, again as a slice has them
    if (k + q < end) value[q] = lines.value[k + q];
    position[q] = lines.index[k + q < end ? k + q : end - 1];
  }
  for (Offset q = 0; q < width / 4; ++q) {
    load_values(value + 4 * q, v);
    load_scattered(x, position + 4 * q, f);
    sums[q] += v * f;
  }
  double sum[width];
  std::memcpy(sum, sums, sizeof sum);
  return sum_of_long(sum);
}

constexpr int side_by_side = 8;  // lines: enough sums under way at once to keep the adders busy

/// Lines side by side, falling in length, each adding up its entries in order; a lane that has come to its end adds
/// zeros.
template <class Value>
void sum_beside(const Lines<Value>& lines, const double* x, const Index* line, double* out) {
  const Index* position[side_by_side];
  const Value* value[side_by_side];
  Offset length[side_by_side];
  for (int lane = 0; lane < side_by_side; ++lane) {
    const Offset from = lines.start[line[lane]];
    position[lane] = lines.index + from;
    value[lane] = lines.value + from;
    length[lane] = lines.start[line[lane] + 1] - from;
  }
  Four sums[side_by_side / 4] = {};
  Offset k = 0;
  for (; k < length[side_by_side - 1]; ++k) {
    for (int q = 0; q < side_by_side / 4; ++q) {
      const Value* const* const a = value + 4 * q;
      const Index* const* const i = position + 4 * q;
      const Four v = {double{a[0][k]}, double{a[1][k]}, double{a[2][k]}, double{a[3][k]}};
      const Four f = {x[i[0][k]], x[i[1][k]], x[i[2][k]], x[i[3][k]]};
      sums[q] += v * f;
    }
  }
  for (; k < length[0]; ++k) {
    for (int q = 0; q < side_by_side / 4; ++q) {
      Four v = {}, f = {};
      for (int lane = 0; lane < 4; ++lane) {
        if (k >= length[4 * q + lane]) continue;
        v[lane] = double{value[4 * q + lane][k]};
        f[lane] = x[position[4 * q + lane][k]];
      }
      sums[q] += v * f;
    }
  }
  for (int lane = 0; lane < side_by_side; ++lane) out[line[lane]] = sums[lane / 4][lane % 4];
}

template <class Value>
void sum_in_slice_order_of(const Lines<Value>& lines, const double* x, const Index* chosen, Offset count, double* out) {
  Offset c = 0;
  for (; c < count; ++c) {  // long ones come first
    const Offset begin = lines.start[chosen[c]], end = lines.start[chosen[c] + 1];
    if (end - begin < Slices::long_line) break;
    out[chosen[c]] = sum_long(lines, x, begin, end);
  }
  for (; c + side_by_side <= count; c += side_by_side) sum_beside(lines, x, chosen + c, out);
  if (c == count) return;
  Index rest[side_by_side];  // the last line as often as it takes
  for (int lane = 0; lane < side_by_side; ++lane) rest[lane] = chosen[c + lane < count ? c + lane : count - 1];
  sum_beside(lines, x, rest, out);
}

}  // namespace

void sum_in_slice_order_double(const Lines<double>& lines, const double* x, const Index* chosen, Offset count,
                               double* out) {
  sum_in_slice_order_of(lines, x, chosen, count, out);
}
void sum_in_slice_order_float(const Lines<float>& lines, const double* x, const Index* chosen, Offset count,
                              double* out) {
  sum_in_slice_order_of(lines, x, chosen, count, out);
}
void sum_slices_here(const Slices& slices, Power power, const double* x, double* out, Offset begin, Offset end) {
  std::visit(
      [&](const auto& entries) {
        if (power == Power::first)
          sum_slices_of<Power::first>(slices, entries, x, out, begin, end);
        else
          sum_slices_of<Power::second>(slices, entries, x, out, begin, end);
      },
      slices.entries);
}

}  // namespace HWY_NAMESPACE
}  // namespace gist::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace gist::cpu {

HWY_EXPORT(sum_slices_here);
HWY_EXPORT(sum_in_slice_order_double);
HWY_EXPORT(sum_in_slice_order_float);

void sum_slices(const Slices& slices, Power power, const double* x, double* out, Offset begin, Offset end) {
  HWY_DYNAMIC_DISPATCH(sum_slices_here)(slices, power, x, out, begin, end);
}
void sum_in_slice_order(const Lines<double>& lines, const double* x, const Index* chosen, Offset count, double* out) {
  HWY_DYNAMIC_DISPATCH(sum_in_slice_order_double)(lines, x, chosen, count, out);
}
void sum_in_slice_order(const Lines<float>& lines, const double* x, const Index* chosen, Offset count, double* out) {
  HWY_DYNAMIC_DISPATCH(sum_in_slice_order_float)(lines, x, chosen, count, out);
}

}  // namespace gist::cpu
#endif  // HWY_ONCE
