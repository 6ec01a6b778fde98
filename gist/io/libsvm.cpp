#include "gist/io/libsvm.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "gist/core/error.hpp"
#include "gist/io/array.hpp"
#include "gist/io/number.hpp"
#include "gist/io/text.hpp"

namespace gist {
namespace {

constexpr bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }
constexpr bool ends_token(char c) { return is_blank(c) || c == '\n' || c == '#'; }

const char* skip_blanks(const char* p, const char* end) {
  while (p != end && is_blank(*p)) ++p;
  return p;
}
const char* skip_line(const char* p, const char* end) { return p + line_at(p, end).size(); }

std::string_view token_at(const char* p, const char* end) {
  const char* q = p;
  while (q != end && !ends_token(*q)) ++q;
  return {p, static_cast<std::size_t>(q - p)};
}

/// What holds for every line of the file.
struct Rules {
  bool labelled;
  std::uint64_t width;  // the largest index allowed
  bool width_given;     // by the caller, not by the limit of our types
};

/// Says what is wrong with the entry at `p`. Off the fast path, which only knows that something is.
template <class Value>
[[noreturn]] void reject_entry(const char* p, const char* end, std::uint64_t previous, const Rules& rules) {
  const std::string_view token = token_at(p, end);
  const std::size_t colon = token.find(':');
  if (token.starts_with("qid:")) {
    throw Fault{p, "query ids (qid:) belong to ranking data, which is not supported; expected index:value"};
  }
  if (colon == std::string_view::npos) throw Fault{p, "expected index:value, got " + in_quotes(token)};
  const std::string_view left = token.substr(0, colon);
  const std::string_view digits = left.substr(left.starts_with('-') ? 1 : 0);
  if (digits.empty() || !std::all_of(digits.begin(), digits.end(), is_digit)) {
    throw Fault{p, "expected a whole number from 1 as index before the colon, got " + in_quotes(token)};
  }
  std::uint64_t index = 0;
  scan_index(digits.data(), digits.data() + digits.size(), index);
  const std::string shown = "index " + std::string(left.substr(0, 24));
  if (left.starts_with('-') || index == 0) throw Fault{p, shown + " is out of range, indices start at 1"};
  if (index > rules.width) {
    const std::string limit = std::to_string(rules.width);
    throw Fault{p, shown + (rules.width_given ? " is beyond the " + limit + " features expected"
                                              : " is beyond the limit of " + limit)};
  }
  if (index == previous) throw Fault{p, shown + " appears twice in this line, expected each once"};
  if (index < previous) {
    throw Fault{p, shown + " comes after " + std::to_string(previous) + ", expected ascending indices"};
  }
  const std::string_view right = token.substr(colon + 1);
  if (right.empty()) throw Fault{right.data(), "missing value, expected a number after " + in_quotes(token)};
  double x = 0;
  NumberFault fault = whole_number_token(right, x);
  if (fault == NumberFault::none) fault = NumberFault::overflow;  // a good double, so too large for a float
  throw Fault{right.data(), explain(fault, right)};
}

/// Where one chunk puts what it finds, and how much that was.
template <class Value>
struct Part {
  Index* index;
  Value* value;
  double* label;
  Offset* row_end;  // entries of this chunk up to and with each row
  Offset entries = 0, rows = 0;
  std::uint64_t width = 0;
};

double parse_label(const char*& p, const char* end) {
  double label = 0;
  NumberFault fault{};
  const char* after = scan_number(p, end, label, fault);
  if (fault != NumberFault::none || (after != end && !ends_token(*after))) {
    const std::string_view token = token_at(p, end);
    if (token.starts_with("qid:") || token.find(':') == std::string_view::npos) {
      throw Fault{p, explain(whole_number_token(token, label), token, "one number as label")};
    }
    throw Fault{p, "expected a label, got " + in_quotes(token) + "; the first line has one, so all must"};
  }
  p = after;
  return label;
}

template <class Value>
void parse_chunk(std::string_view chunk, const Rules& rules, Part<Value>& part) {
  const char* p = chunk.data();
  const char* const end = p + chunk.size();
  Offset entries = 0;
  Offset rows = 0;
  std::uint64_t widest = 0;
  for (; p != end; p += p != end) {  // one turn per line; p stops at the line end
    p = skip_blanks(p, end);
    if (p == end || *p == '\n') continue;
    if (*p == '#') {
      p = skip_line(p, end);
      continue;
    }
    if (rules.labelled) {
      part.label[rows] = parse_label(p, end);
    } else if (const auto token = token_at(p, end); token.find(':') == std::string_view::npos) {
      throw Fault{p, "expected index:value, got " + in_quotes(token) + "; the first line has no label, so none may"};
    }
    std::uint64_t previous = 0;
    for (;;) {
      p = skip_blanks(p, end);
      if (p == end || *p == '\n') break;
      if (*p == '#') {
        p = skip_line(p, end);
        break;
      }
      std::uint64_t index = 0;
      const char* q = scan_index(p, end, index);
      double x = 0;
      Value value{};
      NumberFault fault{};
      // index > previous >= 0 also refuses 0 and a token without digits.
      if (q == end || *q != ':' || index <= previous || index > rules.width) {
        reject_entry<Value>(p, end, previous, rules);
      }
      q = scan_number(q + 1, end, x, fault);
      if (fault != NumberFault::none || (q != end && !ends_token(*q)) || !narrow(x, value)) {
        reject_entry<Value>(p, end, previous, rules);
      }
      // A zero is written too, without a branch, and overwritten by what comes next.
      part.index[entries] = static_cast<Index>(index - 1);
      part.value[entries] = value;
      entries += value != 0;
      previous = index;
      p = q;
    }
    widest = std::max(widest, previous);
    part.row_end[rows++] = entries;
  }
  part.entries = entries;
  part.rows = rows;
  part.width = widest;
}

/// The first line that holds a sample tells whether the file has labels.
bool first_sample_is_labelled(const Source& source, std::string_view text) {
  const char* const end = text.data() + text.size();
  for (const char* p = text.data(); p < end; p = skip_line(p, end) + 1) {
    const char* token = skip_blanks(p, end);
    if (token == end || *token == '\n' || *token == '#') continue;
    const std::string_view first = token_at(token, end);
    return first.find(':') == std::string_view::npos || first.starts_with("qid:");
  }
  throw Error(ErrorKind::data, source.name() + ": no samples, only blank lines and comments");
}

template <class Value>
Dataset parse_libsvm(const Source& source, const ReadOptions& options, Team& team) {
  const std::string_view text = text_of(source);
  const Rules rules{first_sample_is_labelled(source, text),
                    static_cast<std::uint64_t>(options.features.value_or(max_index)), options.features.has_value()};
  const auto chunks = cut_at_lines(text, options.chunk_bytes);
  const auto count = static_cast<std::int64_t>(chunks.size());

  // No chunk holds more entries than colons or more rows than lines; comments, blank lines and zeros make it fewer.
  std::vector<std::size_t> entry_base(chunks.size() + 1), row_base(chunks.size() + 1);
  team.run(count, [&](std::int64_t task) {
    const auto c = static_cast<std::size_t>(task);
    entry_base[c + 1] = static_cast<std::size_t>(count_byte(chunks[c], ':'));
    row_base[c + 1] = static_cast<std::size_t>(count_byte(chunks[c], '\n')) + (chunks[c].back() != '\n');
  });
  for (std::size_t c = 0; c < chunks.size(); ++c) {
    entry_base[c + 1] += entry_base[c];
    row_base[c + 1] += row_base[c];
  }

  Array<Index> index(entry_base.back());
  Array<Value> value(entry_base.back());
  Array<Offset> row_end(row_base.back());
  Array<double> label(rules.labelled ? row_base.back() : 0);
  std::vector<Part<Value>> parts(chunks.size());
  parse_chunks(source, chunks, team, [&](std::size_t c, std::string_view chunk) {
    parts[c] = {index.data() + entry_base[c], value.data() + entry_base[c],
                rules.labelled ? label.data() + row_base[c] : nullptr, row_end.data() + row_base[c]};
    parse_chunk(chunk, rules, parts[c]);
  });

  // Close the gaps. Forward and in order, so nothing is overwritten before it has moved.
  Offset entries = 0;
  std::int64_t rows = 0;
  std::uint64_t width = 0;
  std::vector<Offset> start(row_base.back() + 1);
  for (const auto& part : parts) {
    if (part.index != index.data() + entries) {
      std::copy_n(part.index, part.entries, index.data() + entries);
      std::copy_n(part.value, part.entries, value.data() + entries);
    }
    if (rules.labelled && part.label != label.data() + rows) std::copy_n(part.label, part.rows, label.data() + rows);
    for (Offset r = 0; r < part.rows; ++r) start[static_cast<std::size_t>(rows + r + 1)] = entries + part.row_end[r];
    entries += part.entries;
    rows += part.rows;
    width = std::max(width, part.width);
  }
  if (rows > max_index) {
    throw Error(ErrorKind::data,
                source.name() + ": " + std::to_string(rows) + " samples, the limit is " + std::to_string(max_index));
  }
  start.resize(static_cast<std::size_t>(rows) + 1);

  Sparse<Value> matrix;
  matrix.rows = static_cast<Index>(rows);
  matrix.columns = static_cast<Index>(options.features.value_or(static_cast<std::int64_t>(width)));
  matrix.by_row = Compressed<Value>{std::move(start), std::move(index).freeze(static_cast<std::size_t>(entries)),
                                    std::move(value).freeze(static_cast<std::size_t>(entries))};
  Dataset data;
  data.design = std::move(matrix);
  if (rules.labelled) data.label.assign(label.data(), label.data() + rows);
  data.source = source.name();
  return data;
}

}  // namespace

Dataset parse_libsvm(const Source& source, const ReadOptions& options, Team& team) {
  return options.single_precision ? parse_libsvm<float>(source, options, team)
                                  : parse_libsvm<double>(source, options, team);
}

}  // namespace gist
