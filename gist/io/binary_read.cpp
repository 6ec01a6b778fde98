#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstring>
#include <span>
#include <vector>

#include "gist/core/error.hpp"
#include "gist/io/binary.hpp"
#include "gist/io/checksum.hpp"
#include "gist/io/number.hpp"

namespace gist {
namespace {

[[noreturn]] void damaged(const Source& source, const std::string& what) {
  throw Error(ErrorKind::data, source.name() + ": damaged binary file: " + what + "; write it again with gist convert");
}

BinaryHeader read_header(const Source& source) {
  const std::string_view bytes = source.bytes();
  if (!bytes.starts_with(binary_magic)) {
    throw Error(ErrorKind::data, source.name() + ": not a binary data file, which starts with GIST");
  }
  BinaryHeader header;
  if (bytes.size() < sizeof header) damaged(source, "it ends inside the header");
  std::memcpy(&header, bytes.data(), sizeof header);
  if (header.byte_order == __builtin_bswap32(binary_byte_order)) {
    throw Error(ErrorKind::data,
                source.name() + ": written on a machine of the other byte order, convert it again here");
  }
  if (header.byte_order != binary_byte_order) damaged(source, "unknown byte order");
  // Before the checksum, whose place a newer version may have moved.
  if (header.version > binary_version) {
    throw Error(ErrorKind::data, source.name() + ": binary format version " + std::to_string(header.version) +
                                     " is newer than this program, which reads version " +
                                     std::to_string(binary_version) + "; convert it again or use a newer program");
  }
  if (header.version != binary_version || header.checksum != header_checksum(header)) {
    damaged(source, "the header does not match its checksum");
  }
  return header;
}

/// Every section lies in the file and has exactly the size that rows, columns and entries ask for.
void check_sizes(const Source& source, const BinaryHeader& header) {
  constexpr auto most = static_cast<std::uint64_t>(max_index);
  if (header.file_bytes != source.bytes().size()) {
    damaged(source, "it has " + std::to_string(source.bytes().size()) + " bytes, the header says " +
                        std::to_string(header.file_bytes));
  }
  const bool sane = header.dense <= 1 && (header.value_bytes == 4 || header.value_bytes == 8) && header.rows >= 1 &&
                    header.rows <= most && header.columns <= most && header.entries <= header.rows * header.columns &&
                    header.entries <= header.file_bytes;
  if (!sane) damaged(source, "impossible sizes in the header");
  const bool sparse = header.dense == 0;
  if (!sparse && header.entries != header.rows * header.columns) damaged(source, "impossible sizes in the header");
  std::array<std::uint64_t, section_count> expected{};
  expected[labels] = header.sections[labels].bytes == 0 ? 0 : header.rows * sizeof(double);
  expected[names] = header.sections[names].bytes;
  if (sparse) {
    expected[row_start] = (header.rows + 1) * sizeof(Offset);
    expected[column_start] = (header.columns + 1) * sizeof(Offset);
    expected[row_index] = expected[column_index] = header.entries * sizeof(Index);
    expected[row_value] = header.entries * header.value_bytes;
  }
  expected[column_value] = header.entries * header.value_bytes;
  for (std::size_t s = 0; s < section_count; ++s) {
    const Section& section = header.sections[s];
    const bool inside = section.offset % binary_alignment == 0 && section.offset >= sizeof header &&
                        section.offset <= header.file_bytes && section.bytes <= header.file_bytes - section.offset;
    if (section.bytes != expected[s] || !inside) {
      damaged(source, "section " + std::to_string(s) + " does not fit the sizes in the header");
    }
  }
}

template <class T>
std::span<const T> array_in(const Source& source, const Section& section) {
  if (section.bytes == 0) return {};
  return {reinterpret_cast<const T*>(source.bytes().data() + section.offset), section.bytes / sizeof(T)};
}

// The scans below look at one piece while the checksum has just brought it into the cache.

bool within(std::span<const Index> indices, std::uint64_t limit) {
  std::uint32_t largest = 0;  // negative ones are large, taken without sign
  for (const Index i : indices) largest = std::max(largest, static_cast<std::uint32_t>(i));
  return indices.empty() || largest < limit;
}

bool ascending(std::span<const Offset> offsets) {
  bool good = true;
  for (std::size_t i = 1; i < offsets.size(); ++i) good &= offsets[i - 1] <= offsets[i];
  return good;
}

template <class T>
bool finite(std::span<const T> values) {
  constexpr std::size_t lanes = 8;
  std::array<T, lanes> sum{};  // x * 0 is 0 for a finite x and NaN otherwise
  std::size_t i = 0;
  for (; i + lanes <= values.size(); i += lanes) {
    for (std::size_t k = 0; k < lanes; ++k) sum[k] += values[i + k] * T{0};
  }
  for (; i < values.size(); ++i) sum[0] += values[i] * T{0};
  return std::all_of(sum.begin(), sum.end(), [](T s) { return s == 0; });
}

/// Whether the piece [begin, end) of a section, in bytes, is something its readers can rely on.
bool sound(const Source& source, const BinaryHeader& header, std::size_t s, std::uint64_t begin, std::uint64_t end) {
  const Section piece{header.sections[s].offset + begin, end - begin, 0};
  switch (s) {
    case row_start:
    case column_start: {
      // Looks at the first offset of the next piece as well, so no pair between two pieces is missed.
      const auto all = array_in<Offset>(source, header.sections[s]);
      const auto first = begin / sizeof(Offset);
      const auto last = std::min<std::uint64_t>(end / sizeof(Offset) + 1, all.size());
      const bool ends = all.front() == 0 && all.back() == static_cast<Offset>(header.entries);
      return ends && ascending(all.subspan(first, last - first));
    }
    case row_index: return within(array_in<Index>(source, piece), header.columns);
    case column_index: return within(array_in<Index>(source, piece), header.rows);
    case labels: return finite(array_in<double>(source, piece));
    case row_value:
    case column_value:
      return header.value_bytes == 8 ? finite(array_in<double>(source, piece)) : finite(array_in<float>(source, piece));
    default: return true;
  }
}

void check_contents(const Source& source, const BinaryHeader& header, Team& team) {
  struct Piece {
    std::size_t section;
    std::uint64_t begin, end;
  };
  std::vector<Piece> pieces;
  for (std::size_t s = 0; s < section_count; ++s) {
    const Chunks cut = section_pieces(header.sections[s].bytes);
    for (std::int64_t c = 0; c < cut.count(); ++c) {
      pieces.push_back({s, static_cast<std::uint64_t>(cut.begin(c)), static_cast<std::uint64_t>(cut.end(c))});
    }
  }
  std::vector<std::uint64_t> sums(pieces.size());
  std::vector<char> good(pieces.size());
  team.run(static_cast<std::int64_t>(pieces.size()), [&](std::int64_t task) {
    const auto i = static_cast<std::size_t>(task);
    const auto [s, begin, end] = pieces[i];
    sums[i] = checksum(source.bytes().substr(header.sections[s].offset + begin, end - begin));
    good[i] = sound(source, header, s, begin, end);
  });
  std::size_t i = 0;
  for (std::size_t s = 0; s < section_count; ++s) {
    const std::size_t first = i;
    for (; i < pieces.size() && pieces[i].section == s; ++i) {
    }
    if (fold(std::span(sums).subspan(first, i - first)) != header.sections[s].checksum) {
      damaged(source, "section " + std::to_string(s) + " does not match its checksum");
    }
    if (std::find(good.begin() + static_cast<std::ptrdiff_t>(first), good.begin() + static_cast<std::ptrdiff_t>(i),
                  0) != good.begin() + static_cast<std::ptrdiff_t>(i)) {
      damaged(source, "section " + std::to_string(s) + " holds values out of range");
    }
  }
}

std::vector<std::string> read_names(const Source& source, const BinaryHeader& header) {
  std::string_view rest = source.bytes().substr(header.sections[names].offset, header.sections[names].bytes);
  std::vector<std::string> all;
  while (!rest.empty()) {
    std::uint32_t length = 0;
    if (rest.size() < sizeof length) damaged(source, "the feature names end early");
    std::memcpy(&length, rest.data(), sizeof length);
    rest.remove_prefix(sizeof length);
    if (rest.size() < length) damaged(source, "the feature names end early");
    all.emplace_back(rest.substr(0, length));
    rest.remove_prefix(length);
  }
  if (!all.empty() && all.size() != header.columns) damaged(source, "not one feature name per column");
  return all;
}

/// Values of the type in the file, as the type asked for; mapped if they are the same.
template <class Value, class Stored>
Buffer<Value> values_in(const std::shared_ptr<const Source>& source, const Section& section, Team& team) {
  const auto stored = array_in<Stored>(*source, section);
  if constexpr (std::is_same_v<Value, Stored>) {
    return {stored, source};
  } else {
    std::vector<Value> values(stored.size());
    std::atomic<bool> fits{true};
    team.run_chunks(Chunks{static_cast<std::int64_t>(stored.size()), 1 << 16}, [&](auto, auto begin, auto end) {
      bool good = true;
      for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i) {
        good &= narrow(static_cast<double>(stored[i]), values[i]);
      }
      if (!good) fits = false;
    });
    if (!fits) {
      throw Error(ErrorKind::data, source->name() + ": holds values too large for single precision (3.4e38)");
    }
    return values;
  }
}

template <class Value, class Stored>
Design design_in(const std::shared_ptr<const Source>& source, const BinaryHeader& header, Index columns, Team& team) {
  const auto rows = static_cast<Index>(header.rows);
  const auto& section = header.sections;
  if (header.dense == 1) {
    return Dense<Value>{rows, columns, values_in<Value, Stored>(source, section[column_value], team)};
  }
  Sparse<Value> matrix{rows, columns, {}, {}};
  matrix.by_row = Compressed<Value>{{array_in<Offset>(*source, section[row_start]), source},
                                    {array_in<Index>(*source, section[row_index]), source},
                                    values_in<Value, Stored>(source, section[row_value], team)};
  Buffer<Offset> start{array_in<Offset>(*source, section[column_start]), source};
  if (static_cast<std::uint64_t>(columns) > header.columns) {  // wider than stored: the columns added are empty
    std::vector<Offset> wider(static_cast<std::size_t>(columns) + 1, static_cast<Offset>(header.entries));
    std::copy(start.begin(), start.end(), wider.begin());
    start = std::move(wider);
  }
  matrix.by_column = Compressed<Value>{std::move(start),
                                       {array_in<Index>(*source, section[column_index]), source},
                                       values_in<Value, Stored>(source, section[column_value], team)};
  return matrix;
}

}  // namespace

