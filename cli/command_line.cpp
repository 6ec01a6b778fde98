#include "cli/command_line.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "cli/option_file.hpp"
#include "gist/core/alternatives.hpp"

namespace gist::cli {
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
                                [&](const OptionRow& row) { return row.spelled == spelled && row.valid.empty(); });
  if (flag && value != "true" && value != "false") throw Error(ErrorKind::option, word + ": expected true or false");
  if (value.empty()) throw Error(ErrorKind::option, word + " lacks its value");
}

bool CommandLine::parse(std::vector<std::string> arguments) {
  if (std::find_if(arguments.begin(), arguments.end(), [](const auto& a) { return a == "--help" || a == "-h"; }) !=
      arguments.end()) {
    fmt::print("{}", help_text(page()));
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

}  // namespace gist::cli
