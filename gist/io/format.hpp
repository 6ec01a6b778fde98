#pragma once

#include <array>
#include <string_view>

#include "gist/core/field.hpp"

namespace gist {

/// The forms a data file can have.
enum class Format { automatic, libsvm, csv, matrix_market, binary };

template <>
struct Names<Format> {
  static constexpr std::array<std::string_view, 5> names{"auto", "libsvm", "csv", "matrix-market", "binary"};
};

/// The first bytes of the binary form. Not text, and a line end in it shows transfers that rewrite line ends.
inline constexpr std::string_view binary_magic{"GIST\r\n\x1a\n", 8};

/// The format of a file's contents: by the first bytes if they tell (binary, Matrix Market), else by its name, and
/// LIBSVM if neither does. Looks below a .gz, .bz2, .xz or .zst at the end of the name.
Format detect_format(std::string_view path, std::string_view contents);

/// The format a name asks for when a file is written: .csv and .tsv, .mtx, .gist; LIBSVM otherwise.
Format format_of_name(std::string_view path);

}  // namespace gist
