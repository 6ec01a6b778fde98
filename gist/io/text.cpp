#include "gist/io/text.hpp"

#include <algorithm>
#include <cstring>

#include "gist/core/error.hpp"

namespace gist {

std::vector<std::string_view> cut_at_lines(std::string_view text, std::size_t chunk_bytes) {
  std::vector<std::string_view> chunks;
  chunks.reserve(text.size() / chunk_bytes + 1);
  // One after the other: a line longer than many chunks is then looked through once, not once per chunk.
  while (!text.empty()) {
    const std::size_t newline = text.size() > chunk_bytes ? text.find('\n', chunk_bytes - 1) : std::string_view::npos;
    const std::size_t size = newline == std::string_view::npos ? text.size() : newline + 1;
    chunks.push_back(text.substr(0, size));
    text.remove_prefix(size);
  }
  return chunks;
}

std::int64_t count_byte(std::string_view text, char byte) {
  std::int64_t total = 0;
  while (!text.empty()) {
    // Counts of at most 255 fit a byte, so the compiler compares and adds whole vectors of bytes.
    constexpr std::size_t lanes = 64;
    std::uint8_t count[lanes] = {};
    const std::size_t blocks = std::min<std::size_t>(text.size() / lanes, 255);
    const char* p = text.data();
    for (std::size_t b = 0; b < blocks; ++b, p += lanes) {
      for (std::size_t i = 0; i < lanes; ++i) count[i] = static_cast<std::uint8_t>(count[i] + (p[i] == byte));
    }
    for (const auto c : count) total += c;
    text.remove_prefix(blocks * lanes);
    if (text.size() < lanes) {
      total += std::count(text.begin(), text.end(), byte);
      break;
    }
  }
  return total;
}

std::int64_t count_filled_lines(std::string_view text, std::string_view blanks) {
  std::int64_t lines = 0;
  while (!text.empty()) {
    const std::size_t newline = text.find('\n');
    // Nearly every line is filled by its first byte, so only the search for the line end costs.
    if (text.substr(0, newline).find_first_not_of(blanks) != std::string_view::npos) ++lines;
    if (newline == std::string_view::npos) break;
    text.remove_prefix(newline + 1);
  }
  return lines;
}

std::string in_quotes(std::string_view token) {
  constexpr std::size_t longest = 40;
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text = "\"";
  for (const char c : token.substr(0, longest)) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      text += '\\';
      text += c;
    } else if (byte >= 0x20 && byte != 0x7f && byte < 0x80) {
      text += c;
    } else {
      text += "\\x";
      text += digits[byte / 16];
      text += digits[byte % 16];
    }
  }
  return text + (token.size() > longest ? "...\"" : "\"");
}

void fail_at(const Source& source, const char* at, const std::string& message) {
  const std::string_view text = text_of(source);
  const std::string_view before = text.substr(0, static_cast<std::size_t>(at - text.data()));
  const std::size_t newline = before.rfind('\n');
  const std::size_t line_start = newline == std::string_view::npos ? 0 : newline + 1;
  throw Error(ErrorKind::data, source.name() + ":" + std::to_string(count_byte(before, '\n') + 1) + ":" +
                                   std::to_string(before.size() - line_start + 1) + ": " + message);
}

std::string_view text_of(const Source& source) {
  std::string_view text = source.bytes();
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  return text;
}

}  // namespace gist
