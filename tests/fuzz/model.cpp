#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "gist/core/error.hpp"
#include "gist/model/model_file.hpp"

/// Bytes that may be a model. Whatever they are, nothing but Error is thrown; a model that is accepted is written as a
/// text that reads back to the same text.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  std::string written;
  try {
    written = gist::model_to_json(gist::model_from_json(text, "input"));
  } catch (const gist::Error&) {
    return 0;
  }
  if (gist::model_to_json(gist::model_from_json(written, "written")) != written) std::abort();
  return 0;
}
