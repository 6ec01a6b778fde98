#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gist/core/team.hpp"
#include "gist/data/dataset.hpp"
#include "gist/io/format.hpp"

namespace gist {

/// Whether the first line of a CSV file names the columns.
enum class Header {
  automatic,  ///< it does if any of its fields is neither empty nor a number
  yes,
  no,
};

template <>
struct Names<Header> {
  static constexpr std::array<std::string_view, 3> names{"auto", "yes", "no"};
};

struct ReadOptions {
  std::string path{};
  Format format = Format::automatic;
  std::optional<std::int64_t> features{};  ///< the width; what lies beyond is an error
  bool single_precision = false;           ///< values as float
  std::string label_column{};         ///< CSV: name or number from 1; empty = the first column, "none" = there is none
  std::string label_file{};           ///< Matrix Market: the labels, one number a line
  Header header = Header::automatic;  ///< CSV
  /// Text parsed by one task. The result does not depend on it; tests make it small.
  std::size_t chunk_bytes = std::size_t{1} << 20;
};

/// Reads a data file of any format, compressed or not. Labels and values are finite; zeros of sparse formats are not
/// stored. Sparse text comes by row only (transpose.hpp completes it), the binary form both ways and mapped, not read.
/// Throws Error: kind `file` for what cannot be opened, `data` with file, line and column for what is wrong inside,
/// `option` for an option that does not apply to the format. The same bits and the same error on any number of threads.
Dataset read_dataset(const ReadOptions& options, Team& team);

/// A file with one number a line (weights, offsets, bounds, labels), compressed or not. `what` is what there is one of
/// each for: "sample", "feature". NaN is an error always, infinity unless allowed.
std::vector<double> read_numbers(const std::string& path, std::optional<std::int64_t> expected_count,
                                 std::string_view what, bool allow_infinite);

}  // namespace gist
