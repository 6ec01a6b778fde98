#include "gist/backend/cpu/active_columns.hpp"

#include <algorithm>
#include <array>

#include "gist/backend/cpu/kernels_active.hpp"
#include "gist/core/chunks.hpp"

namespace gist::cpu {
namespace {

constexpr std::size_t most = 16384;  // columns

}  // namespace

/// Measured: adding an entry takes two or three times as long as summing one, beginning a column as long as four
/// entries.
bool are_few(std::size_t columns, Offset entries, Offset all_entries) {
  return entries + 4 * static_cast<Offset>(columns) <= all_entries / 3 && columns <= most;
}

namespace {

/// The columns where w is not zero, as long as they are few.
class ActiveColumns {
 public:
  /// Gives up, and few() is false, once adding these columns would not be cheaper than summing all rows.
  ActiveColumns(std::span<const double> w, const Offset* start, Offset all_entries) {
    const auto columns = static_cast<Index>(w.size());
    for (Index begin = 0; begin < columns && few_; begin += stretch) {
      Index* const from = column_.data() + count_;
      const Index* const to = list_nonzeros(w.data(), begin, std::min<Index>(columns, begin + stretch), from);
      for (const Index* j = from; j < to; ++j) entries_ += start[*j + 1] - start[*j];
      count_ += static_cast<std::size_t>(to - from);
      few_ = are_few(count_, entries_, all_entries);
    }
  }
  bool few() const { return few_; }
  Offset entries() const { return entries_; }
  std::span<const Index> columns() const { return {column_.data(), count_}; }

 private:
  static constexpr Index stretch = 1024;  // often enough to ask whether they are still few

  std::array<Index, most + stretch> column_;  // on the stack: a product allocates nothing
  std::size_t count_ = 0;
  Offset entries_ = 0;
  bool few_ = true;
};

/// to[index[k]] += factor * value[k]. The places of a column differ, so four can be under way at once.
template <class Value>
void add_entries(const Index* index, const Index* end, const Value* value, double factor, double* to) {
  for (; end - index >= 4; index += 4, value += 4) {
    double* const place[] = {to + index[0], to + index[1], to + index[2], to + index[3]};
    const double sum[] = {*place[0] + factor * double{value[0]}, *place[1] + factor * double{value[1]},
                          *place[2] + factor * double{value[2]}, *place[3] + factor * double{value[3]}};
    *place[0] = sum[0], *place[1] = sum[1], *place[2] = sum[2], *place[3] = sum[3];
  }
  for (; index < end; ++index, ++value) to[*index] += factor * double{*value};
}

/// out = X w from the active columns, each task for some of the rows. Every row adds up its columns in ascending order,
/// however the rows are cut.
template <class Value>
void combine_active(const Compressed<Value>& by_column, std::span<const Index> active, Offset entries, const double* w,
                    std::span<double> out, Team& team) {
  const Offset* const start = by_column.start.data();
  const Index* const index = by_column.index.data();
  constexpr Offset work_per_task = 1 << 14;
  const auto rows = static_cast<Offset>(out.size());
  // Each task looks up its rows in every column; that must stay small beside adding them.
  const auto look_ups = 64 * static_cast<Offset>(active.size());
  const Offset tasks = std::clamp<Offset>(entries / (look_ups + work_per_task), 1, 64);
  team.run_chunks(Chunks{rows, rows / tasks + 1}, [&](Offset, Offset begin, Offset end) {
    std::fill(out.data() + begin, out.data() + end, 0.0);
    for (const Index j : active) {
      const Index* const first = index + start[j];
      const Index* const last = index + start[j + 1];
      const Index* const from = begin == 0 ? first : std::lower_bound(first, last, static_cast<Index>(begin));
      const Index* const to = end == rows ? last : std::lower_bound(from, last, static_cast<Index>(end));
      add_entries(from, to, by_column.value.data() + (from - index), w[j], out.data());
    }
  });
}

}  // namespace

template <class Value>
bool multiply_active(const Compressed<Value>& by_column, std::span<const double> w, std::span<double> out, Team& team) {
  const ActiveColumns active(w, by_column.start.data(), by_column.entries());
  if (!active.few()) return false;
  combine_active(by_column, active.columns(), active.entries(), w.data(), out, team);
  return true;
}

template <class Value>
bool multiply_active(const Compressed<Value>& by_column, std::span<const double> w, std::span<const Index> support,
                     Offset entries, std::span<double> out, Team& team) {
  if (!are_few(support.size(), entries, by_column.entries())) return false;
  combine_active(by_column, support, entries, w.data(), out, team);
  return true;
}

template bool multiply_active(const Compressed<double>&, std::span<const double>, std::span<double>, Team&);
template bool multiply_active(const Compressed<float>&, std::span<const double>, std::span<double>, Team&);
template bool multiply_active(const Compressed<double>&, std::span<const double>, std::span<const Index>, Offset,
                              std::span<double>, Team&);
template bool multiply_active(const Compressed<float>&, std::span<const double>, std::span<const Index>, Offset,
                              std::span<double>, Team&);

}  // namespace gist::cpu
