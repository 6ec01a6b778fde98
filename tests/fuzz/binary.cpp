#include "gist/io/binary.hpp"

#include "tests/fuzz/fuzz.hpp"
#include "tests/io/reseal.hpp"

namespace {

void open_and_touch(std::string_view bytes) {
  static gist::Team team(1);
  const auto source = gist::Source::from_memory(bytes, "input");
  for (const bool single : {false, true}) {
    try {
      static_cast<void>(gist::test::touch(gist::open_binary(source, {.single_precision = single}, team)));
    } catch (const gist::Error&) {
    }
  }
}

}  // namespace

/// Once as the bytes are, and once with right checksums, which chance would never find.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string input(reinterpret_cast<const char*>(bytes), size);
  open_and_touch(input);
  open_and_touch(gist::test::reseal(input));
  return 0;
}