std::uint64_t header_checksum(const BinaryHeader& header) {
  return checksum({reinterpret_cast<const char*>(&header), offsetof(BinaryHeader, checksum)});
}

Dataset open_binary(std::shared_ptr<const Source> source, const ReadOptions& options, Team& team) {
  // A mapping starts at a page and unpacked bytes at what malloc gives; 64-byte sections need no more than 8.
  const BinaryHeader header = read_header(*source);
  check_sizes(*source, header);
  check_contents(*source, header, team);

  auto columns = static_cast<std::int64_t>(header.columns);
  const bool fits =
      !options.features || columns == *options.features || (header.dense == 0 && columns < *options.features);
  if (!fits) {
    throw Error(ErrorKind::data, source->name() + ": " + std::to_string(columns) + " columns, expected " +
                                     std::to_string(*options.features) + " features");
  }
  Dataset data;
  data.feature_names = read_names(*source, header);
  if (options.features && columns < *options.features) {
    columns = *options.features;
    data.feature_names.clear();  // the columns added have none, and it is one per column or none at all
  }
  const auto label = array_in<double>(*source, header.sections[labels]);
  data.label.assign(label.begin(), label.end());
  data.source = source->name();
  const auto wide = static_cast<Index>(columns);
  const bool stored_double = header.value_bytes == sizeof(double);
  if (options.single_precision) {
    data.design = stored_double ? design_in<float, double>(source, header, wide, team)
                                : design_in<float, float>(source, header, wide, team);
  } else {
    data.design = stored_double ? design_in<double, double>(source, header, wide, team)
                                : design_in<double, float>(source, header, wide, team);
  }
  return data;
}

}  // namespace gist
