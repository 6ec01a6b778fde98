#include "cli/command_line.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "cli/option_file.hpp"
#include "gist/core/alternatives.hpp"

namespace gist::cli {
namespace {

constexpr std::size_t option_width = 28;

/// What stands for the value: "a number in (0, inf)" -> X; "one of: a, b" -> a|b when that fits.
std::string placeholder(const std::string& spelled, const std::string& valid, const std::string& help) {
  if (valid.empty()) return "";
  if (valid.starts_with("one of: ")) {
    std::string choices = valid.substr(8);
    for (auto at = choices.find(", "); at != std::string::npos; at = choices.find(", ")) choices.replace(at, 2, "|");
    return spelled.size() + 1 + choices.size() <= option_width ? " " + choices : " NAME";
  }
  if (valid.starts_with("a whole number")) return " N";
  if (valid.starts_with("a number")) return " X";
  if (help.starts_with("number, or file")) return " X|FILE";
  return help.find("file") != std::string::npos || help.starts_with("model") ? " FILE" : " TEXT";
}

}  // namespace

CommandLine::CommandLine(std::string usage, std::string summary)
    : usage_(std::move(usage)), summary_(std::move(summary)), app_(std::make_unique<CLI::App>()) {
  app_->set_help_flag();  // ours is printed from the tables
  app_->option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
}

CommandLine::~CommandLine() = default;

void CommandLine::positional(const std::string& name, std::string& target, const std::string& help) {
  app_->add_option(name, target)->required();
  words_.push_back({name, "", "", help, ""});
}

void CommandLine::add_flag(const std::string& spelled, std::function<void(bool)> set) {
  app_->add_flag_function(spelled, [set = std::move(set)](std::int64_t count) { set(count > 0); });
}

void CommandLine::add_option(const std::string& spelled, std::function<void(const std::string&)> take) {
  app_->add_option_function<std::string>(spelled, take);
}

void CommandLine::start_group(const std::string& heading) {
  const auto last = std::find_if(rows_.rbegin(), rows_.rend(), [](const auto& row) { return row.heading; });
  if (last != rows_.rend() && last->spelled == heading) return;  // the group goes on
  if (!heading.empty()) rows_.push_back({heading, "", "", "", "", true});
}

void CommandLine::fit_options(NamedOptions& target) {
  std::string group = "none yet";
  for (const auto& row : option_rows()) {
    const std::string heading = row.group.empty() ? row.name : row.group;
    if (heading != group) start_group(group = heading);
    const bool negated = row.flag && row.default_text == "true";
    const std::string spelled = (negated ? "--no-" : "--") + kebab(row.name);
    std::string note;
    for (const auto& owner : row.applies_to) note += (note.empty() ? "" : ", ") + owner;
    if (row.flag) {
      // CLI11 counts: --standardize is 1, --standardize=false -1.
      app_->add_flag_function(spelled, [&target, name = row.name, negated](std::int64_t count) {
        target.emplace_back(name, (count > 0) != negated ? "true" : "false");
      });
      rows_.push_back({spelled, "", "", (negated ? "do not " : "") + row.help, note});
    } else {
      add_option(spelled, [&target, name = row.name](const std::string& text) { target.emplace_back(name, text); });
      const bool rare = row.group == "solver" && row.applies_to.size() == 1 && note != name_of(FitSpec{}.solver);
      rows_.push_back({spelled, row.valid, row.default_text, row.help, note, false, rare ? note : ""});
    }
  }
}

void CommandLine::refuse(const std::string& what) const {
  const std::string command = usage_.substr(0, usage_.find(' '));
  throw Error(ErrorKind::option,
              fmt::format("{}\nusage: gist {}\n'gist {} --help' lists the options", what, usage_, command));
}

void CommandLine::check_value(const std::string& word) const {
  const std::size_t equals = word.find('=');
  if (!word.starts_with("--") || equals == std::string::npos) return;
  const std::string spelled = word.substr(0, equals), value = word.substr(equals + 1);
  const bool flag = std::any_of(rows_.begin(), rows_.end(),
                                [&](const Row& row) { return row.spelled == spelled && row.valid.empty(); });
  if (flag && value != "true" && value != "false") throw Error(ErrorKind::option, word + ": expected true or false");
  if (value.empty()) throw Error(ErrorKind::option, word + " lacks its value");
}

bool CommandLine::parse(std::vector<std::string> arguments) {
  if (std::find_if(arguments.begin(), arguments.end(), [](const auto& a) { return a == "--help" || a == "-h"; }) !=
      arguments.end()) {
    fmt::print("{}", help());
    return false;
  }
  arguments = expand_option_files(
      arguments, [&](const std::string& spelled) { return app_->get_option_no_throw(spelled) != nullptr; });
  for (const auto& word : arguments) check_value(word);
  std::reverse(arguments.begin(), arguments.end());  // as CLI11 wants a vector
  try {
    app_->parse(arguments);
  } catch (const CLI::ExtrasError&) {
    refuse("not expected: " + fmt::format("{}", fmt::join(app_->remaining(), " ")));
  } catch (const CLI::ParseError& e) {
    refuse(e.what());
  }
  return true;
}

std::string CommandLine::help() const {
  std::string text = fmt::format("usage: gist {}\n{}\n", usage_, summary_);
  for (const auto& row : words_) text += fmt::format("  {:<28} {}\n", row.spelled, row.help);
  for (const auto& row : rows_) {
    if (row.heading) {
      text += fmt::format("{}:\n", row.spelled);
      continue;
    }
    if (!row.only.empty()) {  // all of that solver's together, on one line
      const bool another = &row != rows_.data() && (&row - 1)->only == row.only;
      if (another) text.pop_back();
      text += (another ? ", " : fmt::format("  {:<28} ", row.only + " also takes")) + row.spelled +
              placeholder(row.spelled, row.valid, row.help) + "\n";
      continue;
    }
    std::string tail;
    const bool choice_hidden =
        row.valid.starts_with("one of: ") && placeholder(row.spelled, row.valid, row.help) == " NAME";
    if (choice_hidden) tail += ": " + row.valid.substr(8);
    if (!row.note.empty() && row.note != "gist") tail += fmt::format(" [{}]", row.note);
    if (!row.default_text.empty() && row.default_text != "false") tail += fmt::format(" ({})", row.default_text);
    text += fmt::format("  {:<28} {}{}\n", row.spelled + placeholder(row.spelled, row.valid, row.help), row.help, tail);
  }
  return text;
}

std::string CommandLine::markdown() const {
  const std::string command = usage_.substr(0, usage_.find(' '));
  const auto cell = [](std::string text) {  // a bar ends a cell
    for (auto at = text.find('|'); at != std::string::npos; at = text.find('|', at + 2)) text.replace(at, 1, "\\|");
    return text;
  };
  std::string text = fmt::format("## gist {}\n\n`gist {}`\n\n{}\n\n", command, usage_, summary_);
  for (const auto& row : words_) text += fmt::format("- `{}`: {}\n", row.spelled, row.help);
  if (rows_.empty()) return text + "\n";
  text += "\n| option | value | default | meaning | applies to |\n|---|---|---|---|---|\n";
  for (const auto& row : rows_) {
    if (row.heading) continue;
    text += fmt::format("| `{}` | {} | {} | {} | {} |\n", row.spelled, row.valid.empty() ? "(flag)" : cell(row.valid),
                        cell(row.default_text), cell(row.help), row.note);
  }
  return text + "\n";
}

}  // namespace gist::cli
