#include "gist/backend/cpu/pick_columns.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "gist/backend/cpu/kernels_pick.hpp"
#include "gist/core/pages.hpp"

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
double share(const Dense<Value>& m, std::span<const Index> columns) {
  return m.columns == 0 ? 0 : static_cast<double>(columns.size()) / static_cast<double>(m.columns);
}

std::variant<PickedValues<float>, PickedValues<double>> nothing_of(const Design& whole) {
  if (const auto* singles = std::get_if<Sparse<float>>(&whole.storage())) return PickedValues<float>(*singles);
  return PickedValues<double>(std::get<Sparse<double>>(whole.storage()));
}

}  // namespace

/// For so many entries in all, of which some are there. Those that come next time are likely to be as many again.
template <class Value>
void PickedValues<Value>::make_room(Offset there, Offset entries) {
  if (entries <= room_) return;
  room_ = std::min(2 * entries, std::max(entries, (whole_.by_column ? whole_.by_column : whole_.by_row)->entries()));
  const auto before = std::exchange(index_, uninitialized_array<Index>(at(room_)));
  const auto values_before = std::exchange(value_, uninitialized_array<Value>(at(room_)));
  std::copy_n(before.get(), there, index_.get());
  std::copy_n(values_before.get(), there, value_.get());
}

template <class Value>
void PickedValues<Value>::add_from_rows(std::span<const Index> chosen, Team& team) {
  const auto& rows = *whole_.by_row;
  const auto bits = bits_of(whole_.columns, chosen);
  std::vector<Index> place(at(whole_.columns));  // of the chosen alone
  for (std::size_t c = 0; c < chosen.size(); ++c) place[at(chosen[c])] = static_cast<Index>(c);
  const auto runs = std::min<Offset>(team.size(), rows.entries() / 100'000 + 1);
  const auto first_row = [&](Offset run) {
    const Offset before = rows.entries() * run / runs;
    return static_cast<Index>(std::lower_bound(rows.start.begin(), rows.start.end() - 1, before) - rows.start.begin());
  };
  // Room for what a look at some rows lets expect, and a little more: growing would copy, and touch new memory again.
  const double expected = 1.1 * share(whole_, chosen) * static_cast<double>(rows.entries() / runs) + 4096;
  std::vector<Found<Value>> found(at(runs));
  team.run(runs, [&](Offset run) {
    const Index end = run + 1 == runs ? rows.lines() : first_row(run + 1);
    auto& part = found[at(run)];
    part.reserve(static_cast<std::size_t>(expected));
    part.look(rows, first_row(run), end, bits.data());
    part.count.assign(chosen.size(), 0);
    for (Index& j : part.column) ++part.count[at(j = place[at(j)])];
  });

  const Offset there = start_.back();
  Offset total = there;
  for (std::size_t c = 0; c < chosen.size(); ++c) {
    for (auto& part : found) total += std::exchange(part.count[c], total);
    start_.push_back(total);
  }
  make_room(there, total);
  team.run(runs, [&](Offset run) {
    auto& part = found[at(run)];
    for (std::size_t k = 0; k < part.column.size(); ++k) {
      const Offset to = part.count[at(part.column[k])]++;
      index_[to] = part.row[k];
      value_[to] = part.value[k];
    }
  });
}

template <class Value>
void PickedValues<Value>::add_from_columns(std::span<const Index> chosen) {
  const auto& columns = *whole_.by_column;
  Offset total = start_.back();
  for (const Index j : chosen) total += columns.start[at(j) + 1] - columns.start[at(j)];
  make_room(start_.back(), total);
  for (const Index j : chosen) {
    const Offset first = columns.start[at(j)], count = columns.start[at(j) + 1] - first, to = start_.back();
    std::copy_n(columns.index.data() + first, count, index_.get() + to);
    std::copy_n(columns.value.data() + first, count, value_.get() + to);
    start_.push_back(to + count);
  }
}

template <class Value>
void PickedValues<Value>::add(std::span<const Index> chosen, Team& team) {
  if (whole_.by_column)
    add_from_columns(chosen);
  else
    add_from_rows(chosen, team);
}

template <class Value>
Design PickedValues<Value>::design() const {
  const std::size_t size = at(start_.back());
  Compressed<Value> columns{start_, Buffer<Index>({index_.get(), size}, index_),
                            Buffer<Value>({value_.get(), size}, value_)};
  return Sparse<Value>{whole_.rows, static_cast<Index>(start_.size() - 1), {}, std::move(columns)};
}

template class PickedValues<float>;
template class PickedValues<double>;

PickedColumns::PickedColumns(const Design& whole) : values_(nothing_of(whole)) {}

double share_of_entries(const Design& design, std::span<const Index> columns) {
  return std::visit([&](const auto& m) { return share(m, columns); }, design.storage());
}

}  // namespace gist::cpu
