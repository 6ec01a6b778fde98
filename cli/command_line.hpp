#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cli/page.hpp"
#include "gist/core/error.hpp"
#include "gist/core/field.hpp"
#include "gist/fit/options.hpp"

namespace CLI {
class App;
}

namespace gist::cli {

/// The command line of one command, built from field tables: what it parses and what its page says are the same
/// list.
class CommandLine {
 public:
  /// `usage` is what follows "gist ", say "convert IN OUT [options]".
  CommandLine(std::string usage, std::string summary);
  ~CommandLine();

  /// A required word.
  void positional(const std::string& name, std::string& target, const std::string& help);

  /// Every field of a struct as an option of its own, under a heading (none: under the one before).
  template <class T>
  void fields(const std::string& heading, T& target) {
    start_group(heading);
    for_each_field<T>([&](const auto& field) { add_field(field, target.*field.member); });
  }

  /// Every option of a fit (loss, penalty, solver, ...), gathered by name.
  void fit_options(NamedOptions& target);

  /// Parses what follows the command's name; "@file.json" stands for the options in the file. Returns false when --help
  /// was asked for and printed.
  bool parse(std::vector<std::string> arguments);

  CommandPage page() const { return {usage_, summary_, words_, rows_}; }

 private:
  template <class F, class Value>
  void add_field(const F& field, Value& target) {
    const std::string spelled = "--" + kebab(field.name);
    if constexpr (std::is_same_v<Value, bool>) {
      add_flag(spelled, [&target](bool on) { target = on; });
      rows_.push_back({spelled, "", "", std::string(field.help), ""});
    } else {
      const auto range = field.range;
      add_option(spelled, [spelled, range, &target](const std::string& text) {
        if (!parse_value(text, range, target)) {
          throw Error(ErrorKind::option, spelled + " " + text + ": expected " + valid_values<Value>(range));
        }
      });
      rows_.push_back({spelled, valid_values<Value>(range), show_value(target), std::string(field.help), ""});
    }
  }
  void add_flag(const std::string& spelled, std::function<void(bool)> set);
  void add_option(const std::string& spelled, std::function<void(const std::string&)> take);
  void start_group(const std::string& heading);
  /// A word "--name=value" that CLI11 would get wrong: it takes the next word when the value is missing, and any number
  /// for a flag.
  void check_value(const std::string& word) const;
  [[noreturn]] void refuse(const std::string& what) const;  ///< with the usage below it

  std::string usage_, summary_;
  std::unique_ptr<CLI::App> app_;  // CLI11 splits words into options; only command_line.cpp includes it
  std::vector<OptionRow> words_, rows_;
};

}  // namespace gist::cli
