#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "gist/core/chunks.hpp"
#include "gist/core/team.hpp"
#include "gist/data/dataset.hpp"
#include "gist/io/read.hpp"
#include "gist/io/source.hpp"

namespace gist {

/// The binary form of a data set, made to be mapped: a header, then sections that start at multiples of 64 bytes and
/// hold arrays exactly as they lie in memory. A sparse matrix is in it both ways, so opening transposes nothing.
///
/// Everything that could lead outside the file or an array is checked on opening, and each section against its
/// checksum: one pass over the file at the speed of memory.
inline constexpr std::uint32_t binary_version = 1;
inline constexpr std::uint32_t binary_byte_order = 0x01020304;
inline constexpr std::size_t binary_alignment = 64;

/// Which array a section holds. A dense matrix is its column_value; sections it does not use are empty.
enum SectionName {
  labels,     ///< double, one per row, or none
  names,      ///< per column a 32-bit length and that many bytes, or none
  row_start,  ///< the matrix by rows: 64-bit offsets, 32-bit indices, values
  row_index,
  row_value,
  column_start,  ///< and by columns
  column_index,
  column_value,
  section_count
};

struct Section {
  std::uint64_t offset = 0, bytes = 0, checksum = 0;
};

struct BinaryHeader {
  std::array<char, 8> magic{};
  std::uint32_t byte_order = binary_byte_order;
  std::uint32_t version = binary_version;
  std::uint32_t dense = 0;        ///< 0 or 1
  std::uint32_t value_bytes = 8;  ///< 8 for double, 4 for float
  std::uint64_t rows = 0, columns = 0, entries = 0;
  std::uint64_t file_bytes = 0;
  std::array<Section, section_count> sections{};
  std::uint64_t checksum = 0;  ///< of all that comes before it
};
static_assert(sizeof(BinaryHeader) == 56 + 24 * section_count + 8, "no padding: the header is written as it lies");

/// The cut of a section into the pieces that are summed, and scanned, one per task. Part of the format.
inline Chunks section_pieces(std::uint64_t bytes) { return {static_cast<std::int64_t>(bytes), 1 << 18}; }

/// The checksum the header must carry.
std::uint64_t header_checksum(const BinaryHeader& header);

/// Opens the binary form. The arrays of the result look into `source` and keep it alive. Values come in the precision
/// asked for: if the file has the other one they are converted in memory (floats become the doubles they stand for).
Dataset open_binary(std::shared_ptr<const Source> source, const ReadOptions& options, Team& team);

/// Writes the binary form, by way of a temporary file that is renamed into place.
void write_binary(const Dataset& data, const std::string& path, Team& team);

}  // namespace gist
