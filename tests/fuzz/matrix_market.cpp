#include "gist/io/matrix_market.hpp"

#include <algorithm>
#include <cctype>

#include "tests/fuzz/fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  // A sparse matrix of 10^9 rows is a fair request, but its row offsets alone are 8 GB: leave out large numbers.
  int digits = 0;
  for (std::size_t i = 0; i < size; ++i) {
    digits = std::isdigit(bytes[i]) != 0 ? digits + 1 : 0;
    if (digits > 5) return 0;
  }
  gist::fuzz::check_text_reader(bytes, size, {}, gist::parse_matrix_market);
  return 0;
}
