#include <fmt/format.h>

#include "cli/command_line.hpp"
#include "cli/commands.hpp"
#include "gist/core/alternatives.hpp"
#include "gist/loss/loss.hpp"
#include "gist/penalty/penalty.hpp"

namespace gist::cli {

enum class ReferenceForm { markdown, man, bash, zsh };

}  // namespace gist::cli

template <>
struct gist::Names<gist::cli::ReferenceForm> {
  static constexpr std::array<std::string_view, 4> names{"markdown", "man", "bash", "zsh"};
};

namespace gist::cli {
namespace {

struct FormOptions {
  ReferenceForm form = ReferenceForm::markdown;
  static constexpr std::tuple fields{Field{"form", &FormOptions::form, any_number(),
                                           "docs/cli.md, the man page gist(1), or a shell's completion function"}};
};

struct Reference {
  FormOptions options;
  CommandLine line{"reference [--form markdown|man|bash|zsh]", "Prints every command with its options."};
  Reference() { line.fields("output", options); }
};

template <class Variant>
std::string formula_table(std::string_view what) {
  std::string text = fmt::format("| {} | formula |\n|---|---|\n", what);
  for_each_alternative<Variant>([&](const auto& alternative) {
    std::string formula(alternative.formula);
    for (auto at = formula.find('|'); at != std::string::npos; at = formula.find('|', at + 2))
      formula.replace(at, 1, "\\|");
    text += fmt::format("| `{}` | {} |\n", alternative.name, formula);
  });
  return text + "\n";
}

std::string markdown(const std::vector<CommandPage>& pages) {
  std::string text =
      "# Command line\n\nWritten by `gist reference` from the program's own option tables; `make docs-cli` renews "
      "it.\n\n"
      "`@file.json` in place of options stands for those in the file, an object such as `{\"penalty\": \"mcp\", "
      "\"lambda-ratio\": 0.1}`; what the "
      "command line says itself wins. Exit codes: 0 done, 1 not converged (with `--strict`), 2 bad input.\n\n";
  text += formula_table<Loss>("loss of one sample, z = x'w + intercept + offset");
  text += formula_table<Penalty>("penalty of one coefficient");
  for (const auto& page : pages) text += markdown_text(page);
  return text;
}

}  // namespace

int reference(const Arguments& arguments) {
  Reference command;
  if (!command.line.parse(arguments)) return 0;
  const std::vector pages{train_page(),   path_page(),    cv_page(),       stability_page(), predict_page(),
                          inspect_page(), convert_page(), simulate_page(), reference_page()};
  switch (command.options.form) {
    case ReferenceForm::markdown: fmt::print("{}", markdown(pages)); break;
    case ReferenceForm::man: fmt::print("{}", man_text(pages)); break;
    case ReferenceForm::bash: fmt::print("{}", bash_text(pages)); break;
    case ReferenceForm::zsh: fmt::print("{}", zsh_text(pages)); break;
  }
  return 0;
}

CommandPage reference_page() { return Reference().line.page(); }

}  // namespace gist::cli
