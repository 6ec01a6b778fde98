#include <fmt/format.h>

#include "cli/commands.hpp"
#include "gist/core/alternatives.hpp"
#include "gist/core/error.hpp"
#include "gist/loss/loss.hpp"
#include "gist/penalty/penalty.hpp"

namespace gist::cli {
namespace {

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

}  // namespace

int reference(const Arguments& arguments) {
  if (arguments == Arguments{"--help"} || arguments == Arguments{"-h"}) {
    fmt::print("usage: gist reference\nPrints every command with its options as Markdown, for docs/cli.md.\n");
    return 0;
  }
  if (!arguments.empty()) throw Error(ErrorKind::option, "gist reference takes no options, got " + arguments[0]);
  fmt::print(
      "# Command line\n\nWritten by `gist reference` from the program's own option tables; `make docs-cli` renews "
      "it.\n\n");
  fmt::print(
      "`@file.json` in place of options stands for those in the file, an object such as `{{\"penalty\": \"mcp\", "
      "\"lambda-ratio\": 0.1}}`; what the "
      "command line says itself wins. Exit codes: 0 done, 1 not converged (with `--strict`), 2 bad input.\n\n");
  fmt::print("{}{}", formula_table<Loss>("loss of one sample, z = x'w + intercept + offset"),
             formula_table<Penalty>("penalty of one coefficient"));
  for (const auto& page : {train_markdown(), path_markdown(), cv_markdown(), stability_markdown(), predict_markdown(),
                           inspect_markdown(), convert_markdown(), simulate_markdown()})
    fmt::print("{}", page);
  return 0;
}

}  // namespace gist::cli
