#include "gist/backend/cpu/slices.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <functional>
#include <limits>
#include <numeric>
#include <span>
#include <utility>

#include "gist/core/chunks.hpp"
#include "gist/core/pages.hpp"

namespace gist::cpu {
namespace {

constexpr Offset width = Slices::width;
constexpr Offset near_positions = 4096;                      // as many elements of x as the first-level cache holds
constexpr std::size_t cached_bytes = std::size_t{16} << 20;  // what a third-level cache has for us
constexpr Offset narrow_positions = Offset{std::numeric_limits<std::uint16_t>::max()} + 1;

std::size_t at(Offset i) { return static_cast<std::size_t>(i); }

using Starts = std::span<const Offset>;  // of lines, and where the last one ends
Offset lines_of(Starts start) { return static_cast<Offset>(start.size()) - 1; }
Index length(Starts start, Offset i) { return static_cast<Index>(start[at(i + 1)] - start[at(i)]); }

/// All lines, long ones first and then by falling length; equal ones stay in order.
struct ByLength {
  std::vector<Index> line;
  Offset long_lines = 0, not_empty = 0;
};

ByLength by_length(Starts start) {
  const Offset lines = lines_of(start);
  std::array<Offset, Slices::long_line + 1> next{};  // a counter per length, the long ones under one
  const auto rank = [&](Offset i) { return at(Slices::long_line - std::min(length(start, i), Slices::long_line)); };
  for (Offset i = 0; i < lines; ++i) ++next[rank(i)];
  ByLength sorted{.line = std::vector<Index>(at(lines)), .long_lines = next.front(), .not_empty = lines - next.back()};
  Offset total = 0;
  for (Offset& n : next) total += std::exchange(n, total);
  for (Offset i = 0; i < lines; ++i) sorted.line[at(next[rank(i)]++)] = static_cast<Index>(i);
  return sorted;
}

/// How many entries refer to the elements of x that the first-level cache would do best to hold: whole cache lines of
/// eight, as the positions are named now.
Offset held_now(Starts across) {
  const Offset positions = lines_of(across), lines = (positions + 7) / 8, held = near_positions / 8;
  std::vector<Offset> entries(at(lines));
  for (Offset g = 0; g < lines; ++g) entries[at(g)] = across[at(std::min(positions, 8 * g + 8))] - across[at(8 * g)];
  std::nth_element(entries.begin(), entries.begin() + held, entries.end(), std::greater<>());
  return std::accumulate(entries.begin(), entries.begin() + held, Offset{0});
}

/// Positions by falling popularity, or none: renaming them costs a copy of x in every product, about as much as three
/// entries that move from the second-level to the first-level cache save.
std::vector<Index> popular_first(Starts across) {
  const Offset positions = lines_of(across);
  if (positions < 2 * near_positions || across.back() <= 3 * positions) return {};
  ByLength sorted = by_length(across);  // the long ones are in no order among themselves, but all of them come first
  Offset held = 0;
  for (Offset p = 0; p < near_positions; ++p) held += length(across, sorted.line[at(p)]);
  return held - held_now(across) > 3 * positions ? std::move(sorted.line) : std::vector<Index>();
}

/// Which line is in which lane of which slice, and how many layers each slice has.
template <class Value>
void deal_out(const Compressed<Value>& lines, Slices& slices) {
  const Starts start = lines.start.view();
  const ByLength sorted = by_length(start);
  const Offset all = lines.lines();
  slices.long_lines = static_cast<Index>(sorted.long_lines);
  slices.line.reserve(at(all + 2 * width));
  slices.start.reserve(at(sorted.long_lines + (all - sorted.long_lines) / width + 3));
  slices.start.push_back(0);
  for (Offset i = 0; i < sorted.long_lines; ++i) {
    slices.line.push_back(sorted.line[at(i)]);
    slices.start.push_back(slices.start.back() + (length(start, slices.line.back()) + width - 1) / width);
  }
  // Empty lines do not share a slice with others: they have no position of their own to fill up with.
  for (const auto& [begin, end] : {std::pair{sorted.long_lines, sorted.not_empty}, {sorted.not_empty, all}}) {
    for (Offset i = begin; i < end; i += width) {
      slices.start.push_back(slices.start.back() + length(start, sorted.line[at(i)]));
      for (Offset lane = 0; lane < width; ++lane) slices.line.push_back(sorted.line[at(std::min(i + lane, end - 1))]);
    }
  }
}

template <class Value>
bool all_fit_float(std::span<const Value> values, Team& team) {
  if constexpr (sizeof(Value) == sizeof(float)) return true;
  std::atomic<bool> fit = true;
  team.run_chunks(Chunks{static_cast<Offset>(values.size()), 1 << 16}, [&](Offset, Offset begin, Offset end) {
    if (!fit.load(std::memory_order_relaxed)) return;
    int others = 0;  // no early end: the compiler makes vector code of it
    for (Offset k = begin; k < end; ++k)
      others |= values[at(k)] != static_cast<Value>(static_cast<float>(values[at(k)]));
    if (others != 0) fit.store(false, std::memory_order_relaxed);
  });
  return fit;
}

/// Copies the entries to where they have been dealt out. `rank` gives positions their new names, where they have some.
template <class Value>
class Filling {
 public:
  Filling(const Compressed<Value>& lines, std::span<const Index> rank, Slices& slices, Team& team)
      : lines_(lines), rank_(rank), slices_(slices), team_(team) {}

