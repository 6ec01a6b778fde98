#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

#include "gist/core/version.hpp"
#include "tests/cli/bad_case.hpp"

/// What other programs and people rely on, word by word, in tests/cli/golden. Numbers that may differ between machines
/// are masked. GIST_UPDATE_GOLDEN=1 in the environment writes the files anew; read the difference before committing it.
namespace gist::testing_support {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

std::string contents(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void expect_golden(const std::string& name, std::string text) {
  const std::string shown_version(version);
  for (auto at = text.find(shown_version); at != std::string::npos; at = text.find(shown_version)) {
    text.replace(at, shown_version.size(), "VERSION");
  }
  const auto path = std::filesystem::path(GIST_SOURCE_DIR) / "tests/cli/golden" / name;
  if (const char* update = std::getenv("GIST_UPDATE_GOLDEN"); update != nullptr && std::string(update) == "1") {
    std::ofstream(path, std::ios::binary) << text;
  }
  ASSERT_TRUE(std::filesystem::exists(path)) << path << " is missing; GIST_UPDATE_GOLDEN=1 writes it";
  EXPECT_EQ(text, contents(path)) << name << " differs; GIST_UPDATE_GOLDEN=1 renews it";
}

/// The object with its keys in order and what kind of value each has.
std::string shape_of(const ordered_json& value, const std::string& name = "", const std::string& indent = "") {
  std::string text = indent + name + (name.empty() ? "" : ": ") + value.type_name() + "\n";
  if (value.is_object()) {
    for (const auto& [key, inner] : value.items()) text += shape_of(inner, key, indent + "  ");
  }
  if (value.is_array() && !value.empty()) text += shape_of(value.front(), "each", indent + "  ");
  return text;
}

/// Every number with a decimal point or exponent becomes "#": those may differ in their last digits.
std::string without_fractions(const std::string& text) {
  static const std::regex fraction(R"(-?\d+\.\d+(e[-+]?\d+)?|-?\d+e[-+]?\d+)");
  return std::regex_replace(text, fraction, "#");
}

class Golden : public ::testing::Test {
 protected:
  void SetUp() override {
    GIST_NEEDS_PROGRAM();
    space_.write("a.svm", two_classes);
  }
  std::string output(const Words& words) const {
    const Finished run = run_gist(space_, words);
    EXPECT_EQ(run.code, 0) << run.err;
    EXPECT_EQ(run.err, "");
    return run.out;
  }

  Workspace space_;
};

TEST_F(Golden, HelpFitsOnOneScreen) {
  for (const std::string command : {"train", "predict", "inspect", "convert", "simulate", "reference"}) {
    const std::string help = output({command, "--help"});
    EXPECT_TRUE(help.starts_with("usage: gist " + command)) << help;
    EXPECT_LE(std::count(help.begin(), help.end(), '\n'), 60) << command;
    expect_golden("help-" + command + ".txt", help);
    EXPECT_EQ(output({command, "-h"}), help);
  }
  expect_golden("help.txt", output({"--help"}));
  EXPECT_EQ(output({"-h"}), output({"--help"}));
}

TEST_F(Golden, EveryOptionOfTheContractIsInTheHelpOfTrain) {
  const std::string help = output({"train", "--help"});
  for (const std::string option :
       {"loss",        "penalty",      "lambda",          "lambda-ratio", "theta",     "theta-ratio", "q",
        "ridge",       "no-intercept", "standardize",     "positive",     "features",  "weights",     "offset",
        "lower",       "upper",        "penalty-factors", "solver",       "step",      "acceptance",  "memory",
        "eta",         "sigma",        "t-min",           "t-max",        "tolerance", "stop",        "max-iterations",
        "max-seconds", "threads",      "float",           "start",        "trace",     "json",        "quiet",
        "strict",      "model"}) {
    EXPECT_TRUE(help.find("  --" + option + " ") != std::string::npos) << option;
  }
}

TEST_F(Golden, Version) { EXPECT_EQ(output({"--version"}), "gist " + std::string(version) + "\n"); }

TEST_F(Golden, NoWordsAtAllShowTheHelpAndFail) {
  const Finished run = run_gist(space_, {});
  EXPECT_EQ(run.code, 2);
  EXPECT_EQ(run.out, output({"--help"}));
}

TEST_F(Golden, TheReferencePageIsTheOneInDocs) {
  const std::string page = output({"reference"});
  for (const std::string part : {"# Command line\n", "## gist train\n", "## gist predict\n", "## gist inspect\n",
                                 "## gist convert\n", "## gist simulate\n", "| `--lambda-ratio` |", "| `mcp` |"}) {
    EXPECT_NE(page.find(part), std::string::npos) << part;
  }
  const auto docs = std::filesystem::path(GIST_SOURCE_DIR) / "docs/cli.md";
  if (std::filesystem::exists(docs)) {
    EXPECT_EQ(page, contents(docs));
  }
}

TEST_F(Golden, TrainJson) {
  // With two warnings, so that the shape of those is in it too.
  const Finished run = run_gist(space_, {"train", "a.svm", "--json", "--penalty", "mcp"});
  EXPECT_EQ(run.code, 0);
  expect_golden("train-json.txt", shape_of(ordered_json::parse(run.out)));
}

TEST_F(Golden, TrainInWords) {
  const std::string text = output({"train", "a.svm", "--threads", "1", "--lambda", "0.5", "--no-intercept"});
  expect_golden("train.txt", without_fractions(text));
}

TEST_F(Golden, ModelFileAndInspect) {
  output({"train", "a.svm", "--model", "m.json", "--quiet", "--penalty", "scad", "--lambda", "0.05", "--max-seconds",
          "100", "--tolerance", "1e-7"});
  const std::string shown = output({"inspect", "m.json", "--json"});
  EXPECT_EQ(shown, space_.read("m.json"));
  expect_golden("inspect-json.txt", shape_of(ordered_json::parse(shown)));
  const json model = json::parse(shown);
  expect_golden("settings.json", model.at("settings").dump(1) + "\n");
  EXPECT_EQ(model.at("d"), 3);
  EXPECT_EQ(model.at("labels"), json::array({-1.0, 1.0}));
  const std::string words = output({"inspect", "m.json"});
  for (const std::string part : {"scad (lambda 0.05, theta 3.7)", "certificate", "settings", "largest coefficients"}) {
    EXPECT_NE(words.find(part), std::string::npos) << part;
  }
  EXPECT_EQ(output({"inspect", "m.json", "--top", "0"}).find("largest"), std::string::npos);
}

TEST_F(Golden, Predictions) {
  output({"train", "a.svm", "--model", "m.json", "--quiet"});
  expect_golden("predict.txt", output({"predict", "a.svm", "m.json"}));
  expect_golden("predict-json.txt", without_fractions(output({"predict", "a.svm", "m.json", "--json"})));
}

}  // namespace
}  // namespace gist::testing_support
