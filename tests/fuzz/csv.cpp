#include "gist/io/csv.hpp"

#include "tests/fuzz/fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  for (const char* label : {"", "none", "2", "y"}) {
    gist::fuzz::check_text_reader(bytes, size, {.label_column = label}, gist::parse_csv);
  }
  return 0;
}
