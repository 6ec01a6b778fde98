#include "gist/data/transpose.hpp"

#include <algorithm>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "gist/core/chunks.hpp"
#include "gist/core/pages.hpp"
#include "gist/data/balanced_ranges.hpp"

namespace gist {
namespace {

std::size_t at(Offset i) { return static_cast<std::size_t>(i); }

/// The three arrays of the result while they are being filled.
template <class Value>
struct Filling {
  Filling(Index lines, Offset entries)
      : start_size(at(lines) + 1),
        size(at(entries)),
        start(uninitialized_array<Offset>(start_size)),
        index(uninitialized_array<Index>(size)),
        value(uninitialized_array<Value>(size)) {}

  Compressed<Value> finish() && {
    return {Buffer<Offset>({start.get(), start_size}, start), Buffer<Index>({index.get(), size}, index),
            Buffer<Value>({value.get(), size}, value)};
  }

  std::size_t start_size, size;
  std::shared_ptr<Offset[]> start;
  std::shared_ptr<Index[]> index;
  std::shared_ptr<Value[]> value;
};

/// Entries between use and prefetch of where an entry goes: the places are scattered over the whole result.
constexpr Offset ahead = 24;

/// Few positions and many lines, or one thread: each thread takes a run of lines with about as many entries as the
/// others' and counts where they go; running sums over the counts give every run its own place in every line of the
/// result.
template <class Value>
Compressed<Value> by_runs_of_lines(const Compressed<Value>& from, Index positions, Team& team) {
  const Offset entries = from.entries();
  // The counters of all runs together stay below a quarter of the entries.
  const Offset runs = std::clamp<Offset>(entries / (4 * Offset{positions} + 1), 1, team.size());
  const auto first_line = [&](Offset run) {
    return std::lower_bound(from.start.begin(), from.start.end() - 1, entries * run / runs) - from.start.begin();
  };
  std::vector<Offset> counter(at(runs * positions));
  team.run(runs, [&](Offset run) {
    Offset* const count = counter.data() + run * positions;
    const Offset begin = from.start[at(first_line(run))];
    const Offset end = run + 1 == runs ? entries : from.start[at(first_line(run + 1))];
    for (Offset k = begin; k < end; ++k) ++count[from.index[at(k)]];
  });

  Filling<Value> to(positions, entries);
  Offset total = 0;
  for (Index j = 0; j < positions; ++j) {
    to.start[j] = total;
    for (Offset run = 0; run < runs; ++run) total += std::exchange(counter[at(run * positions + j)], total);
  }
  to.start[positions] = total;

  team.run(runs, [&](Offset run) {
    Offset* const next = counter.data() + run * positions;
    const Offset end = run + 1 == runs ? from.lines() : first_line(run + 1);
    for (Offset line = first_line(run); line < end; ++line) {
      for (Offset k = from.start[at(line)]; k < from.start[at(line + 1)]; ++k) {
        const Offset soon = next[from.index[at(std::min(k + ahead, entries - 1))]];
        __builtin_prefetch(to.index.get() + soon, 1);
        __builtin_prefetch(to.value.get() + soon, 1);
        const Offset place = next[from.index[at(k)]]++;
        to.index[place] = static_cast<Index>(line);
        to.value[place] = from.value[at(k)];
      }
    }
  });
  return std::move(to).finish();
}

/// Many positions, long lines: the positions are cut into ranges, small enough for a cache to hold the ends of the
/// result's lines there, and each task fills one range, taking from every line the stretch that falls into it.
template <class Value>
Compressed<Value> by_ranges_of_positions(const Compressed<Value>& from, Index positions, Team& team) {
  const Index lines = from.lines();
  const Offset entries = from.entries();
  // At least four entries of a line in a range on average: keeps `reached` small and the look-ups worth their while.
  const Offset wanted = std::clamp<Offset>(entries / (4 * Offset{lines}), 1, std::max(8, 4 * team.size()));
  const auto range_end = balanced_ranges(from.index.view(), positions, wanted);
  const auto ranges = static_cast<Offset>(range_end.size());

  // reached[r * lines + i]: how many entries of line i come before the end of range r.
  const auto reached = uninitialized_array<std::uint32_t>(at(ranges * lines));
  team.run_chunks(Chunks{lines, 1024}, [&](Offset, Offset begin, Offset end) {
    for (Offset i = begin; i < end; ++i) {
      const Index* const first = from.index.data() + from.start[at(i)];
      const Index* const last = from.index.data() + from.start[at(i + 1)];
      const Index* edge = first;
      for (Offset r = 0; r < ranges; ++r) {
        edge = std::lower_bound(edge, last, range_end[at(r)]);
        reached[r * lines + i] = static_cast<std::uint32_t>(edge - first);
      }
    }
  });

  Filling<Value> to(positions, entries);
  to.start[0] = 0;
  team.run(ranges, [&](Offset r) {
    const Index begin = r == 0 ? 0 : range_end[at(r - 1)], end = range_end[at(r)];
    const auto for_stretches = [&](auto&& body) {
      for (Offset i = 0; i < lines; ++i) {
        const Offset first = from.start[at(i)] + (r == 0 ? 0 : reached[(r - 1) * lines + i]);
        body(static_cast<Index>(i), first, from.start[at(i)] + reached[r * lines + i]);
      }
    };
    Offset total = 0;  // the entries of the ranges before this one
    for (Offset i = 0; r > 0 && i < lines; ++i) total += reached[(r - 1) * lines + i];

    // start[j + 1] counts line j, then is where its next entry goes, and ends as the end of line j, which is right.
    Offset* const next = to.start.get() + 1;
    std::fill(next + begin, next + end, 0);
    for_stretches([&](Index, Offset first, Offset last) {
      for (Offset k = first; k < last; ++k) ++next[from.index[at(k)]];
    });
    for (Index j = begin; j < end; ++j) total += std::exchange(next[j], total);
    for_stretches([&](Index line, Offset first, Offset last) {
      for (Offset k = first; k < last; ++k) {
        const Offset place = next[from.index[at(k)]]++;
        to.index[place] = line;
        to.value[place] = from.value[at(k)];
      }
    });
  });
  return std::move(to).finish();
}

template <class Value>
Design complete_pair(const Sparse<Value>& design, Team& team) {
  Sparse<Value> both = design;
  if (both.by_row && !both.by_column) both.by_column = transpose(*both.by_row, both.columns, team);
  if (both.by_column && !both.by_row) both.by_row = transpose(*both.by_column, both.rows, team);
  return both;
}
template <class Value>
Design complete_pair(const Dense<Value>& design, Team&) {
  return design;
}

}  // namespace

// Either way the result is the one permutation that is stable, whatever the number of runs or ranges; that number
// may therefore follow the size of the team.
template <class Value>
Compressed<Value> transpose(const Compressed<Value>& from, Index positions, Team& team) {
  if (from.entries() == 0) {
    return {std::vector<Offset>(at(positions) + 1), std::vector<Index>(), std::vector<Value>()};
  }
  return positions <= from.lines() || team.size() == 1 ? by_runs_of_lines(from, positions, team)
                                                       : by_ranges_of_positions(from, positions, team);
}

template Compressed<double> transpose(const Compressed<double>&, Index, Team&);
template Compressed<float> transpose(const Compressed<float>&, Index, Team&);

Design rows_alone(const Design& design) {
  return std::visit(
      [&](const auto& matrix) -> Design {
        if constexpr (requires { matrix.by_row; }) {
          auto rows = matrix;
          if (rows.by_row) rows.by_column.reset();
          return rows;
        } else {
          return design;
        }
      },
      design.storage());
}

Design complete(const Design& design, Team& team) {
  return std::visit([&](const auto& matrix) { return complete_pair(matrix, team); }, design.storage());
}

}  // namespace gist
