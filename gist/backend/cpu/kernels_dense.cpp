#include "gist/backend/cpu/kernels.hpp"

// The body below is compiled once per instruction set.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "gist/backend/cpu/kernels_dense.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>

HWY_BEFORE_NAMESPACE();
namespace gist::cpu {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using Doubles = hn::ScalableTag<double>;
using Vector = hn::Vec<Doubles>;

HWY_INLINE Vector load(Doubles d, const double* from) { return hn::LoadU(d, from); }
HWY_INLINE Vector load(Doubles d, const float* from) {
  return hn::PromoteTo(d, hn::LoadU(hn::Rebind<float, Doubles>(), from));
}

template <Power power, bool ones>
HWY_INLINE Vector add_terms(Doubles d, Vector v, const double* x, Vector sum) {
  if constexpr (ones && power == Power::first) return hn::Add(sum, v);
  if constexpr (ones && power == Power::second) return hn::MulAdd(v, v, sum);
  if constexpr (!ones && power == Power::first) return hn::MulAdd(v, hn::LoadU(d, x), sum);
  if constexpr (!ones && power == Power::second) return hn::MulAdd(hn::Mul(v, v), hn::LoadU(d, x), sum);
}

/// Two neighbouring columns, or one when `second` is the same as `first`: together they read x once, and two
/// accumulators each keep the adders busy. A column's sum does not depend on its neighbour.
template <class Value, Power power, bool ones>
HWY_INLINE void sum_two(const Value* first, const Value* second, Offset rows, const double* x, double* out_first,
                        double* out_second) {
  const Doubles d;
  const auto n = static_cast<Offset>(hn::Lanes(d));
  Vector a0 = hn::Zero(d), a1 = a0, b0 = a0, b1 = a0;
  Offset i = 0;
  for (; i + 2 * n <= rows; i += 2 * n) {
    const double* const at = ones ? nullptr : x + i;
    const double* const next = ones ? nullptr : x + i + n;
    a0 = add_terms<power, ones>(d, load(d, first + i), at, a0);
    b0 = add_terms<power, ones>(d, load(d, second + i), at, b0);
    a1 = add_terms<power, ones>(d, load(d, first + i + n), next, a1);
    b1 = add_terms<power, ones>(d, load(d, second + i + n), next, b1);
  }
  double a = hn::GetLane(hn::SumOfLanes(d, hn::Add(a0, a1)));
  double b = hn::GetLane(hn::SumOfLanes(d, hn::Add(b0, b1)));
  for (; i < rows; ++i) {
    const double weight = ones ? 1.0 : x[i];
    const double u = first[i], v = second[i];
    a += (power == Power::first ? u : u * u) * weight;
    b += (power == Power::first ? v : v * v) * weight;
  }
  *out_first = a;
  *out_second = b;
}

template <class Value, Power power, bool ones>
void sum_range(const Value* matrix, Index rows, const double* x, double* out, Index begin, Index end) {
  const Offset n = rows;
  for (Offset j = begin; j < end; j += 2) {
    const Offset other = j + 1 < end ? j + 1 : j;
    sum_two<Value, power, ones>(matrix + j * n, matrix + other * n, n, x, out + j, out + other);
  }
}

template <class Value>
void sum_chosen_of(const Value* matrix, Index rows, const double* x, const Index* chosen, Offset count, double* out) {
  const Offset n = rows;
  for (Offset c = 0; c < count; c += 2) {
    const Offset j = chosen[c], other = chosen[c + 1 < count ? c + 1 : c];
    sum_two<Value, Power::first, false>(matrix + j * n, matrix + other * n, n, x, out + j, out + other);
  }
}

template <class Value>
void sum_columns_of(const Value* matrix, Index rows, Power power, const double* x, double* out, Index begin,
                    Index end) {
  if (power == Power::first) {
    x != nullptr ? sum_range<Value, Power::first, false>(matrix, rows, x, out, begin, end)
                 : sum_range<Value, Power::first, true>(matrix, rows, x, out, begin, end);
  } else {
    x != nullptr ? sum_range<Value, Power::second, false>(matrix, rows, x, out, begin, end)
                 : sum_range<Value, Power::second, true>(matrix, rows, x, out, begin, end);
  }
}

/// out += sum of w[q] column[q] over four columns at once: out is then read and written a quarter as often.
template <class Value>
HWY_INLINE void add_four(const Value* const* column, const double* w, Offset rows, double* out) {
  const Doubles d;
  const auto n = static_cast<Offset>(hn::Lanes(d));
  const Vector w0 = hn::Set(d, w[0]), w1 = hn::Set(d, w[1]), w2 = hn::Set(d, w[2]), w3 = hn::Set(d, w[3]);
  Offset i = 0;
  for (; i + n <= rows; i += n) {
    Vector sum = hn::LoadU(d, out + i);
    sum = hn::MulAdd(w0, load(d, column[0] + i), sum);
    sum = hn::MulAdd(w1, load(d, column[1] + i), sum);
    sum = hn::MulAdd(w2, load(d, column[2] + i), sum);
    sum = hn::MulAdd(w3, load(d, column[3] + i), sum);
    hn::StoreU(sum, d, out + i);
  }
  for (; i < rows; ++i) {
    for (int q = 0; q < 4; ++q) out[i] += w[q] * static_cast<double>(column[q][i]);
  }
}

template <class Value>
void combine_columns_of(const Value* matrix, Index rows, Index columns, const double* w, double* out, Index begin,
                        Index end) {
  const Value* column[4] = {};
  double weight[4] = {};
  int waiting = 0;
  std::fill(out + begin, out + end, 0.0);
  for (Index j = 0; j < columns; ++j) {
    if (w[j] == 0) continue;
    column[waiting] = matrix + static_cast<Offset>(j) * rows + begin;
    weight[waiting] = w[j];
    if (++waiting < 4) continue;
    add_four(column, weight, end - begin, out + begin);
    waiting = 0;
  }
  if (waiting == 0) return;
  for (int q = waiting; q < 4; ++q) {  // fill up with a column that counts for nothing
    column[q] = column[0];
    weight[q] = 0;
  }
  add_four(column, weight, end - begin, out + begin);
}

}  // namespace

