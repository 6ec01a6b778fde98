#include "cli/page.hpp"

#include <fmt/format.h>

namespace gist::cli {

std::vector<std::string> OptionRow::choices() const {
  constexpr std::string_view lead = "one of: ";
  std::vector<std::string> all;
  if (!valid.starts_with(lead)) return all;
  for (std::size_t from = lead.size(); from < valid.size();) {
    const std::size_t comma = std::min(valid.find(", ", from), valid.size());
    all.push_back(valid.substr(from, comma - from));
    from = comma + 2;
  }
  return all;
}

std::string OptionRow::placeholder(std::size_t width) const {
  if (flag()) return "";
  if (const auto names = choices(); !names.empty()) {
    const std::string joined = fmt::format(" {}", fmt::join(names, "|"));
    return spelled.size() + joined.size() <= width ? joined : " NAME";
  }
  if (valid.starts_with("a whole number")) return " N";
  if (valid.starts_with("a number")) return " X";
  if (help.starts_with("number, or file")) return " X|FILE";
  return help.find("file") != std::string::npos || help.starts_with("model") ? " FILE" : " TEXT";
}

std::string help_text(const CommandPage& page) {
  std::string text = fmt::format("usage: gist {}\n{}\n", page.usage, page.summary);
  for (const auto& row : page.words) text += fmt::format("  {:<28} {}\n", row.spelled, row.help);
  for (const auto& row : page.options) {
    if (row.heading) {
      text += fmt::format("{}:\n", row.spelled);
      continue;
    }
    const std::string placeholder = row.placeholder();
    if (!row.only.empty()) {  // all of that solver's together, on one line
      const bool another = &row != page.options.data() && (&row - 1)->only == row.only;
      if (another) text.pop_back();
      text += (another ? ", " : fmt::format("  {:<28} ", row.only + " also takes")) + row.spelled + placeholder + "\n";
      continue;
    }
    std::string tail;
    if (placeholder == " NAME") tail += fmt::format(": {}", fmt::join(row.choices(), ", "));
    if (!row.note.empty() && row.note != "gist") tail += fmt::format(" [{}]", row.note);
    if (!row.default_text.empty() && row.default_text != "false") tail += fmt::format(" ({})", row.default_text);
    text += fmt::format("  {:<28} {}{}\n", row.spelled + placeholder, row.help, tail);
  }
  return text;
}

std::string markdown_text(const CommandPage& page) {
  const auto cell = [](std::string text) {  // a bar ends a cell
    for (auto at = text.find('|'); at != std::string::npos; at = text.find('|', at + 2)) text.replace(at, 1, "\\|");
    return text;
  };
  std::string text = fmt::format("## gist {}\n\n`gist {}`\n\n{}\n\n", page.command(), page.usage, page.summary);
  for (const auto& row : page.words) text += fmt::format("- `{}`: {}\n", row.spelled, row.help);
  if (page.options.empty()) return text + "\n";
  text += "\n| option | value | default | meaning | applies to |\n|---|---|---|---|---|\n";
  for (const auto& row : page.options) {
    if (row.heading) continue;
    text += fmt::format("| `{}` | {} | {} | {} | {} |\n", row.spelled, row.flag() ? "(flag)" : cell(row.valid),
                        cell(row.default_text), cell(row.help), row.note);
  }
  return text + "\n";
}

}  // namespace gist::cli
