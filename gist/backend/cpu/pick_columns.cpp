#include "gist/backend/cpu/pick_columns.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "gist/backend/cpu/kernels_pick.hpp"
#include "gist/core/pages.hpp"
#include "gist/data/subset.hpp"

namespace gist::cpu {
namespace {

/// Rows are looked at until about this many of their entries have been.
constexpr Offset sampled_entries = 20'000;

std::size_t at(auto i) { return static_cast<std::size_t>(i); }

/// A bit for every column, set for the chosen: even a million of them fit a near cache.
std::vector<std::uint32_t> bits_of(Index columns, std::span<const Index> chosen) {
  std::vector<std::uint32_t> bits(at(columns) / 32 + 1);
  for (const Index j : chosen) bits[at(j) / 32] |= std::uint32_t{1} << (j % 32);
  return bits;
}

template <class Value>
double share(const Sparse<Value>& m, std::span<const Index> columns) {
  Offset inside = 0, all = 0;
  if (m.by_column) {
    const auto& start = m.by_column->start;
    for (const Index j : columns) inside += start[at(j) + 1] - start[at(j)];
    all = m.by_column->entries();
  } else {
    const auto bits = bits_of(m.columns, columns);
    const auto& rows = *m.by_row;
    const bool every = rows.entries() <= sampled_entries;
    double place = 0;
    for (Index looked = 0; looked < rows.lines() && (every || all < sampled_entries); ++looked) {
      place += 0.6180339887498949;  // the golden ratio: spread evenly, and in step with no order the rows may have
      place -= std::floor(place);
      const std::size_t i = every ? at(looked) : static_cast<std::size_t>(place * static_cast<double>(rows.lines()));
      const Offset first = rows.start[i], end = rows.start[i + 1];
      all += end - first;
      for (Offset k = first; k < end; ++k) {
        const Index j = rows.index[at(k)];
        inside += bits[at(j) / 32] >> (j % 32) & 1;
      }
    }
  }
  return all == 0 ? 0 : static_cast<double>(inside) / static_cast<double>(all);
}

/// What one thread finds in its run of rows: the entries of chosen columns, row after row.
template <class Value>
struct Found {
  std::vector<Index> column, row;
  std::vector<Value> value;
  std::vector<Offset> count;  // of each chosen column; later where its next entry goes

