#include "gist/io/format.hpp"

#include "gist/io/decompress.hpp"

namespace gist {

Format format_of_name(std::string_view path) {
  const std::string_view plain = without_packing_suffix(path);
  if (plain.ends_with(".csv") || plain.ends_with(".tsv")) return Format::csv;
  if (plain.ends_with(".mtx")) return Format::matrix_market;
  if (plain.ends_with(".gist")) return Format::binary;
  return Format::libsvm;
}

Format detect_format(std::string_view path, std::string_view contents) {
  if (contents.starts_with(binary_magic)) return Format::binary;
  if (contents.starts_with("%%MatrixMarket")) return Format::matrix_market;
  return format_of_name(path);
}

}  // namespace gist
