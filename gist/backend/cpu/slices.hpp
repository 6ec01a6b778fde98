#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "gist/backend/cpu/kernels.hpp"
#include "gist/core/team.hpp"
#include "gist/data/storage.hpp"

namespace gist::cpu {

/// A copy of compressed lines laid out for summing them again and again (SELL-C-sigma, Kreutzer et al. 2014): lines of
/// about equal length side by side, `width` to a slice, one to a lane. Summing a slice needs no masks and no sum across
/// lanes, which is most of the cost where lines are short. A long line has a slice to itself, its entries dealt out to
/// the lanes in turn. Entries are as narrow as they can be with the products still exact.
///
/// Lanes shorter than their slice are filled up with zeros at a position the line has anyway, so that an infinity
/// elsewhere in x does not reach them. Empty lines have slices of no layers.
struct Slices {
  static constexpr Index width = 16;
  static constexpr Index long_line = 1024;      ///< from here on a line has a slice to itself; bounds the filling up
  static constexpr Offset spare_entries = 512;  ///< behind the last layer, at position 0: the loops look ahead

  template <class Position, class Value>
  struct Entries {
    std::shared_ptr<Position[]> position;  ///< layer after layer of `width` entries
    std::shared_ptr<Value[]> value;
  };
  using AnyEntries = std::variant<Entries<std::uint16_t, float>, Entries<std::uint16_t, double>, Entries<Index, float>,
                                  Entries<Index, double>>;

  Index long_lines = 0;       ///< that many slices hold one line each; they come first
  std::vector<Offset> start;  ///< the first layer of each slice, and where the last one ends
  std::vector<Index> line;    ///< of each long slice, then of each lane; a lane left over repeats the one before it
  std::vector<Index> order;   ///< position p stands for x[order[p]]: popular ones first; empty where that does not pay
  AnyEntries entries;

  Offset count() const { return static_cast<Offset>(start.size()) - 1; }
  /// The line of each lane of slice s, or the one line of a long slice.
  const Index* lines_of(Offset s) const {
    return line.data() + (s < long_lines ? s : long_lines + (s - long_lines) * width);
  }
};

/// Builds the copy on the team; the same bytes for any size of it. `across` says how popular a position is: where its
/// line would begin in the same matrix the other way. None where the copy would not be faster: beyond what a cache
/// holds only the narrowest entries are. Takes 12 bytes an entry and 13 a line at most, so that a design both ways and
/// its copies stay below 2.1 times the design in double; never more than an eighth of the machine's memory.
template <class Value>
std::optional<Slices> make_slices(const Compressed<Value>& lines, std::span<const Offset> across, Team& team);

/// Whether make_slices would make any, at the cost of one look at the values.
template <class Value>
bool slices_pay(const Compressed<Value>& lines, std::span<const Offset> across, Team& team);

/// out[i] = sum over line i for the `count` lines that are chosen, the longest first: read from the lines themselves,
/// and what a copy of them in slices would give, to the last bit.
void sum_in_slice_order(const Lines<double>& lines, const double* x, const Index* chosen, Offset count, double* out);
void sum_in_slice_order(const Lines<float>& lines, const double* x, const Index* chosen, Offset count, double* out);

/// out[i] = sum over line i, of its values or of their squares, for the lines of the slices [begin, end), x in the
/// order of the slices.
void sum_slices(const Slices& slices, Power power, const double* x, double* out, Offset begin, Offset end);

}  // namespace gist::cpu
