#include "gist/backend/cpu/active_columns.hpp"

#include <algorithm>
#include <array>

#include "gist/core/chunks.hpp"

namespace gist::cpu {
namespace {

template <std::size_t size>
bool all_zero(std::span<const double, size> values) {
  int others = 0;
  for (const double v : values) others |= v != 0;  // no early end: the compiler makes vector code of it
  return others == 0;
}

/// The columns where w is not zero, as long as they are few. A sparse model is the rule here, and its columns hold a
/// small part of the matrix.
class ActiveColumns {
 public:
  /// Gives up, and few() is false, once reading these columns would not be clearly cheaper than reading all rows.
  ActiveColumns(std::span<const double> w, const Offset* start, Offset all_entries) {
    constexpr std::size_t stretch = 64;  // most of w is zero: passed over a stretch at a time, in vector instructions
    for (std::size_t j = 0; j < w.size(); ++j) {
      while (j % stretch == 0 && j + stretch <= w.size() && all_zero(w.subspan(j).first<stretch>())) j += stretch;
      if (j == w.size()) return;
      if (w[j] == 0) continue;
      entries_ += start[j + 1] - start[j];
      if (count_ == column_.size() || entries_ > all_entries / 4) {
        few_ = false;
        return;
      }
      column_[count_++] = static_cast<Index>(j);
    }
  }
  bool few() const { return few_; }
  Offset entries() const { return entries_; }
  std::span<const Index> columns() const { return {column_.data(), count_}; }

 private:
  std::array<Index, 4096> column_;  // on the stack: a product allocates nothing
  std::size_t count_ = 0;
  Offset entries_ = 0;
  bool few_ = true;
};

/// out = X w from the active columns, each task for some of the rows. Every row adds up its columns in ascending order,
/// however the rows are cut.
template <class Value>
void combine_active(const Compressed<Value>& by_column, const ActiveColumns& active, const double* w,
                    std::span<double> out, Team& team) {
  const Offset* const start = by_column.start.data();
  const Index* const index = by_column.index.data();
  constexpr Offset work_per_task = 1 << 14;
  const auto rows = static_cast<Offset>(out.size());
  // Each task looks up its rows in every column; that must stay small beside adding them.
  const auto look_ups = 64 * static_cast<Offset>(active.columns().size());
  const Offset tasks = std::clamp<Offset>(active.entries() / (look_ups + work_per_task), 1, 64);
  team.run_chunks(Chunks{rows, rows / tasks + 1}, [&](Offset, Offset begin, Offset end) {
    std::fill(out.data() + begin, out.data() + end, 0.0);
    for (const Index j : active.columns()) {
      const Index* const first = index + start[j];
      const Index* const last = index + start[j + 1];
      const Index* const from = begin == 0 ? first : std::lower_bound(first, last, static_cast<Index>(begin));
      const Index* const to = end == rows ? last : std::lower_bound(from, last, static_cast<Index>(end));
      const Value* value = by_column.value.data() + (from - index);
      for (const Index* i = from; i < to; ++i, ++value) out[static_cast<std::size_t>(*i)] += w[j] * double{*value};
    }
  });
}

}  // namespace

template <class Value>
bool multiply_active(const Compressed<Value>& by_column, std::span<const double> w, std::span<double> out, Team& team) {
  const ActiveColumns active(w, by_column.start.data(), by_column.entries());
  if (!active.few()) return false;
  combine_active(by_column, active, w.data(), out, team);
  return true;
}

template bool multiply_active(const Compressed<double>&, std::span<const double>, std::span<double>, Team&);
template bool multiply_active(const Compressed<float>&, std::span<const double>, std::span<double>, Team&);

}  // namespace gist::cpu
