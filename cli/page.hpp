#pragma once

#include <string>
#include <vector>

namespace gist::cli {

/// One option, or one required word, as every text about the program tells it.
struct OptionRow {
  std::string spelled, valid, default_text, help, note;
  bool heading = false;
  std::string only{};  ///< the one solver that takes it, if that is not the default: --help then names it and no more

  bool flag() const { return valid.empty(); }
  std::vector<std::string> choices() const;  ///< of an option that is one of a few names; else empty
  /// What stands for the value: " X" for a number, " a|b" for a choice that fits `width` behind the option, " FILE",
  /// ...
  std::string placeholder(std::size_t width = 28) const;
};

/// All there is to say about one command: --help, docs/cli.md, the man page and the completions are made of it.
struct CommandPage {
  std::string usage;    ///< what follows "gist "
  std::string summary;  ///< one sentence or two
  std::vector<OptionRow> words, options;

  std::string command() const { return usage.substr(0, usage.find(' ')); }
};

std::string help_text(const CommandPage& page);
std::string markdown_text(const CommandPage& page);

/// The whole of gist(1), in the man macros.
std::string man_text(const std::vector<CommandPage>& pages);

/// Completion functions: a command first, then its options, the names an option may take, and file names.
std::string bash_text(const std::vector<CommandPage>& pages);
std::string zsh_text(const std::vector<CommandPage>& pages);

}  // namespace gist::cli
