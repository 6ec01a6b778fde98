#include "gist/io/read.hpp"

#include <cmath>
#include <memory>

#include "gist/core/error.hpp"
#include "gist/io/binary.hpp"
#include "gist/io/csv.hpp"
#include "gist/io/libsvm.hpp"
#include "gist/io/matrix_market.hpp"
#include "gist/io/number.hpp"
#include "gist/io/source.hpp"
#include "gist/io/text.hpp"

namespace gist {
namespace {

/// An option for another format is a mistake to point out, not to pass over.
void check_options_apply(const ReadOptions& options, Format format) {
  const auto refuse = [&](std::string_view option, Format owner) {
    throw Error(ErrorKind::option, std::string(option) + " applies to " + std::string(to_string(owner)) +
                                       " files, and " + options.path + " is " + std::string(to_string(format)));
  };
  if (format != Format::csv && !options.label_column.empty()) refuse("--label", Format::csv);
  if (format != Format::csv && options.header != Header::automatic) refuse("--header", Format::csv);
  if (format != Format::matrix_market && !options.label_file.empty()) refuse("--labels", Format::matrix_market);
  if (options.features && (*options.features < 1 || *options.features > max_index)) {
    throw Error(ErrorKind::option, "--features " + std::to_string(*options.features) + " is outside [1, " +
                                       std::to_string(max_index) + "]");
  }
}

}  // namespace

Dataset read_dataset(const ReadOptions& options, Team& team) {
  auto source = Source::open(options.path);
  const Format format =
      options.format == Format::automatic ? detect_format(options.path, source->bytes()) : options.format;
  check_options_apply(options, format);
  if (source->bytes().empty()) {
    throw Error(ErrorKind::data, options.path + ": the file is empty, expected samples");
  }
  switch (format) {
    case Format::csv: return parse_csv(*source, options, team);
    case Format::matrix_market: return parse_matrix_market(*source, options, team);
    case Format::binary: return open_binary(std::move(source), options, team);
    default: return parse_libsvm(*source, options, team);
  }
}

std::vector<double> read_numbers(const std::string& path, std::optional<std::int64_t> expected_count,
                                 std::string_view what, bool allow_infinite) {
  const auto source = Source::open(path);
  const std::string_view text = text_of(*source);
  std::vector<double> numbers;
  if (expected_count) numbers.reserve(static_cast<std::size_t>(std::min<std::int64_t>(*expected_count, max_index)));
  const char* const end = text.data() + text.size();
  const char* first_blank = nullptr;  // a blank line, which only other blank lines may follow
  for (const char* p = text.data(); p < end;) {
    const std::string_view line = line_at(p, end);
    p = line.data() + line.size() + 1;
    const std::size_t begin = line.find_first_not_of(" \t\r");
    if (begin == std::string_view::npos) {
      if (first_blank == nullptr) first_blank = line.data();
      continue;
    }
    if (first_blank != nullptr) fail_at(*source, first_blank, "blank line between numbers, expected a number");
    const std::string_view token = line.substr(begin, line.find_last_not_of(" \t\r") + 1 - begin);
    double x = 0;
    const NumberFault fault = whole_number_token(token, x);
    const bool allowed =
        fault == NumberFault::none || (fault == NumberFault::not_finite && allow_infinite && std::isinf(x));
    if (!allowed) {
      fail_at(*source, token.data(), explain(fault, token, allow_infinite ? "a number or inf or -inf" : "a number"));
    }
    numbers.push_back(x);
  }
  if (expected_count && static_cast<std::int64_t>(numbers.size()) != *expected_count) {
    throw Error(ErrorKind::data, path + ": " + std::to_string(numbers.size()) + " numbers, expected " +
                                     std::to_string(*expected_count) + " (one per " + std::string(what) + ")");
  }
  return numbers;
}

}  // namespace gist
