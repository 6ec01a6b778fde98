#include "gist/io/csv.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "gist/core/error.hpp"
#include "gist/io/array.hpp"
#include "gist/io/number.hpp"
#include "gist/io/text.hpp"

namespace gist {
namespace {

/// A field: what it says (trimmed, unquoted) and where it stands.
struct Cell {
  std::string text;
  const char* at;
};

constexpr bool is_blank(char c, char separator) { return (c == ' ' || c == '\t' || c == '\r') && c != separator; }

std::string_view trim(std::string_view text, char separator) {
  while (!text.empty() && is_blank(text.front(), separator)) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back(), separator)) text.remove_suffix(1);
  return text;
}

/// The end of the field that starts at `p`: the next separator outside quotes, or the end of the line.
const char* field_end(const char* p, const char* line_end, char separator) {
  for (bool inside = false; p != line_end; ++p) {
    if (*p == '"') inside = !inside;
    if (*p == separator && !inside) break;
  }
  return p;
}

std::vector<Cell> split(std::string_view line, char separator) {
  std::vector<Cell> cells;
  const char* const end = line.data() + line.size();
  for (const char* p = line.data();; ++p) {
    const char* stop = field_end(p, end, separator);
    const std::string_view raw = trim({p, static_cast<std::size_t>(stop - p)}, separator);
    Cell cell{{}, raw.empty() ? p : raw.data()};
    if (raw.starts_with('"')) {
      if (raw.size() < 2 || !raw.ends_with('"')) {
        throw Fault{raw.data(), "a quoted field must end with a quote on the same line, got " + in_quotes(raw)};
      }
      for (std::size_t i = 1; i + 1 < raw.size(); ++i) {
        if (raw[i] == '"') ++i;  // a doubled quote stands for one
        if (i + 1 < raw.size()) cell.text += raw[i];
      }
    } else {
      cell.text = raw;
    }
    cells.push_back(std::move(cell));
    if (stop == end) return cells;
    p = stop;
  }
}

char find_separator(std::string_view line) {
  for (const char separator : {'\t', ';', ','}) {
    if (field_end(line.data(), line.data() + line.size(), separator) != line.data() + line.size()) return separator;
  }
  return ',';
}

/// nan and inf count as numbers here: they are faults of the data and do not make a line a header.
bool looks_numeric(std::string_view text) {
  double x = 0;
  return text.empty() || whole_number_token(text, x) != NumberFault::syntax;
}

/// What the first line tells about all others.
struct Layout {
  char separator = ',';
  std::size_t fields = 0;
  std::size_t label = 0;  // the field that is the label; `fields` if none is
  bool labelled() const { return label < fields; }
  std::size_t features() const { return fields - (labelled() ? 1 : 0); }
};

/// The field the option means. A name wins over a number, so that a column called "3" can be had.
std::size_t find_label(const Source& source, const ReadOptions& options, const std::vector<Cell>& first, bool header) {
  const std::string& wanted = options.label_column;
  if (wanted == "none") return first.size();
  if (wanted.empty()) return 0;
  if (header) {
    const auto named = [&](const Cell& cell) { return cell.text == wanted; };
    const auto found = std::find_if(first.begin(), first.end(), named);
    if (found != first.end()) {
      if (std::find_if(found + 1, first.end(), named) != first.end()) {
        fail_at(source, found->at,
                "two columns are called " + in_quotes(wanted) + ", choose the label column by number");
      }
      return static_cast<std::size_t>(found - first.begin());
    }
  }
  std::int64_t number = 0;
  if (parse_value(wanted, Range{}, number)) {
    if (number >= 1 && number <= static_cast<std::int64_t>(first.size())) return static_cast<std::size_t>(number - 1);
    throw Error(ErrorKind::data, source.name() + ": no column " + wanted +
                                     " for the label, the file has columns 1 to " + std::to_string(first.size()));
  }
  std::string known;
  constexpr std::size_t shown = 10;
  for (std::size_t i = 0; header && i < std::min(first.size(), shown); ++i) known += " " + in_quotes(first[i].text);
  throw Error(ErrorKind::data, source.name() + ": no column " + in_quotes(wanted) + " for the label, " +
                                   (header ? "the header has" + known + (first.size() > shown ? " ..." : "")
                                           : "the file has no header, choose it by number"));
}

[[noreturn]] void ragged(std::string_view line, const char* at, const Layout& layout) {
  throw Fault{at, std::to_string(split(line, layout.separator).size()) + " fields, expected " +
                      std::to_string(layout.fields) + " as in the first line"};
}

/// The number in the field at `p`, which ends before `stop`; p moves to the end of the field.
double parse_cell(const char*& p, const char* line_end, char separator) {
  while (p != line_end && is_blank(*p, separator)) ++p;
  double x = 0;
  NumberFault fault{};
  const char* q = scan_number(p, line_end, x, fault);
  while (q != line_end && is_blank(*q, separator)) ++q;
  if (fault == NumberFault::none && (q == line_end || *q == separator)) [[likely]] {
    p = q;
    return x;
  }
  // Not a plain number: empty, quoted, or wrong.
  const char* stop = field_end(p, line_end, separator);
  const Cell cell = split({p, static_cast<std::size_t>(stop - p)}, separator).front();
  if (cell.text.empty()) throw Fault{cell.at, "missing value, expected a number"};
  fault = whole_number_token(cell.text, x);
  if (fault != NumberFault::none) throw Fault{cell.at, explain(fault, cell.text)};
  p = stop;
  return x;
}

