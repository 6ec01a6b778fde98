#include <algorithm>
#include <cstring>
#include <variant>
#include <vector>

#include "gist/data/transpose.hpp"
#include "gist/io/atomic_file.hpp"
#include "gist/io/binary.hpp"
#include "gist/io/checksum.hpp"
#include "gist/io/format.hpp"

namespace gist {
namespace {

template <class T>
std::string_view bytes_of(const Buffer<T>& buffer) {
  return {reinterpret_cast<const char*>(buffer.data()), buffer.bytes()};
}

std::string pack_names(const std::vector<std::string>& all) {
  std::string packed;
  for (const auto& name : all) {
    const auto length = static_cast<std::uint32_t>(name.size());
    packed.append(reinterpret_cast<const char*>(&length), sizeof length);
    packed += name;
  }
  return packed;
}

using Contents = std::array<std::string_view, section_count>;

template <class Value>
void describe(const Sparse<Value>& matrix, BinaryHeader& header, Contents& contents) {
  header.value_bytes = sizeof(Value);
  header.entries = static_cast<std::uint64_t>(matrix.by_row->entries());
  contents[row_start] = bytes_of(matrix.by_row->start);
  contents[row_index] = bytes_of(matrix.by_row->index);
  contents[row_value] = bytes_of(matrix.by_row->value);
  contents[column_start] = bytes_of(matrix.by_column->start);
  contents[column_index] = bytes_of(matrix.by_column->index);
  contents[column_value] = bytes_of(matrix.by_column->value);
}

template <class Value>
void describe(const Dense<Value>& matrix, BinaryHeader& header, Contents& contents) {
  header.dense = 1;
  header.value_bytes = sizeof(Value);
  header.entries = matrix.value.size();
  contents[column_value] = bytes_of(matrix.value);
}

std::uint64_t section_checksum(std::string_view bytes, Team& team) {
  const Chunks cut = section_pieces(bytes.size());
  std::vector<std::uint64_t> sums(static_cast<std::size_t>(cut.count()));
  team.run_chunks(cut, [&](std::int64_t c, std::int64_t begin, std::int64_t end) {
    sums[static_cast<std::size_t>(c)] =
        checksum(bytes.substr(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin)));
  });
  return fold(sums);
}

}  // namespace

void write_binary(const Dataset& data, const std::string& path, Team& team) {
  AtomicFile file(path);  // first: a name that cannot be written should not cost a transposition
  const Design design = complete(data.design, team);
  const std::string packed_names = pack_names(data.feature_names);

  BinaryHeader header;
  Contents contents{};
  std::copy(binary_magic.begin(), binary_magic.end(), header.magic.begin());
  header.rows = static_cast<std::uint64_t>(design.rows());
  header.columns = static_cast<std::uint64_t>(design.columns());
  std::visit([&](const auto& matrix) { describe(matrix, header, contents); }, design.storage());
  contents[labels] = {reinterpret_cast<const char*>(data.label.data()), data.label.size() * sizeof(double)};
  contents[names] = packed_names;

  const auto padded = [](std::uint64_t bytes) {
    return (bytes + binary_alignment - 1) / binary_alignment * binary_alignment;
  };
  std::uint64_t offset = padded(sizeof header);
  for (std::size_t s = 0; s < section_count; ++s) {
    header.sections[s] = {offset, contents[s].size(), section_checksum(contents[s], team)};
    offset += padded(contents[s].size());
  }
  header.file_bytes = offset;
  header.checksum = header_checksum(header);

  const auto write_padded = [&](std::string_view bytes) {
    constexpr std::array<char, binary_alignment> zeros{};
    file.write(bytes);
    file.write({zeros.data(), padded(bytes.size()) - bytes.size()});
  };
  write_padded({reinterpret_cast<const char*>(&header), sizeof header});
  for (const auto bytes : contents) write_padded(bytes);
  file.commit();
}

}  // namespace gist
