#include "gist/io/matrix_market.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <vector>

#include "gist/core/error.hpp"
#include "gist/io/array.hpp"
#include "gist/io/coordinates.hpp"
#include "gist/io/number.hpp"
#include "gist/io/text.hpp"

namespace gist {
namespace {

enum class Entries { real, pattern };

struct Banner {
  bool sparse = true;
  Entries entries = Entries::real;
  std::int64_t rows = 0, columns = 0, count = 0;
  std::string_view body;  // the text after the line of sizes
  const char* sizes_at = nullptr;
};

std::string lower(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return result;
}

/// The tokens of a line, at most `most` and one more, which shows that there are too many.
std::vector<std::string_view> tokens_of(std::string_view line, std::size_t most) {
  std::vector<std::string_view> tokens;
  while (tokens.size() <= most) {
    const std::size_t begin = line.find_first_not_of(" \t\r");
    if (begin == std::string_view::npos) break;
    line.remove_prefix(begin);
    const std::size_t size = std::min(line.find_first_of(" \t\r"), line.size());
    tokens.push_back(line.substr(0, size));
    line.remove_prefix(size);
  }
  return tokens;
}

std::string_view take_line(std::string_view& text) {
  const std::string_view line = text.substr(0, text.find('\n'));
  text.remove_prefix(std::min(text.size(), line.size() + 1));
  return line;
}

void read_banner_line(const Source& source, std::string_view line, Banner& banner) {
  const auto words = tokens_of(line, 5);
  if (words.empty() || words[0] != "%%MatrixMarket") {
    fail_at(source, line.data(), "expected %%MatrixMarket at the start of the file, got " + in_quotes(line));
  }
  if (words.size() != 5) {
    fail_at(source, line.data(), "expected %%MatrixMarket, matrix, coordinate or array, a field and a symmetry");
  }
  if (lower(words[1]) != "matrix") fail_at(source, words[1].data(), "expected matrix, got " + in_quotes(words[1]));
  const std::string layout = lower(words[2]), field = lower(words[3]), symmetry = lower(words[4]);
  if (layout != "coordinate" && layout != "array") {
    fail_at(source, words[2].data(), "expected coordinate or array, got " + in_quotes(words[2]));
  }
  banner.sparse = layout == "coordinate";
  banner.entries = field == "pattern" ? Entries::pattern : Entries::real;
  const bool known =
      field == "real" || field == "integer" || field == "double" || (field == "pattern" && banner.sparse);
  if (!known) {
    fail_at(source, words[3].data(),
            in_quotes(words[3]) + " values are not supported, expected real" +
                (banner.sparse ? ", integer or pattern" : " or integer"));
  }
  if (symmetry != "general") {
    fail_at(source, words[4].data(),
            in_quotes(words[4]) + " matrices are not supported, expected general: write all entries");
  }
}

Banner read_banner(const Source& source) {
  Banner banner;
  std::string_view text = text_of(source);
  read_banner_line(source, take_line(text), banner);
  const std::size_t wanted = banner.sparse ? 3 : 2;
  const std::string sizes = banner.sparse ? "rows, columns and entries" : "rows and columns";
  for (;;) {
    if (text.empty()) {
      throw Error(ErrorKind::data, source.name() + ": the file ends before the line with " + sizes);
    }
    const std::string_view line = take_line(text);
    const auto words = tokens_of(line, wanted);
    if (words.empty() || words[0].front() == '%') continue;
    banner.sizes_at = words[0].data();
    if (words.size() != wanted) fail_at(source, words[0].data(), "expected " + sizes + ", got " + in_quotes(line));
    std::array<std::int64_t, 3> numbers{};
    for (std::size_t i = 0; i < wanted; ++i) {
      // Rows and columns are bound by our index type, entries by nothing but the file.
      const double most = i < 2 ? static_cast<double>(max_index) : 9e18;
      if (!parse_value(words[i], Range{0, most, false, false}, numbers[i])) {
        fail_at(source, words[i].data(),
                "expected a whole number" + (i < 2 ? " from 0 to " + std::to_string(max_index) : std::string()) +
                    ", got " + in_quotes(words[i]));
      }
    }
    banner.rows = numbers[0];
    banner.columns = numbers[1];
    banner.count = banner.sparse ? numbers[2] : banner.rows * banner.columns;
    banner.body = text;
    return banner;
  }
}

/// A row or column number at p, from 1 to `most`; p moves behind it.
std::uint64_t parse_position(const char*& p, const char* end, std::int64_t most, std::string_view what) {
  while (p != end && (*p == ' ' || *p == '\t' || *p == '\r')) ++p;
  std::uint64_t x = 0;
  const char* after = scan_index(p, end, x);
  const bool ends = after == end || *after == ' ' || *after == '\t' || *after == '\r';
  if (after == p || !ends || x < 1 || x > static_cast<std::uint64_t>(most)) {
    const auto tokens = tokens_of({p, static_cast<std::size_t>(end - p)}, 0);
    const std::string got = tokens.empty() ? "the end of the line" : in_quotes(tokens[0]);
    throw Fault{p, "expected a " + std::string(what) + " from 1 to " + std::to_string(most) + ", got " + got};
  }
  p = after;
  return x;
}

template <class Value>
Value parse_number(const char*& p, const char* end) {
  while (p != end && (*p == ' ' || *p == '\t' || *p == '\r')) ++p;
  double x = 0;
  Value value{};
  NumberFault fault{};
  const char* after = scan_number(p, end, x, fault);
  const bool ends = after == end || *after == ' ' || *after == '\t' || *after == '\r';
  if (fault != NumberFault::none || !ends || !narrow(x, value)) {
    const auto tokens = tokens_of({p, static_cast<std::size_t>(end - p)}, 0);
    if (tokens.empty()) throw Fault{p, "missing value, expected a number"};
    fault = whole_number_token(tokens[0], x);
    throw Fault{p, explain(fault == NumberFault::none ? NumberFault::overflow : fault, tokens[0])};
  }
  p = after;
  return value;
}

/// Calls entry(k, p, end) for the k-th line of the body that is not blank, in parallel, and sees to it that there are
/// `banner.count` of them and nothing after what `entry` consumes.
template <class Prepare, class Entry>
void for_each_entry(const Source& source, const Banner& banner, const ReadOptions& options, Team& team,
                    Prepare&& prepare, Entry&& entry) {
  const auto chunks = cut_at_lines(banner.body, options.chunk_bytes);
  std::vector<std::int64_t> base(chunks.size() + 1);
  team.run(static_cast<std::int64_t>(chunks.size()), [&](std::int64_t task) {
    const auto c = static_cast<std::size_t>(task);
    base[c + 1] = count_filled_lines(chunks[c]);
  });
  for (std::size_t c = 0; c < chunks.size(); ++c) base[c + 1] += base[c];
  if (base.back() != banner.count) {
    fail_at(
        source, banner.sizes_at,
        "the sizes promise " + std::to_string(banner.count) + " entries, the file has " + std::to_string(base.back()));
  }
  prepare();  // only now is it known that the sizes are not made up
  parse_chunks(source, chunks, team, [&](std::size_t c, std::string_view chunk) {
    std::int64_t k = base[c];
    while (!chunk.empty()) {
      const std::string_view line = take_line(chunk);
      if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
      const char* p = line.data();
      const char* const end = p + line.size();
      entry(static_cast<std::size_t>(k++), p, end);
      if (const auto rest = tokens_of({p, static_cast<std::size_t>(end - p)}, 0); !rest.empty()) {
        throw Fault{rest[0].data(), "expected the end of the line, got " + in_quotes(rest[0])};
      }
    }
  });
}

/// The start of the k-th line of the body that is not blank.
const char* entry_line(std::string_view body, std::size_t k) {
  for (;;) {
    const std::string_view line = take_line(body);
    const std::size_t begin = line.find_first_not_of(" \t\r");
    if (begin != std::string_view::npos && k-- == 0) return line.data() + begin;
  }
}

template <class Value>
Design parse_coordinate(const Source& source, const Banner& banner, const ReadOptions& options, Team& team) {
  Coordinates<Value> entries;
  for_each_entry(
      source, banner, options, team, [&] { entries.resize(static_cast<std::size_t>(banner.count)); },
      [&](std::size_t k, const char*& p, const char* end) {
        entries.row[k] = static_cast<Index>(parse_position(p, end, banner.rows, "row") - 1);
        entries.column[k] = static_cast<Index>(parse_position(p, end, banner.columns, "column") - 1);
        entries.value[k] = banner.entries == Entries::pattern ? Value{1} : parse_number<Value>(p, end);
      });
  Sparse<Value> matrix;
  matrix.rows = static_cast<Index>(banner.rows);
  matrix.columns = static_cast<Index>(std::max(banner.columns, options.features.value_or(0)));
  matrix.by_row = rows_from(entries, matrix.rows, team);
  if (!matrix.by_row) {
    const std::size_t k = first_repeated(entries);
    fail_at(source, entry_line(banner.body, k),
            "row " + std::to_string(entries.row[k] + 1) + ", column " + std::to_string(entries.column[k] + 1) +
                " appears twice, expected each entry once");
  }
  return matrix;
}

template <class Value>
Design parse_array(const Source& source, const Banner& banner, const ReadOptions& options, Team& team) {
  std::vector<Value> values;
  for_each_entry(
      source, banner, options, team, [&] { values.resize(static_cast<std::size_t>(banner.count)); },
      [&](std::size_t k, const char*& p, const char* end) { values[k] = parse_number<Value>(p, end); });
  return Dense<Value>{static_cast<Index>(banner.rows), static_cast<Index>(banner.columns), std::move(values)};
}

}  // namespace

Dataset parse_matrix_market(const Source& source, const ReadOptions& options, Team& team) {
  const Banner banner = read_banner(source);
  if (banner.rows == 0) fail_at(source, banner.sizes_at, "no samples, expected at least one row");
  if (banner.columns == 0) fail_at(source, banner.sizes_at, "no features, expected at least one column");
  // A sparse matrix may be taken for wider than it is; columns of a dense one do not go missing.
  const bool fits =
      !options.features || banner.columns == *options.features || (banner.sparse && banner.columns < *options.features);
  if (!fits) {
    fail_at(source, banner.sizes_at,
            std::to_string(banner.columns) + " columns, expected " + std::to_string(*options.features) + " features");
  }
  Dataset data;
  data.source = source.name();
  if (!options.label_file.empty()) data.label = read_numbers(options.label_file, banner.rows, "sample", false);
  if (banner.sparse) {
    data.design = options.single_precision ? parse_coordinate<float>(source, banner, options, team)
                                           : parse_coordinate<double>(source, banner, options, team);
  } else {
    data.design = options.single_precision ? parse_array<float>(source, banner, options, team)
                                           : parse_array<double>(source, banner, options, team);
  }
  return data;
}

}  // namespace gist