  void reserve(std::size_t entries) { column.reserve(entries), row.reserve(entries), value.reserve(entries); }
  void look(const Compressed<Value>& rows, Index begin, Index end, const std::uint32_t* bits) {
    constexpr Offset stretch = 4096;
    std::array<std::int32_t, stretch + 16> places;
    Index i = begin;
    for (Offset k = rows.start[at(begin)], last = rows.start[at(end)]; k < last; k += stretch) {
      const std::size_t count_here =
          find_chosen(rows.index.data() + k, at(std::min(stretch, last - k)), bits, places.data());
      const std::size_t before = column.size();
      column.resize(before + count_here), row.resize(before + count_here), value.resize(before + count_here);
      for (std::size_t p = 0; p < count_here; ++p) {
        const Offset entry = k + places[p];
        while (rows.start[at(i) + 1] <= entry) ++i;
        column[before + p] = rows.index[at(entry)];
        row[before + p] = i;
        value[before + p] = rows.value[at(entry)];
      }
    }
  }
};

template <class Value>
Compressed<Value> from_rows(const Sparse<Value>& matrix, std::span<const Index> chosen, Team& team) {
  const auto& rows = *matrix.by_row;
  const auto bits = bits_of(matrix.columns, chosen);
  std::vector<Index> place(at(matrix.columns));  // of the chosen alone
  for (std::size_t c = 0; c < chosen.size(); ++c) place[at(chosen[c])] = static_cast<Index>(c);
  const auto runs = std::min<Offset>(team.size(), rows.entries() / 100'000 + 1);
  const auto first_row = [&](Offset run) {
    const Offset before = rows.entries() * run / runs;
    return static_cast<Index>(std::lower_bound(rows.start.begin(), rows.start.end() - 1, before) - rows.start.begin());
  };
  // Room for what a look at some rows lets expect, and a little more: growing would copy, and touch new memory again.
  const double expected = 1.1 * share(matrix, chosen) * static_cast<double>(rows.entries() / runs) + 4096;
  std::vector<Found<Value>> found(at(runs));
  team.run(runs, [&](Offset run) {
    const Index end = run + 1 == runs ? rows.lines() : first_row(run + 1);
    auto& part = found[at(run)];
    part.reserve(static_cast<std::size_t>(expected));
    part.look(rows, first_row(run), end, bits.data());
    part.count.assign(chosen.size(), 0);
    for (Index& j : part.column) ++part.count[at(j = place[at(j)])];
  });

  std::vector<Offset> start(chosen.size() + 1);
  Offset total = 0;
  for (std::size_t c = 0; c < chosen.size(); ++c) {
    start[c] = total;
    for (auto& part : found) total += std::exchange(part.count[c], total);
  }
  start.back() = total;
  const auto index = uninitialized_array<Index>(at(total));
  const auto value = uninitialized_array<Value>(at(total));
  team.run(runs, [&](Offset run) {
    auto& part = found[at(run)];
    for (std::size_t k = 0; k < part.column.size(); ++k) {
      const Offset to = part.count[at(part.column[k])]++;
      index[to] = part.row[k];
      value[to] = part.value[k];
    }
  });
  return {std::move(start), Buffer<Index>({index.get(), at(total)}, index),
          Buffer<Value>({value.get(), at(total)}, value)};
}

template <class Value>
Compressed<Value> joined(const Compressed<Value>& first, const Compressed<Value>& more) {
  std::vector<Offset> start(first.start.begin(), first.start.end());
  for (std::size_t c = 1; c < more.start.size(); ++c) start.push_back(first.entries() + more.start[c]);
  const std::size_t before = at(first.entries()), size = before + at(more.entries());
  const auto index = uninitialized_array<Index>(size);
  const auto value = uninitialized_array<Value>(size);
  std::copy_n(first.index.data(), before, index.get());
  std::copy_n(first.value.data(), before, value.get());
  std::copy_n(more.index.data(), size - before, index.get() + before);
  std::copy_n(more.value.data(), size - before, value.get() + before);
  return {std::move(start), Buffer<Index>({index.get(), size}, index), Buffer<Value>({value.get(), size}, value)};
}

template <class Value>
Design picked(const Sparse<Value>& m, const Design& design, std::span<const Index> chosen, Team& team) {
  if (m.by_column || !m.by_row) return columns_of(design, chosen);
  return Sparse<Value>{m.rows, static_cast<Index>(chosen.size()), {}, from_rows(m, chosen, team)};
}
template <class Value>
double share(const Dense<Value>& m, std::span<const Index> columns) {
  return m.columns == 0 ? 0 : static_cast<double>(columns.size()) / static_cast<double>(m.columns);
}

template <class Value>
Design picked(const Dense<Value>&, const Design& design, std::span<const Index> chosen, Team&) {
  return columns_of(design, chosen);
}

template <class Value>
Design appended(const Sparse<Value>& a, const Design& more) {
  const auto& b = std::get<Sparse<Value>>(more.storage());
  return Sparse<Value>{a.rows, a.columns + b.columns, {}, joined(*a.by_column, *b.by_column)};
}
template <class Value>
Design appended(const Dense<Value>& a, const Design& more) {
  const auto& b = std::get<Dense<Value>>(more.storage());
  std::vector<Value> value(a.value.begin(), a.value.end());
  value.insert(value.end(), b.value.begin(), b.value.end());
  return Dense<Value>{a.rows, a.columns + b.columns, std::move(value)};
}

}  // namespace

Design pick_columns(const Design& design, std::span<const Index> chosen, Team& team) {
  return std::visit([&](const auto& m) { return picked(m, design, chosen, team); }, design.storage());
}

Design append_columns(const Design& first, const Design& more) {
  return std::visit([&](const auto& a) { return appended(a, more); }, first.storage());
}

double share_of_entries(const Design& design, std::span<const Index> columns) {
  return std::visit([&](const auto& m) { return share(m, columns); }, design.storage());
}

}  // namespace gist::cpu
