#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "gist/core/error.hpp"
#include "gist/core/team.hpp"
#include "gist/data/dataset.hpp"
#include "gist/io/read.hpp"
#include "gist/io/source.hpp"

namespace gist::fuzz {

template <class T>
void put(std::string& all, const T* values, std::size_t count) {
  all.append(reinterpret_cast<const char*>(values), count * sizeof(T));
  all += '|';
}

/// All that was read, as bytes to compare.
inline std::string digest(const Dataset& data) {
  std::string all;
  put(all, data.label.data(), data.label.size());
  for (const auto& name : data.feature_names) put(all, name.data(), name.size());
  std::visit(
      [&](const auto& matrix) {
        put(all, &matrix.rows, 1);
        put(all, &matrix.columns, 1);
        if constexpr (requires { matrix.by_row; }) {
          put(all, matrix.by_row->start.data(), matrix.by_row->start.size());
          put(all, matrix.by_row->index.data(), matrix.by_row->index.size());
          put(all, matrix.by_row->value.data(), matrix.by_row->value.size());
        } else {
          put(all, matrix.value.data(), matrix.value.size());
        }
      },
      data.design.storage());
  return all;
}

/// Reads the text whole and in small chunks, in both precisions, with read(source, options, team). Besides not
/// crashing, a reader must come to the same result or the same complaint either way, and throw nothing but Error.
template <class Read>
void check_text_reader(const std::uint8_t* bytes, std::size_t size, ReadOptions options, Read&& read) {
  static Team team(1);
  const auto source = Source::from_memory({reinterpret_cast<const char*>(bytes), size}, "input");
  for (const bool single : {false, true}) {
    options.single_precision = single;
    std::string outcome[2];
    for (const bool whole : {false, true}) {
      options.chunk_bytes = whole ? std::size_t{1} << 20 : 8;
      try {
        outcome[whole] = digest(read(*source, options, team));
      } catch (const Error& error) {
        outcome[whole] = error.what();
      }
    }
    if (outcome[0] != outcome[1]) std::abort();
  }
}

}  // namespace gist::fuzz