void sum_columns_double(const double* matrix, Index rows, Power power, const double* x, double* out, Index begin,
                        Index end) {
  sum_columns_of(matrix, rows, power, x, out, begin, end);
}
void sum_columns_float(const float* matrix, Index rows, Power power, const double* x, double* out, Index begin,
                       Index end) {
  sum_columns_of(matrix, rows, power, x, out, begin, end);
}
void sum_dense_chosen_double(const double* matrix, Index rows, const double* x, const Index* chosen, Offset count,
                             double* out) {
  sum_chosen_of(matrix, rows, x, chosen, count, out);
}
void sum_dense_chosen_float(const float* matrix, Index rows, const double* x, const Index* chosen, Offset count,
                            double* out) {
  sum_chosen_of(matrix, rows, x, chosen, count, out);
}
void combine_columns_double(const double* matrix, Index rows, Index columns, const double* w, double* out, Index begin,
                            Index end) {
  combine_columns_of(matrix, rows, columns, w, out, begin, end);
}
void combine_columns_float(const float* matrix, Index rows, Index columns, const double* w, double* out, Index begin,
                           Index end) {
  combine_columns_of(matrix, rows, columns, w, out, begin, end);
}

}  // namespace HWY_NAMESPACE
}  // namespace gist::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace gist::cpu {

HWY_EXPORT(sum_columns_double);
HWY_EXPORT(sum_columns_float);
HWY_EXPORT(sum_dense_chosen_double);
HWY_EXPORT(sum_dense_chosen_float);
HWY_EXPORT(combine_columns_double);
HWY_EXPORT(combine_columns_float);

void sum_columns(const double* matrix, Index rows, Power power, const double* x, double* out, Index begin, Index end) {
  HWY_DYNAMIC_DISPATCH(sum_columns_double)(matrix, rows, power, x, out, begin, end);
}
void sum_columns(const float* matrix, Index rows, Power power, const double* x, double* out, Index begin, Index end) {
  HWY_DYNAMIC_DISPATCH(sum_columns_float)(matrix, rows, power, x, out, begin, end);
}
void sum_chosen_columns(const double* matrix, Index rows, const double* x, const Index* chosen, Offset count,
                        double* out) {
  HWY_DYNAMIC_DISPATCH(sum_dense_chosen_double)(matrix, rows, x, chosen, count, out);
}
void sum_chosen_columns(const float* matrix, Index rows, const double* x, const Index* chosen, Offset count,
                        double* out) {
  HWY_DYNAMIC_DISPATCH(sum_dense_chosen_float)(matrix, rows, x, chosen, count, out);
}
void combine_columns(const double* matrix, Index rows, Index columns, const double* w, double* out, Index begin,
                     Index end) {
  HWY_DYNAMIC_DISPATCH(combine_columns_double)(matrix, rows, columns, w, out, begin, end);
}
void combine_columns(const float* matrix, Index rows, Index columns, const double* w, double* out, Index begin,
                     Index end) {
  HWY_DYNAMIC_DISPATCH(combine_columns_float)(matrix, rows, columns, w, out, begin, end);
}

}  // namespace gist::cpu
#endif  // HWY_ONCE
