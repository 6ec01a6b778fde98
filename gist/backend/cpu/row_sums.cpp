#include "gist/backend/cpu/row_sums.hpp"

#include <algorithm>
#include <vector>

#include "gist/data/balanced_ranges.hpp"

namespace gist::cpu {
namespace {

constexpr Index near_columns = 1 << 16;  // sums up to half a megabyte stay in the second-level cache
constexpr Offset ahead = 24;             // entries between use and prefetch of a sum that may be further away
constexpr Offset worth_sharing = 1 << 17;
constexpr Offset long_row = 256;  // entries; to find where a range begins in a shorter row costs what is gained

/// add(row, begin, end) for the entries of every row that lie in a range of columns, the ranges on as many threads;
/// clear(begin, end) for the columns of the range before.
template <class Value, class Clear, class Add>
void for_ranges(const Compressed<Value>& rows, Index columns, Team& team, Clear&& clear, Add&& add) {
  const bool shared = rows.entries() >= std::max(worth_sharing, long_row * rows.lines());
  const auto ends = shared ? balanced_ranges(rows.index.view(), columns, team.size()) : std::vector<Index>{columns};
  team.run(static_cast<Offset>(ends.size()), [&](Offset r) {
    const Index low = r == 0 ? 0 : ends[static_cast<std::size_t>(r - 1)], high = ends[static_cast<std::size_t>(r)];
    clear(low, high);
    const Index* const index = rows.index.data();
    for (Index i = 0; i < rows.lines(); ++i) {
      Offset begin = rows.start[static_cast<std::size_t>(i)], end = rows.start[static_cast<std::size_t>(i) + 1];
      if (low > 0) begin = std::lower_bound(index + begin, index + end, low) - index;
      if (high < columns) end = std::lower_bound(index + begin, index + end, high) - index;
      add(i, begin, end);
    }
  });
}

template <bool far, class Value, class Term>
void add_row(const Compressed<Value>& rows, Offset begin, Offset end, double* out, Term&& term) {
  const Index* const index = rows.index.data();
  const Value* const value = rows.value.data();
  const Offset last = rows.entries() - 1;
  for (Offset k = begin; k < end; ++k) {
    if constexpr (far) __builtin_prefetch(out + index[std::min(k + ahead, last)], 1);
    out[index[k]] += term(double{value[k]});
  }
}

}  // namespace

template <class Value>
void sum_columns_by_rows(const Compressed<Value>& rows, Index columns, Power power, const double* x, double* out,
                         Team& team) {
  const auto clear = [&](Index low, Index high) { std::fill(out + low, out + high, 0.0); };
  const auto sum = [&](auto&& term_of) {
    for_ranges(rows, columns, team, clear, [&](Index i, Offset begin, Offset end) {
      const double factor = x == nullptr ? 1 : x[i];
      if (factor == 0) return;
      const auto term = [&](double v) { return term_of(factor, v); };
      columns > near_columns ? add_row<true>(rows, begin, end, out, term) : add_row<false>(rows, begin, end, out, term);
    });
  };
  if (power == Power::first)
    sum([](double factor, double v) { return factor * v; });
  else
    sum([](double factor, double v) { return factor * (v * v); });
}

template <class Value>
void sum_columns_by_rows(const Compressed<Value>& rows, Index columns, const double* x, const double* s, double* first,
                         double* second, Team& team) {
  const auto clear = [&](Index low, Index high) {
    std::fill(first + low, first + high, 0.0);
    std::fill(second + low, second + high, 0.0);
  };
  for_ranges(rows, columns, team, clear, [&](Index i, Offset begin, Offset end) {
    const Index* const index = rows.index.data();
    const Value* const value = rows.value.data();
    const double xi = x[i], si = s[i];
    const bool far = columns > near_columns / 2;
    const Offset last = rows.entries() - 1;
    for (Offset k = begin; k < end; ++k) {
      const double v = value[k];
      if (far) {
        const Index later = index[std::min(k + ahead, last)];
        __builtin_prefetch(first + later, 1);
        __builtin_prefetch(second + later, 1);
      }
      first[index[k]] += xi * v;
      second[index[k]] += si * (v * v);
    }
  });
}

template void sum_columns_by_rows(const Compressed<double>&, Index, Power, const double*, double*, Team&);
template void sum_columns_by_rows(const Compressed<float>&, Index, Power, const double*, double*, Team&);
template void sum_columns_by_rows(const Compressed<double>&, Index, const double*, const double*, double*, double*,
                                  Team&);
template void sum_columns_by_rows(const Compressed<float>&, Index, const double*, const double*, double*, double*,
                                  Team&);

}  // namespace gist::cpu
