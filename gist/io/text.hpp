#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gist/core/team.hpp"
#include "gist/io/source.hpp"

namespace gist {

/// The pieces a text is parsed in: each ends at a line end and has about `chunk_bytes` bytes. The cut depends on the
/// text alone, never on the number of threads. Concatenated, the pieces are the text; none is empty.
std::vector<std::string_view> cut_at_lines(std::string_view text, std::size_t chunk_bytes);

/// How often `byte` occurs; as fast as memory.
std::int64_t count_byte(std::string_view text, char byte);

/// The line that starts at `begin`, without its line end.
inline std::string_view line_at(const char* begin, const char* end) {
  const std::string_view rest(begin, static_cast<std::size_t>(end - begin));
  return rest.substr(0, rest.find('\n'));
}

/// Lines that hold anything but `blanks`.
std::int64_t count_filled_lines(std::string_view text, std::string_view blanks = " \t\r");

/// A token as messages show it: quoted, shortened, and with bytes that do not print as \xNN.
std::string in_quotes(std::string_view token);

/// What is wrong with a text and where. Thrown inside the parsing of a chunk; never leaves the readers.
struct Fault {
  const char* at;
  std::string message;
};

/// Throws Error of kind `data` saying "name:line:column: message"; columns count bytes, from 1.
[[noreturn]] void fail_at(const Source& source, const char* at, const std::string& message);

/// Calls parse(i, chunk) for all chunks on the team. If any throws a Fault, the one that stands first in the file is
/// reported, whatever the number of threads and their luck. Pages of a parsed chunk are released.
template <class Parse>
void parse_chunks(const Source& source, const std::vector<std::string_view>& chunks, Team& team, Parse&& parse) {
  std::vector<std::optional<Fault>> faults(chunks.size());
  team.run(static_cast<std::int64_t>(chunks.size()), [&](std::int64_t task) {
    const auto i = static_cast<std::size_t>(task);
    try {
      parse(i, chunks[i]);
    } catch (const Fault& fault) {
      faults[i] = fault;
    }
    source.release(chunks[i]);
  });
  for (const auto& fault : faults) {
    if (fault) fail_at(source, fault->at, fault->message);
  }
}

/// The text of a source, less a byte order mark some editors put first.
std::string_view text_of(const Source& source);

}  // namespace gist
