#include <fmt/format.h>

#include <algorithm>

#include "cli/page.hpp"

namespace gist::cli {
namespace {

constexpr std::string_view written_by = "written by `gist reference` from the program's own option tables";

std::vector<OptionRow> options_of(const CommandPage& page) {
  std::vector<OptionRow> rows;
  std::copy_if(page.options.begin(), page.options.end(), std::back_inserter(rows),
               [](const OptionRow& row) { return !row.heading; });
  rows.push_back({"--help", "", "", "this list", ""});
  return rows;
}

bool takes_file(const OptionRow& row) { return row.placeholder().find("FILE") != std::string::npos; }

/// For `name[meaning]` between single quotes: no bracket or quote may end it early.
std::string zsh_safe(const std::string& text) {
  std::string safe;
  for (const char c : text) {
    if (c == '\'') {
      safe += "'\\''";
    } else if (c == '[' || c == ']' || c == ':' || c == '\\') {
      safe += {'\\', c};
    } else {
      safe += c;
    }
  }
  return safe;
}

std::string zsh_spec(const OptionRow& row) {
  std::string action;
  if (const auto names = row.choices(); !names.empty()) {
    action = fmt::format(":name:({})", fmt::join(names, " "));
  } else if (takes_file(row)) {
    action = ":file:_files";
  } else if (!row.flag()) {
    action = ":value:";
  }
  return fmt::format("        '{}[{}]{}' \\\n", row.spelled, zsh_safe(row.help), action);
}

}  // namespace

std::string bash_text(const std::vector<CommandPage>& pages) {
  std::string commands, options, values;
  for (const auto& page : pages) {
    commands += page.command() + " ";
    std::string all;
    for (const auto& row : options_of(page)) {
      all += row.spelled + " ";
      if (const auto names = row.choices(); !names.empty()) {
        values += fmt::format("    {}:{}) names=\"{}\" ;;\n", page.command(), row.spelled, fmt::join(names, " "));
      } else if (!row.flag()) {
        values +=
            fmt::format("    {}:{}) {} ;;\n", page.command(), row.spelled, takes_file(row) ? "files=1" : "free=1");
      }
    }
    all.pop_back();
    options += fmt::format("    {}) options=\"{}\" ;;\n", page.command(), all);
  }
  return fmt::format(R"(# bash completion for gist, {}

_gist() {{
  local word=$2 before=$3 command=${{COMP_WORDS[1]}} names= options= files= free=
  COMPREPLY=()
  if [[ $COMP_CWORD -eq 1 ]]; then
    COMPREPLY=($(compgen -W "{}--help --version" -- "$word"))
    return
  fi
  if [[ $before == = ]]; then # --loss=l: bash cuts words at the sign
    before=${{COMP_WORDS[COMP_CWORD-2]}}
  elif [[ $word == = ]]; then
    word=
  fi
  case $command:$before in
{}  esac
  if [[ -n $names ]]; then
    COMPREPLY=($(compgen -W "$names" -- "$word"))
  elif [[ -n $free ]]; then
    return
  elif [[ -z $files && $word == -* ]]; then
    case $command in
{}    esac
    COMPREPLY=($(compgen -W "$options" -- "$word"))
  else
    local IFS=$'\n' # names with spaces stay whole
    COMPREPLY=($(compgen -f -- "$word"))
    compopt -o filenames 2> /dev/null
  fi
}}
complete -F _gist gist
)",
                     written_by, commands, values, options);
}

std::string zsh_text(const std::vector<CommandPage>& pages) {
  std::string commands, cases;
  for (const auto& page : pages) {
    commands += fmt::format("    '{}:{}'\n", page.command(), zsh_safe(page.summary.substr(0, page.summary.find('.'))));
    std::string specs;
    for (const auto& row : options_of(page)) specs += zsh_spec(row);
    cases += fmt::format("    {})\n      _arguments \\\n{}        '*:file:_files' ;;\n", page.command(), specs);
  }
  return fmt::format(R"(#compdef gist
# zsh completion for gist, {}

_gist() {{
  local -a commands=(
{}  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
{}  esac
}}

if [[ $funcstack[1] == _gist ]]; then
  _gist "$@" # found in fpath by compinit
else
  compdef _gist gist # sourced
fi
)",
                     written_by, commands, cases);
}

}  // namespace gist::cli
