#include "gist/io/coordinates.hpp"

#include <algorithm>
#include <atomic>
#include <numeric>
#include <utility>

#include "gist/core/chunks.hpp"
#include "gist/io/array.hpp"

namespace gist {
namespace {

/// Sorts one row by column. True if no column comes twice.
template <class Value>
bool sort_row(Index* column, Value* value, std::size_t size, std::vector<std::pair<Index, Value>>& scratch) {
  if (!std::is_sorted(column, column + size)) {
    scratch.resize(size);
    for (std::size_t i = 0; i < size; ++i) scratch[i] = {column[i], value[i]};
    std::sort(scratch.begin(), scratch.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    for (std::size_t i = 0; i < size; ++i) std::tie(column[i], value[i]) = scratch[i];
  }
  return std::adjacent_find(column, column + size) == column + size;
}

}  // namespace

template <class Value>
std::optional<Compressed<Value>> rows_from(const Coordinates<Value>& entries, Index rows, Team& team) {
  const std::size_t count = entries.row.size();
  const auto lines = static_cast<std::size_t>(rows);
  std::vector<Offset> start(lines + 1);
  for (const Index r : entries.row) ++start[static_cast<std::size_t>(r) + 1];
  std::partial_sum(start.begin(), start.end(), start.begin());

  // Threads put entries into their rows in whatever order; sorting by column then makes the result the only one there
  // is.
  Array<Index> column(count);
  Array<Value> value(count);
  {
    std::vector<Offset> next(start.begin(), start.end() - 1);
    team.run_chunks(Chunks{static_cast<std::int64_t>(count), 1 << 16}, [&](auto, std::int64_t begin, std::int64_t end) {
      for (auto k = static_cast<std::size_t>(begin); k < static_cast<std::size_t>(end); ++k) {
        std::atomic_ref<Offset> slot(next[static_cast<std::size_t>(entries.row[k])]);
        const auto at = static_cast<std::size_t>(slot.fetch_add(1, std::memory_order_relaxed));
        column[at] = entries.column[k];
        value[at] = entries.value[k];
      }
    });
  }
  std::atomic<bool> repeated{false};
  std::atomic<Offset> zeros{0};
  team.run_chunks(Chunks{rows, 1 << 12}, [&](auto, std::int64_t begin, std::int64_t end) {
    std::vector<std::pair<Index, Value>> scratch;
    const auto first = static_cast<std::size_t>(start[static_cast<std::size_t>(begin)]);
    const auto last = static_cast<std::size_t>(start[static_cast<std::size_t>(end)]);
    for (auto r = static_cast<std::size_t>(begin); r < static_cast<std::size_t>(end); ++r) {
      const auto from = static_cast<std::size_t>(start[r]);
      const auto size = static_cast<std::size_t>(start[r + 1]) - from;
      if (!sort_row(column.data() + from, value.data() + from, size, scratch)) repeated = true;
    }
    zeros += std::count(value.data() + first, value.data() + last, Value{0});
  });
  if (repeated) return std::nullopt;
  if (zeros > 0) {
    std::size_t kept = 0;
    std::size_t from = 0;
    for (std::size_t r = 0; r < lines; ++r) {
      const auto to = static_cast<std::size_t>(start[r + 1]);
      for (; from < to; ++from) {
        column[kept] = column[from];
        value[kept] = value[from];
        kept += value[from] != 0;
      }
      start[r + 1] = static_cast<Offset>(kept);
    }
  }
  const auto stored = static_cast<std::size_t>(start.back());
  return Compressed<Value>{std::move(start), std::move(column).freeze(stored), std::move(value).freeze(stored)};
}

template <class Value>
std::size_t first_repeated(const Coordinates<Value>& entries) {
  std::vector<std::size_t> order(entries.row.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto position = [&](std::size_t k) { return std::pair(entries.row[k], entries.column[k]); };
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return position(a) < position(b); });
  std::size_t first = entries.row.size();
  for (std::size_t i = 1; i < order.size(); ++i) {
    if (position(order[i - 1]) == position(order[i])) first = std::min(first, order[i]);
  }
  return first;
}

template std::optional<Compressed<double>> rows_from(const Coordinates<double>&, Index, Team&);
template std::optional<Compressed<float>> rows_from(const Coordinates<float>&, Index, Team&);
template std::size_t first_repeated(const Coordinates<double>&);
template std::size_t first_repeated(const Coordinates<float>&);

}  // namespace gist
