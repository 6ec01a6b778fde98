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

/// What one thread finds in its run of rows: where the entries of chosen columns stand. Nothing of the entries is kept:
/// memory touched for the first time costs more than reading them again.
class Found {
 public:
  /// Rows [begin, end); room for so many entries to begin with.
  template <class Value>
  void look(const Compressed<Value>& rows, Index begin, Index end, const std::uint32_t* bits, std::size_t expected) {
    begin_ = begin;
    first_ = rows.start[at(begin)];
    const Offset last = rows.start[at(end)];
    ends_.assign(1, 0);
    for (Offset k = first_; k < last; k += stretch) {
      make_room(ends_.back() + stretch + spare, expected);
      ends_.push_back(ends_.back() + find_chosen(rows.index.data() + k, at(std::min(stretch, last - k)), bits,
                                                 place_.get() + ends_.back()));
    }
  }

  /// visit(k) for every entry found, in order.
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (std::size_t s = 0; s + 1 < ends_.size(); ++s) {
      const Offset base = first_ + static_cast<Offset>(s) * stretch;
      for (std::size_t p = ends_[s]; p < ends_[s + 1]; ++p) visit(base + place_[static_cast<std::ptrdiff_t>(p)]);
    }
  }
  Index first_row() const { return begin_; }

  std::vector<Offset> count;  // of each chosen column; later where its next entry goes

 private:
  static constexpr Offset stretch = 4096;   // entries
  static constexpr std::size_t spare = 16;  // find_chosen writes whole vectors

  void make_room(std::size_t places, std::size_t expected) {
    if (places <= room_) return;
    room_ = std::max({places, expected + stretch + spare, 2 * room_});
    const auto before = std::exchange(place_, uninitialized_array<std::int32_t>(room_));
    std::copy_n(before.get(), ends_.back(), place_.get());
  }

  Index begin_ = 0;
  Offset first_ = 0;
  std::vector<std::size_t> ends_;          // of the places of each stretch
  std::shared_ptr<std::int32_t[]> place_;  // within its stretch
  std::size_t room_ = 0;
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
  if (!place_) place_ = uninitialized_array<Index>(at(whole_.columns));
  for (std::size_t c = 0; c < chosen.size(); ++c) place_[chosen[c]] = static_cast<Index>(c);
  const auto runs = std::min<Offset>(team.size(), rows.entries() / 100'000 + 1);
  const auto first_row = [&](Offset run) {
    const Offset before = rows.entries() * run / runs;
    return static_cast<Index>(std::lower_bound(rows.start.begin(), rows.start.end() - 1, before) - rows.start.begin());
  };
  // Room for what a look at some rows lets expect, and a little more: growing would copy, and touch new memory again.
  const double expected = 1.1 * share(whole_, chosen) * static_cast<double>(rows.entries() / runs) + 4096;
  std::vector<Found> found(at(runs));
  const auto place_of = [&](Offset k) { return at(place_[rows.index[at(k)]]); };
  team.run(runs, [&](Offset run) {
    const Index end = run + 1 == runs ? rows.lines() : first_row(run + 1);
    Found& part = found[at(run)];
    part.look(rows, first_row(run), end, bits.data(), static_cast<std::size_t>(expected));
    part.count.assign(chosen.size(), 0);
    part.for_each([&](Offset k) { ++part.count[place_of(k)]; });
  });

  const Offset there = start_.back();
  Offset total = there;
  for (std::size_t c = 0; c < chosen.size(); ++c) {
    for (auto& part : found) total += std::exchange(part.count[c], total);
    start_.push_back(total);
  }
  make_room(there, total);
  team.run(runs, [&](Offset run) {
    Found& part = found[at(run)];
    Index row = part.first_row();
    part.for_each([&](Offset k) {
      while (rows.start[at(row) + 1] <= k) ++row;
      const Offset to = part.count[place_of(k)]++;
      index_[to] = row;
      value_[to] = rows.value[at(k)];
    });
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
