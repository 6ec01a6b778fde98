#include "gist/backend/cpu/kernels.hpp"
#include "gist/backend/cpu/processor.hpp"

// The body below is compiled once per instruction set; docs/design/kernels.md has the measurements behind its choices.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "gist/backend/cpu/kernels_sparse.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "gist/backend/cpu/scattered-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace gist::cpu {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

template <class Value, Power power, bool ones>
class LineSums {
 public:
  LineSums(const Lines<Value>& lines, const double* x, Index positions)
      : start_(lines.start),
        index_(lines.index),
        value_(lines.value),
        entries_(lines.entries),
        x_(x),
        x_is_far_(!ones && positions > near_positions),
        pass_by_(streams_pass_caches_by()) {}

  void operator()(double* out, Offset begin, Offset end) const {
    for (Offset i = begin; i < end;) {
      const Offset next = end_of_run(i, end);
      if (next == i) {
        out[i] = long_line(start_[i], start_[i + 1]);
        ++i;
      } else {
        short_lines(out, i, next);
        i = next;
      }
    }
  }

  void operator()(double* out, const Index* chosen, Offset count) const {
    for (Offset c = 0; c < count; ++c) {
      const Offset i = chosen[c];
      const bool is_short = start_[i + 1] - start_[i] <= short_length;
      out[i] = is_short ? short_line(start_[i], start_[i + 1]) : long_line(start_[i], start_[i + 1]);
    }
  }

 private:
  // Four lanes even where eight fit: eight-lane gathers are no faster, and waste more on short lines.
  using Doubles = hn::CappedTag<double, 4>;
  using Vector = hn::Vec<Doubles>;
  static constexpr Doubles doubles{};

  static constexpr Offset short_length = 16;  // lines up to here are summed from a buffer of terms
  static constexpr Offset buffer_length = 1024;
  static constexpr Offset stream_ahead = 384;       // entries between use and prefetch of index and value
  static constexpr Offset x_ahead = 192;            // the same for x: its index must be on its way by then
  static constexpr Index near_positions = 1 << 16;  // x up to half a megabyte stays in the second-level cache

  static Offset lanes() { return static_cast<Offset>(hn::Lanes(doubles)); }

  /// Index and value are used once: where that can be done, they are fetched so that they pass the outer caches by and
  /// leave them to x.
  HWY_INLINE void prefetch_stream(Offset k) const {
    if (pass_by_) {
      if constexpr (!ones) __builtin_prefetch(index_ + k + stream_ahead, 0, 0);
      __builtin_prefetch(value_ + k + stream_ahead, 0, 0);
    } else {
      if constexpr (!ones) __builtin_prefetch(index_ + k + stream_ahead);
      __builtin_prefetch(value_ + k + stream_ahead);
    }
  }

  HWY_INLINE Vector load_value(Offset k) const {
    if constexpr (sizeof(Value) == sizeof(double)) {
      return hn::LoadU(doubles, value_ + k);
    } else {
      return hn::PromoteTo(doubles, hn::LoadU(hn::Rebind<float, Doubles>(), value_ + k));
    }
  }
  HWY_INLINE Vector load_x(Offset k) const {
    Four x;
    static_assert(hn::MaxLanes(Doubles()) <= 4);
    if (lanes() == 4) {
      load_scattered(x_, index_ + k, x);
    } else {
      for (Offset lane = 0; lane < lanes(); ++lane) x[lane] = x_[index_[k + lane]];
    }
    return hn::LoadU(doubles, reinterpret_cast<const double*>(&x));
  }
  /// sum + the terms of the next lanes() entries.
  HWY_INLINE Vector add_terms(Offset k, Vector sum) const {
    const Vector v = load_value(k);
    if constexpr (ones && power == Power::first) return hn::Add(sum, v);
    if constexpr (ones && power == Power::second) return hn::MulAdd(v, v, sum);
    if constexpr (!ones && power == Power::first) return hn::MulAdd(v, load_x(k), sum);
    if constexpr (!ones && power == Power::second) return hn::MulAdd(hn::Mul(v, v), load_x(k), sum);
  }
  HWY_INLINE Vector terms(Offset k) const { return add_terms(k, hn::Zero(doubles)); }
  HWY_INLINE double term(Offset k) const {
    const double v = value_[k];
    const double factor = power == Power::first ? v : v * v;
    if constexpr (ones) return factor;
    return factor * x_[index_[k]];
  }
  HWY_INLINE static double total(Vector sum) { return hn::GetLane(hn::SumOfLanes(doubles, sum)); }

  /// Where the run of short lines that begins at line i and fits the buffer ends; i itself if that line is long.
  HWY_INLINE Offset end_of_run(Offset i, Offset end) const {
    const Offset first = start_[i];
    Offset before = first;
    while (i < end && start_[i + 1] - before <= short_length && start_[i + 1] - first <= buffer_length) {
      before = start_[++i];
    }
    return i;
  }

  /// All terms of lines [i, next) in one go, whatever line they belong to; then each line's sum from the buffer. A line
  /// of up to four entries, and most columns of text have no more, then costs no gather and no hard-to-predict branch.
  void short_lines(double* out, Offset i, Offset next) const {
    const Offset n = lanes(), first = start_[i], length = start_[next] - first;
    HWY_ALIGN double buffer[buffer_length + 2 * hn::MaxLanes(Doubles())];
    Offset filled = 0;
    for (; filled < length && first + filled + 2 * n <= entries_; filled += 2 * n) {
      prefetch_stream(first + filled);
      hn::Store(terms(first + filled), doubles, buffer + filled);
      hn::Store(terms(first + filled + n), doubles, buffer + filled + n);
    }
    for (; filled < length; ++filled) buffer[filled] = term(first + filled);  // at the end of the arrays only

    const double* from = buffer;
    for (; i < next; ++i) {
      const Offset in_line = start_[i + 1] - start_[i];
      Vector sum = hn::Zero(doubles);
      Offset k = 0;
      for (; in_line - k > n; k += n) sum = hn::Add(sum, hn::LoadU(doubles, from + k));
      const auto rest = hn::FirstN(doubles, static_cast<std::size_t>(in_line - k));
      out[i] = total(hn::Add(sum, hn::IfThenElseZero(rest, hn::LoadU(doubles, from + k))));
      from += in_line;
    }
  }