  template <class Position, class To>
  void fill() {
    const Offset entries = slices_.start.back() * width, all = entries + Slices::spare_entries;
    Slices::Entries<Position, To> to{uninitialized_array<Position>(at(all)), uninitialized_array<To>(at(all))};
    std::fill(to.position.get() + entries, to.position.get() + all, Position{0});
    team_.run_chunks(Chunks{slices_.count(), 256}, [&](Offset, Offset begin, Offset end) {
      for (Offset s = begin; s < end; ++s) fill_slice(s, to.position.get(), to.value.get());
    });
    slices_.entries = std::move(to);
  }

 private:
  template <class Position, class To>
  void fill_slice(Offset s, Position* position, To* value) const {
    const Offset place = slices_.start[at(s)] * width, layers = slices_.start[at(s + 1)] - slices_.start[at(s)];
    if (layers == 0) return;
    const Index* const line = slices_.lines_of(s);
    if (s < slices_.long_lines) return fill_line(*line, position + place, value + place, layers * width, 1);
    for (Offset lane = 0; lane < width; ++lane)
      fill_line(line[lane], position + place + lane, value + place + lane, layers, width);
  }

  /// One line into `places` places, `step` apart.
  template <class Position, class To>
  void fill_line(Index line, Position* position, To* value, Offset places, Offset step) const {
    const Offset first = lines_.start[at(line)], entries = lines_.start[at(line + 1)] - first;
    for (Offset k = 0; k < entries; ++k) {
      position[k * step] = renamed<Position>(first + k);
      value[k * step] = static_cast<To>(lines_.value[at(first + k)]);
    }
    for (Offset k = entries; k < places; ++k) {
      position[k * step] = renamed<Position>(first + entries - 1);
      value[k * step] = 0;
    }
  }

  template <class Position>
  Position renamed(Offset k) const {
    const Index p = lines_.index[at(k)];
    return static_cast<Position>(rank_.empty() ? p : rank_[at(p)]);
  }

  const Compressed<Value>& lines_;
  std::span<const Index> rank_;
  Slices& slices_;
  Team& team_;
};

/// A copy of up to 16 MB stays in the cache, where lanes without masks and tails are faster however wide the entries.
/// Out of memory the stream of entries is what takes time, and only half as wide ones are worth it. The limit is what
/// the machine has rather than what is free just now: a fit should have the same bits every time.
bool pays(std::size_t bytes, bool narrowest) {
  return bytes <= cached_bytes || (narrowest && bytes <= physical_memory() / 8);
}

/// How narrow the entries of a copy can be.
struct Entry {
  bool narrow, as_float;
  std::size_t bytes() const {
    return (narrow ? sizeof(std::uint16_t) : sizeof(Index)) + (as_float ? sizeof(float) : sizeof(double));
  }
  bool pays(Offset entries) const { return entries > 0 && cpu::pays(at(entries) * bytes(), narrow && as_float); }
};

template <class Value>
Entry narrowest(const Compressed<Value>& lines, Starts across, Team& team) {
  return {lines_of(across) <= narrow_positions, all_fit_float(lines.value.view(), team)};
}

}  // namespace

template <class Value>
bool slices_pay(const Compressed<Value>& lines, std::span<const Offset> across, Team& team) {
  return narrowest(lines, across, team).pays(lines.entries());
}

template <class Value>
std::optional<Slices> make_slices(const Compressed<Value>& lines, std::span<const Offset> across, Team& team) {
  const Entry entry = narrowest(lines, across, team);
  const auto [narrow, as_float] = entry;
  if (!entry.pays(lines.entries())) return {};

  Slices slices;
  slices.order = popular_first(across);
  std::vector<Index> rank(slices.order.size());
  for (std::size_t p = 0; p < rank.size(); ++p) rank[at(slices.order[p])] = static_cast<Index>(p);
  deal_out(lines, slices);
  Filling<Value> filling(lines, rank, slices, team);
  if (narrow) {
    as_float ? filling.template fill<std::uint16_t, float>() : filling.template fill<std::uint16_t, double>();
  } else {
    as_float ? filling.template fill<Index, float>() : filling.template fill<Index, double>();
  }
  return slices;
}

template bool slices_pay(const Compressed<double>&, std::span<const Offset>, Team&);
template bool slices_pay(const Compressed<float>&, std::span<const Offset>, Team&);
template std::optional<Slices> make_slices(const Compressed<double>&, std::span<const Offset>, Team&);
template std::optional<Slices> make_slices(const Compressed<float>&, std::span<const Offset>, Team&);

}  // namespace gist::cpu
