#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "gist/io/block.hpp"

namespace gist {

enum class Packing { gzip, bzip2, xz, zstd };

/// How the bytes are compressed, by their first few; nothing if they are not.
std::optional<Packing> packing_of(std::string_view bytes);

/// All of the unpacked bytes. A stream that is cut short or damaged is an Error of kind `data` that names `path`.
Block decompress(Packing packing, std::string_view packed, const std::string& path);

/// The name without a .gz, .bz2, .xz or .zst at its end.
std::string_view without_packing_suffix(std::string_view path);

}  // namespace gist
