#include "gist/backend/cpu/row_sums.hpp"

#include <algorithm>
#include <vector>

#include "gist/core/chunks.hpp"
#include "gist/data/balanced_ranges.hpp"

namespace gist::cpu {
namespace {

constexpr Index near_columns = 1 << 16;  // sums up to half a megabyte stay in the second-level cache
constexpr Offset ahead = 24;             // entries between use and prefetch of a sum that may be further away
constexpr Offset worth_sharing = 1 << 17;
constexpr Offset long_row = 256;  // entries; to find where a range begins in a shorter row costs what is gained

/// How many of these ascending positions are below `end`. Without a branch, so that the next rows are looked at while
/// this one's entries are on their way.
Offset count_below(const Index* index, Offset count, Index end) {
  const Index* first = index;
  if (count == 0) return 0;
  while (count > 1) {
    const Offset half = count / 2;
    first += first[half - 1] < end ? half : 0;
    count -= half;
  }
  return first - index + (*first < end ? 1 : 0);
}

/// The entries of one row in a range of columns, and where those of the next row begin.
struct Stretch {
  Offset begin, end, next;
};

/// The stretches of all rows in one range.
template <class Value>
class Stretches {
 public:
  Stretches(const Compressed<Value>& rows, const RowCuts& cuts, Offset range)
      : rows_(rows),
        low_(range > 0 ? cuts.before_end(range - 1) : nullptr),
        high_(range + 1 < cuts.ranges() ? cuts.before_end(range) : nullptr) {}

  Stretch operator[](Index i) const {
    return {begin(i), end(i), i + 1 < rows_.lines() ? begin(i + 1) : rows_.entries()};
  }

 private:
  Offset begin(Index i) const {
    return rows_.start[static_cast<std::size_t>(i)] + (low_ == nullptr ? 0 : Offset{low_[i]});
  }
  Offset end(Index i) const {
    const auto at = static_cast<std::size_t>(i);
    return high_ == nullptr ? rows_.start[at + 1] : rows_.start[at] + Offset{high_[i]};
  }

  const Compressed<Value>& rows_;
  const std::int32_t *low_, *high_;
};

/// add(row, stretch) for the entries of every row, all of them or, on as many threads, those that lie in a range of
/// columns; clear(begin, end) for the columns of the range before.
template <class Value, class Clear, class Add>
void for_ranges(const Compressed<Value>& rows, Index columns, Team& team, RowCuts& cuts, Clear&& clear, Add&& add) {
  cuts.find(rows, columns, team);
  if (cuts.ranges() == 1) {
    clear(0, columns);
    for (Index i = 0; i < rows.lines(); ++i) {
      const auto at = static_cast<std::size_t>(i);
      const Offset end = rows.start[at + 1];
      add(i, Stretch{rows.start[at], end, end});
    }
    return;
  }
  team.run(cuts.ranges(), [&](Offset range) {
    clear(cuts.first_column(range), cuts.last_column(range));
    const Stretches stretches(rows, cuts, range);
    for (Index i = 0; i < rows.lines(); ++i) add(i, stretches[i]);
  });
}

/// add(column, value) for every entry of a stretch, and where sums are far fetch(column) for one that comes so many
/// later. All by value and in line, so that rows of a few entries cost no more than those.
template <class Value, class Fetch, class Add>
[[gnu::always_inline]] inline void for_entries(const Compressed<Value>& rows, Stretch stretch, bool far, Fetch fetch,
                                               Add add) {
  const Index* const index = rows.index.data();
  const Value* const value = rows.value.data();
  Offset k = stretch.begin;
  if (far) {
    for (; k + ahead < stretch.end; ++k) {
      fetch(index[k + ahead]);
      add(index[k], double{value[k]});
    }
    const Offset last = rows.entries() - 1;
    for (; k < stretch.end; ++k) {
      fetch(index[std::min(stretch.next + (k + ahead - stretch.end), last)]);
      add(index[k], double{value[k]});
    }
  }
  for (; k < stretch.end; ++k) add(index[k], double{value[k]});
}

}  // namespace

template <class Value>
void RowCuts::find(const Compressed<Value>& rows, Index columns, Team& team) {
  if (!ends_.empty() && found_in_.data() == rows.index.data()) return;
  found_in_ = rows.index;
  const bool shared = rows.entries() >= std::max(worth_sharing, long_row * rows.lines());
  ends_ = balanced_ranges(rows.index.view(), columns, shared ? team.size() : 1);
  before_end_.assign(ends_.size() - 1, std::vector<std::int32_t>(static_cast<std::size_t>(rows.lines())));
  constexpr Offset rows_a_task = 1024;
  team.run_chunks(Chunks{before_end_.empty() ? 0 : rows.lines(), rows_a_task}, [&](Offset, Offset begin, Offset end) {
    for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i) {
      const Offset first = rows.start[i], count = rows.start[i + 1] - first;
      for (std::size_t r = 0; r < before_end_.size(); ++r)
        before_end_[r][i] = static_cast<std::int32_t>(count_below(rows.index.data() + first, count, ends_[r]));
    }
  });
}

template <class Value>
void sum_columns_by_rows(const Compressed<Value>& rows, Index columns, Power power, const double* x, double* out,
                         Team& team, RowCuts& cuts) {
  const auto clear = [&](Index low, Index high) { std::fill(out + low, out + high, 0.0); };
  const auto sum = [&](auto&& term_of) {
    for_ranges(rows, columns, team, cuts, clear, [&](Index i, const Stretch& stretch) {
      const double factor = x == nullptr ? 1 : x[i];
      if (factor == 0) return;
      for_entries(
          rows, stretch, columns > near_columns, [out](Index j) { __builtin_prefetch(out + j, 1); },
          [out, factor, term_of](Index j, double v) { out[j] += term_of(factor, v); });
    });
  };
  if (power == Power::first)
    sum([](double factor, double v) { return factor * v; });
  else
    sum([](double factor, double v) { return factor * (v * v); });
}

template <class Value>
void sum_columns_by_rows(const Compressed<Value>& rows, Index columns, const double* x, const double* s, double* first,
                         double* second, Team& team, RowCuts& cuts) {
  const auto clear = [&](Index low, Index high) {
    std::fill(first + low, first + high, 0.0);
    std::fill(second + low, second + high, 0.0);
  };
  for_ranges(rows, columns, team, cuts, clear, [&](Index i, const Stretch& stretch) {
    const double xi = x[i], si = s[i];
    const auto fetch = [first, second](Index j) {
      __builtin_prefetch(first + j, 1);
      __builtin_prefetch(second + j, 1);
    };
    for_entries(rows, stretch, columns > near_columns / 2, fetch, [first, second, xi, si](Index j, double v) {
      first[j] += xi * v;
      second[j] += si * (v * v);
    });
  });
}

template void RowCuts::find(const Compressed<double>&, Index, Team&);
template void RowCuts::find(const Compressed<float>&, Index, Team&);
template void sum_columns_by_rows(const Compressed<double>&, Index, Power, const double*, double*, Team&, RowCuts&);
template void sum_columns_by_rows(const Compressed<float>&, Index, Power, const double*, double*, Team&, RowCuts&);
template void sum_columns_by_rows(const Compressed<double>&, Index, const double*, const double*, double*, double*,
                                  Team&, RowCuts&);
template void sum_columns_by_rows(const Compressed<float>&, Index, const double*, const double*, double*, double*,
                                  Team&, RowCuts&);

}  // namespace gist::cpu
