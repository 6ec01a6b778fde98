#include <fmt/format.h>

#include "cli/page.hpp"
#include "gist/core/alternatives.hpp"
#include "gist/core/version.hpp"
#include "gist/loss/loss.hpp"
#include "gist/penalty/penalty.hpp"

namespace gist::cli {
namespace {

/// Text as roff takes it: a hyphen that can be copied into a shell, backslashes that show, and no line that begins with
/// a control character.
std::string roff(std::string_view text) {
  std::string safe;
  for (const char c : text) {
    if (c == '\\') {
      safe += "\\e";
    } else if (c == '-') {
      safe += "\\-";
    } else {
      safe += c;
    }
  }
  if (safe.starts_with('.') || safe.starts_with('\'')) safe.insert(0, "\\&");
  return safe;
}

std::string option_entry(const OptionRow& row) {
  const std::string placeholder = row.placeholder(60);
  std::string text = fmt::format(".TP\n.B {}", roff(row.spelled));
  if (!placeholder.empty()) text += fmt::format(" \\fI{}\\fR", roff(placeholder.substr(1)));
  std::string tail;
  if (placeholder == " NAME") {
    tail += fmt::format(": {}", fmt::join(row.choices(), ", "));
  } else if (row.valid.find(" in ") != std::string::npos && row.valid.find("(-inf, inf)") == std::string::npos) {
    tail += ": " + row.valid;
  }
  if (!row.default_text.empty() && row.default_text != "false") tail += fmt::format(" (default {})", row.default_text);
  if (!row.note.empty()) tail += fmt::format("; for {}", row.note);
  return text + fmt::format("\n{}{}.\n", roff(row.help), roff(tail));
}

std::string command_text(const CommandPage& page) {
  std::string text =
      fmt::format(".SS \"gist {}\"\n.B gist {}\n.PP\n{}\n", page.command(), roff(page.usage), roff(page.summary));
  for (const auto& row : page.words) text += fmt::format(".TP\n.I {}\n{}.\n", roff(row.spelled), roff(row.help));
  for (const auto& row : page.options) {
    text += row.heading ? fmt::format(".PP\n.I {}\n", roff(row.spelled)) : option_entry(row);
  }
  return text;
}

template <class Variant>
std::string formulas() {
  std::string text;
  for_each_alternative<Variant>([&](const auto& alternative) {
    text += fmt::format(".TP\n.B {}\n{}\n", roff(alternative.name), roff(alternative.formula));
  });
  return text;
}

}  // namespace

std::string man_text(const std::vector<CommandPage>& pages) {
  std::string text = fmt::format(".TH GIST 1 \"\" \"gist {}\" \"User Commands\"\n", version);
  text += ".SH NAME\ngist \\- sparse models with non\\-convex penalties\n.SH SYNOPSIS\n";
  for (const auto& page : pages) text += fmt::format(".B gist {}\n.br\n", roff(page.usage));
  text += ".B gist \\-\\-version\n.SH DESCRIPTION\n";
  text +=
      "Minimises the mean loss plus a penalty over the coefficients of a linear model and an unpenalised intercept. "
      "Every answer carries a certificate: the objective, split into loss and penalty, and three residuals that are "
      "worked out anew from the coefficients.\n.PP\n"
      "A word \\fI@FILE.json\\fR in place of options stands for those in the file, a JSON object; what the command "
      "line "
      "says itself wins.\n";
  text += ".SH COMMANDS\n";
  for (const auto& page : pages) text += command_text(page);
  text += ".SH LOSSES\nOf one sample with linear predictor z = x'w + intercept + offset and label y:\n";
  text += formulas<Loss>();
  text += ".SH PENALTIES\nOf one coefficient w:\n" + formulas<Penalty>();
  text +=
      ".SH EXIT STATUS\n.TP\n.B 0\nDone.\n.TP\n.B 1\nNot converged, with \\-\\-strict.\n.TP\n.B 2\nBad input; one "
      "sentence on standard error says what and where.\n";
  text +=
      ".SH EXAMPLES\n.nf\n"
      "gist simulate \\-\\-kind text \\-\\-rows 2000 \\-\\-features 500 \\-\\-output docs.svm\n"
      "gist train docs.svm \\-\\-penalty mcp \\-\\-standardize \\-\\-ridge 0.01 \\-\\-model docs.json\n"
      "gist predict docs.svm docs.json \\-\\-json\n.fi\n";
  return text;
}

}  // namespace gist::cli