  /// One short line by itself, its terms added in the order of short_lines().
  HWY_INLINE double short_line(Offset k, Offset end) const {
    const Offset n = lanes();
    Vector sum = hn::Zero(doubles);
    for (; end - k > n; k += n) sum = hn::Add(sum, terms(k));
    const auto rest = hn::FirstN(doubles, static_cast<std::size_t>(end - k));
    if (k + n <= entries_) return total(hn::Add(sum, hn::IfThenElseZero(rest, terms(k))));
    HWY_ALIGN double last[hn::MaxLanes(Doubles())] = {};  // at the end of the arrays only
    for (Offset q = 0; k + q < end; ++q) last[q] = term(k + q);
    return total(hn::Add(sum, hn::Load(doubles, last)));
  }

  HWY_INLINE double long_line(Offset k, Offset end) const {
    if (x_is_far_ && end + x_ahead + 2 * lanes() <= entries_) return long_line_of<true>(k, end);
    return long_line_of<false>(k, end);
  }

  template <bool prefetch_x>
  HWY_INLINE double long_line_of(Offset k, Offset end) const {
    const Offset n = lanes();
    Vector even = hn::Zero(doubles), odd = even;
    for (; k + 2 * n <= end; k += 2 * n) {
      prefetch_stream(k);
      if constexpr (prefetch_x) {
        for (Offset q = 0; q < 2 * n; ++q) __builtin_prefetch(x_ + index_[k + x_ahead + q], 0, 2);
      }
      even = add_terms(k, even);
      odd = add_terms(k + n, odd);
    }
    if (k + n <= end) {
      even = add_terms(k, even);
      k += n;
    }
    if (k + n <= entries_) {  // past the end of the line, but not of the arrays: lanes that are not ours count as zero
      const auto rest = hn::FirstN(doubles, static_cast<std::size_t>(end - k));
      return total(hn::Add(even, hn::Add(odd, hn::IfThenElseZero(rest, terms(k)))));
    }
    double sum = total(hn::Add(even, odd));
    for (; k < end; ++k) sum += term(k);
    return sum;
  }

  const Offset* start_;
  const Index* index_;
  const Value* value_;
  Offset entries_;
  const double* x_;
  bool x_is_far_, pass_by_;
};

template <class Value>
void sum_lines_of(const Lines<Value>& lines, Power power, const double* x, Index positions, double* out, Index begin,
                  Index end) {
  const auto run = [&](const auto& sums) { sums(out, begin, end); };
  if (power == Power::first) {
    x != nullptr ? run(LineSums<Value, Power::first, false>(lines, x, positions))
                 : run(LineSums<Value, Power::first, true>(lines, x, positions));
  } else {
    x != nullptr ? run(LineSums<Value, Power::second, false>(lines, x, positions))
                 : run(LineSums<Value, Power::second, true>(lines, x, positions));
  }
}

}  // namespace

void sum_lines_double(const Lines<double>& lines, Power power, const double* x, Index positions, double* out,
                      Index begin, Index end) {
  sum_lines_of(lines, power, x, positions, out, begin, end);
}
void sum_lines_float(const Lines<float>& lines, Power power, const double* x, Index positions, double* out, Index begin,
                     Index end) {
  sum_lines_of(lines, power, x, positions, out, begin, end);
}

void sum_chosen_double(const Lines<double>& lines, const double* x, Index positions, const Index* chosen, Offset count,
                       double* out) {
  LineSums<double, Power::first, false>(lines, x, positions)(out, chosen, count);
}
void sum_chosen_float(const Lines<float>& lines, const double* x, Index positions, const Index* chosen, Offset count,
                      double* out) {
  LineSums<float, Power::first, false>(lines, x, positions)(out, chosen, count);
}

}  // namespace HWY_NAMESPACE
}  // namespace gist::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace gist::cpu {

HWY_EXPORT(sum_lines_double);
HWY_EXPORT(sum_lines_float);
HWY_EXPORT(sum_chosen_double);
HWY_EXPORT(sum_chosen_float);

void sum_lines(const Lines<double>& lines, Power power, const double* x, Index positions, double* out, Index begin,
               Index end) {
  HWY_DYNAMIC_DISPATCH(sum_lines_double)(lines, power, x, positions, out, begin, end);
}
void sum_lines(const Lines<float>& lines, Power power, const double* x, Index positions, double* out, Index begin,
               Index end) {
  HWY_DYNAMIC_DISPATCH(sum_lines_float)(lines, power, x, positions, out, begin, end);
}
void sum_chosen_lines(const Lines<double>& lines, const double* x, Index positions, const Index* chosen, Offset count,
                      double* out) {
  HWY_DYNAMIC_DISPATCH(sum_chosen_double)(lines, x, positions, chosen, count, out);
}
void sum_chosen_lines(const Lines<float>& lines, const double* x, Index positions, const Index* chosen, Offset count,
                      double* out) {
  HWY_DYNAMIC_DISPATCH(sum_chosen_float)(lines, x, positions, chosen, count, out);
}

}  // namespace gist::cpu
#endif  // HWY_ONCE
