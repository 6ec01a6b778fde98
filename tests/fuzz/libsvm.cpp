#include "gist/io/libsvm.hpp"

#include "tests/fuzz/fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  gist::fuzz::check_text_reader(bytes, size, {}, gist::parse_libsvm);
  return 0;
}
