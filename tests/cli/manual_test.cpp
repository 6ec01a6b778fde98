#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <sstream>

#include "tests/support/program.hpp"

/// The man page and the completions, as the tools they are for take them. A tool that is not installed is skipped.
namespace gist::testing_support {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

/// What a shell command prints on both streams.
std::string output_of(const std::string& command) {
  std::string text;
  FILE* pipe = ::popen((command + " 2>&1").c_str(), "r");
  if (pipe == nullptr) return "popen failed";
  std::array<char, 4096> piece;
  for (std::size_t got; (got = std::fread(piece.data(), 1, piece.size(), pipe)) > 0;) text.append(piece.data(), got);
  ::pclose(pipe);
  return text;
}

bool installed(const std::string& tool) { return !output_of("command -v " + tool).empty(); }

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

class Manual : public ::testing::Test {
 protected:
  void SetUp() override { GIST_NEEDS_PROGRAM(); }
  void print(const std::string& form, const std::string& file) {
    const auto finished = run_gist(space_, {"reference", "--form", form});
    ASSERT_EQ(finished.code, 0) << finished.err;
    space_.write(file, finished.out);
  }
  Workspace space_;
};

class BashCompletion : public Manual {
 protected:
  void SetUp() override {
    Manual::SetUp();
    if (IsSkipped()) return;
    if (!installed("bash")) GTEST_SKIP() << "no bash here";
    print("bash", "gist.bash");
    space_.write("data set.svm", "1 1:1\n");
  }
  /// What bash offers at the end of "gist WORDS..."; the last word is the one being typed.
  std::vector<std::string> offers(const std::vector<std::string>& words) const {
    std::string line = "COMP_WORDS=(gist";
    for (const auto& word : words) line += " '" + word + "'";
    const std::string before = words.size() > 1 ? words[words.size() - 2] : "gist";
    line += "); COMP_CWORD=" + std::to_string(words.size()) + "; _gist gist '" + words.back() + "' '" + before + "'";
    space_.write("ask.sh", "set -u; source ./gist.bash; " + line +
                               "; [[ ${#COMPREPLY[@]} == 0 ]] || printf '%s\\n' \"${COMPREPLY[@]}\"\n");
    return lines_of(output_of("cd " + space_.directory() + " && bash --norc --noprofile ask.sh"));
  }
};

TEST_F(BashCompletion, OffersCommands) {
  EXPECT_THAT(offers({"t"}), ElementsAre("train"));
  EXPECT_THAT(offers({""}), AllOf(Contains("simulate"), Contains("--version")));
}

TEST_F(BashCompletion, OffersTheOptionsOfTheCommand) {
  EXPECT_THAT(offers({"train", "x.svm", "--pen"}), ElementsAre("--penalty", "--penalty-factors"));
  EXPECT_THAT(offers({"inspect", "--pen"}), IsEmpty());
  EXPECT_THAT(offers({"inspect", "--to"}), ElementsAre("--top"));
}

TEST_F(BashCompletion, OffersTheNamesAnOptionMayTake) {
  EXPECT_THAT(offers({"train", "--penalty", "m"}), ElementsAre("mcp"));
  EXPECT_THAT(offers({"train", "--penalty", "=", "sc"}), ElementsAre("scad"));
  EXPECT_THAT(offers({"train", "--loss", "="}), Contains("huber"));
}

TEST_F(BashCompletion, OffersFilesWholeAndNothingForNumbers) {
  EXPECT_THAT(offers({"train", "data"}), ElementsAre("data set.svm"));
  EXPECT_THAT(offers({"train", "--start", "data"}), ElementsAre("data set.svm"));
  EXPECT_THAT(offers({"train", "--lambda", ""}), IsEmpty());
}

TEST_F(Manual, ZshTakesTheCompletionFunction) {
  if (!installed("zsh")) GTEST_SKIP() << "no zsh here";
  print("zsh", "_gist");
  // Stand-ins for zsh's completion system, which needs a terminal, show what it would be given.
  const std::string stubs =
      "compdef() { }; _arguments() { print -l -- \"$@\" }; _describe() { print -l -- ${(P)2} }; source ./_gist; ";
  const auto given = [&](const std::string& words, int current) {
    space_.write("ask.zsh", stubs + "words=(" + words + "); CURRENT=" + std::to_string(current) + "; _gist\n");
    return lines_of(output_of("cd " + space_.directory() + " && zsh -f ask.zsh"));
  };
  EXPECT_THAT(given("gist ''", 2),
              Contains("inspect:Shows the settings, the certificate and the coefficients of a model"));
  const auto train = given("gist train ''", 3);
  EXPECT_THAT(train, Contains("--restart[what makes momentum start anew]:name:(none gradient objective)"));
  EXPECT_THAT(train, Contains("--model[file to write the model to]:file:_files"));
  EXPECT_THAT(train, Contains("--json[the result as one JSON object on standard output]"));
  EXPECT_THAT(given("gist inspect ''", 3), Not(Contains(HasSubstr("--loss"))));
}

TEST_F(Manual, TheManPageIsSoundRoffAndHoldsEveryOption) {
  if (!installed("groff")) GTEST_SKIP() << "no groff here";
  print("man", "gist.1");
  EXPECT_EQ(output_of("groff -man -ww -z -Tutf8 " + space_.path("gist.1")), "");
  const std::string shown = output_of("groff -man -P-c -P-b -P-u -Tascii " + space_.path("gist.1"));
  for (const auto& line : lines_of(run_gist(space_, {"reference"}).out)) {
    if (!line.starts_with("| `--")) continue;
    const std::string option = line.substr(3, line.find('`', 3) - 3);
    EXPECT_THAT(shown, HasSubstr("\n       " + option)) << option << " is missing";
  }
}

TEST_F(Manual, AFormThatDoesNotExistIsRefused) {
  const auto finished = run_gist(space_, {"reference", "--form", "fish"});
  EXPECT_EQ(finished.code, 2);
  EXPECT_THAT(finished.err, HasSubstr("--form fish: expected one of: markdown, man, bash, zsh"));
}

}  // namespace
}  // namespace gist::testing_support
