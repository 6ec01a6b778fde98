#pragma once

#include <algorithm>
#include <cstring>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "gist/data/dataset.hpp"
#include "gist/io/binary.hpp"
#include "gist/io/checksum.hpp"

namespace gist::test {

/// The file with its checksums made right again, so that damage gets as far as the other checks.
inline std::string reseal(std::string bytes) {
  BinaryHeader header;
  if (bytes.size() < sizeof header) return bytes;
  std::memcpy(&header, bytes.data(), sizeof header);
  for (auto& section : header.sections) {
    if (section.offset > bytes.size()) continue;
    const Chunks cut = section_pieces(std::min<std::uint64_t>(section.bytes, bytes.size() - section.offset));
    std::vector<std::uint64_t> sums;
    for (std::int64_t c = 0; c < cut.count(); ++c) {
      sums.push_back(checksum(std::string_view(bytes).substr(section.offset + static_cast<std::uint64_t>(cut.begin(c)),
                                                             static_cast<std::size_t>(cut.end(c) - cut.begin(c)))));
    }
    section.checksum = fold(sums);
  }
  header.checksum = header_checksum(header);
  std::memcpy(bytes.data(), &header, sizeof header);
  return bytes;
}

/// Adds up all that a matrix refers to, so that the address sanitizer sees what an unsound one would touch.
template <class Value>
double sum_of(const Compressed<Value>& lines, std::size_t positions) {
  std::vector<double> sums(positions);
  for (Index line = 0; line < lines.lines(); ++line) {
    const auto l = static_cast<std::size_t>(line);
    for (auto k = static_cast<std::size_t>(lines.start[l]); k < static_cast<std::size_t>(lines.start[l + 1]); ++k) {
      sums[static_cast<std::size_t>(lines.index[k])] += static_cast<double>(lines.value[k]);
    }
  }
  double sum = 0;
  for (const double s : sums) sum += s;
  return sum;
}

inline double touch(const Dataset& data) {
  return std::visit(
      [](const auto& matrix) {
        double sum = 0;
        if constexpr (requires { matrix.by_row; }) {
          if (matrix.by_row) sum += sum_of(*matrix.by_row, static_cast<std::size_t>(matrix.columns));
          if (matrix.by_column) sum += sum_of(*matrix.by_column, static_cast<std::size_t>(matrix.rows));
        } else {
          for (const auto value : matrix.value) sum += static_cast<double>(value);
        }
        return sum;
      },
      data.design.storage());
}

}  // namespace gist::test
