#include "gist/report/escape.hpp"

#include <cstddef>
#include <cstdint>

namespace gist::report {
namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";

/// Length of the well-formed UTF-8 sequence `text` begins with, 0 if there is none (RFC 3629: no overlong forms, no
/// surrogates, nothing beyond U+10FFFF).
std::size_t sequence_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
  const std::uint8_t first = byte(0);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
  }
  const bool overlong = (first == 0xE0 && byte(1) < 0xA0) || (first == 0xF0 && byte(1) < 0x90);
  const bool surrogate = first == 0xED && byte(1) >= 0xA0, beyond = first == 0xF4 && byte(1) >= 0x90;
  return overlong || surrogate || beyond ? 0 : length;
}

/// Whether XML 1.0 allows the character, a well-formed sequence.
bool allowed(std::string_view character) {
  if (character.size() == 1) {
    const auto c = static_cast<std::uint8_t>(character[0]);
    return c >= 0x20 ? c != 0x7F : c == '\t' || c == '\n';
  }
  return character != "\xEF\xBF\xBE" && character != "\xEF\xBF\xBF";  // U+FFFE and U+FFFF
}

/// take(character) for every character of the text, U+FFFD for what is none.
template <class Take>
void each_character(std::string_view text, Take&& take) {
  while (!text.empty()) {
    const std::size_t length = sequence_length(text);
    const auto character = text.substr(0, length);
    take(length > 0 && allowed(character) ? character : replacement);
    text.remove_prefix(length > 0 ? length : 1);
  }
}

}  // namespace

std::string valid_utf8(std::string_view text) {
  std::string valid;
  each_character(text, [&](std::string_view character) { valid += character; });
  return valid;
}

std::string escape(std::string_view text) {
  std::string safe;
  each_character(text, [&](std::string_view character) {
    switch (character[0]) {
      case '&': safe += "&amp;"; break;
      case '<': safe += "&lt;"; break;
      case '>': safe += "&gt;"; break;
      case '"': safe += "&quot;"; break;
      case '\'': safe += "&#39;"; break;
      default: safe += character;
    }
  });
  return safe;
}

std::size_t characters(std::string_view text) {
  std::size_t count = 0;
  each_character(text, [&](std::string_view) { ++count; });
  return count;
}

std::string shortened(std::string_view text, std::size_t most) {
  const std::string valid = valid_utf8(text);
  if (characters(valid) <= most) return valid;
  std::string kept;
  std::size_t count = 0;
  each_character(valid, [&](std::string_view character) {
    if (++count < most) kept += character;
  });
  return kept + "\xE2\x80\xA6";
}

}  // namespace gist::report