template <class Value>
void parse_rows(std::string_view chunk, const Layout& layout, std::size_t rows, std::size_t row, Value* values,
                double* labels) {
  const char* const end = chunk.data() + chunk.size();
  for (const char* begin = chunk.data(); begin < end;) {
    const std::string_view line = line_at(begin, end);
    begin += line.size() + 1;
    if (trim(line, layout.separator).empty()) continue;
    const char* p = line.data();
    const char* const line_end = p + line.size();
    std::size_t at = row;  // in column order: the next column is `rows` further on
    for (std::size_t field = 0; field < layout.fields; ++field) {
      if (field > 0) {
        if (p == line_end) ragged(line, p, layout);
        ++p;  // the separator
      }
      const char* const cell = p;
      const double x = parse_cell(p, line_end, layout.separator);
      if (field == layout.label) {
        labels[row] = x;
      } else {
        if (!narrow(x, values[at])) {
          const std::string_view shown = trim({cell, static_cast<std::size_t>(p - cell)}, layout.separator);
          throw Fault{shown.data(), explain(NumberFault::overflow, shown)};
        }
        at += rows;
      }
    }
    if (p != line_end) ragged(line, p + 1, layout);
    ++row;
  }
}

template <class Value>
Dataset parse_csv(const Source& source, const ReadOptions& options, Team& team) {
  std::string_view text = text_of(source);
  const char* const end = text.data() + text.size();
  std::string_view line;
  do {  // the first line that is not blank
    if (text.empty()) throw Error(ErrorKind::data, source.name() + ": no samples, only blank lines");
    line = line_at(text.data(), end);
    text.remove_prefix(std::min(text.size(), line.size() + 1));
  } while (trim(line, '\0').empty());

  Layout layout;
  std::vector<Cell> first;
  layout.separator = find_separator(trim(line, '\0'));
  try {
    first = split(line, layout.separator);
  } catch (const Fault& fault) {
    fail_at(source, fault.at, fault.message);
  }
  const bool words = std::any_of(first.begin(), first.end(), [](const Cell& c) { return !looks_numeric(c.text); });
  const bool header = options.header == Header::yes || (options.header == Header::automatic && words);
  layout.fields = first.size();
  layout.label = find_label(source, options, first, header);
  const std::size_t features = layout.features();
  if (features == 0) {
    throw Error(ErrorKind::data, source.name() + ": one column, the label, and no features");
  }
  if (options.features && static_cast<std::int64_t>(features) != *options.features) {
    throw Error(ErrorKind::data, source.name() + ": " + std::to_string(features) + " features" +
                                     (layout.labelled() ? " beside the label column" : " and no label column") +
                                     ", expected " + std::to_string(*options.features));
  }
  if (!header) text = {line.data(), static_cast<std::size_t>(end - line.data())};

  // A line of tabs is blank, unless tabs separate: then it is a line of missing values.
  const std::string_view blanks = layout.separator == '\t' ? " \r" : " \t\r";
  const auto chunks = cut_at_lines(text, options.chunk_bytes);
  std::vector<std::size_t> base(chunks.size() + 1);
  team.run(static_cast<std::int64_t>(chunks.size()), [&](std::int64_t task) {
    const auto c = static_cast<std::size_t>(task);
    base[c + 1] = static_cast<std::size_t>(count_filled_lines(chunks[c], blanks));
  });
  for (std::size_t c = 0; c < chunks.size(); ++c) base[c + 1] += base[c];
  const std::size_t rows = base.back();
  if (rows == 0) throw Error(ErrorKind::data, source.name() + ": no samples after the header");
  if (rows > static_cast<std::size_t>(max_index) || features > static_cast<std::size_t>(max_index)) {
    throw Error(ErrorKind::data, source.name() + ": more than " + std::to_string(max_index) + " samples or columns");
  }

  Dataset data;
  data.label.resize(layout.labelled() ? rows : 0);
  Array<Value> values(rows * features);
  parse_chunks(source, chunks, team, [&](std::size_t c, std::string_view chunk) {
    parse_rows(chunk, layout, rows, base[c], values.data(), data.label.data());
  });
  data.design =
      Dense<Value>{static_cast<Index>(rows), static_cast<Index>(features), std::move(values).freeze(rows * features)};
  for (std::size_t i = 0; header && i < first.size(); ++i) {
    if (i != layout.label) data.feature_names.push_back(std::move(first[i].text));
  }
  data.source = source.name();
  return data;
}

}  // namespace

Dataset parse_csv(const Source& source, const ReadOptions& options, Team& team) {
  return options.single_precision ? parse_csv<float>(source, options, team) : parse_csv<double>(source, options, team);
}

}  // namespace gist
