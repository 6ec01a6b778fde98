#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/cli/bad_case.hpp"

/// `@file.json` stands for the options in it.
namespace gist::testing_support {
namespace {

using nlohmann::json;

class OptionFile : public ::testing::Test {
 protected:
  void SetUp() override {
    GIST_NEEDS_PROGRAM();
    space_.write("a.svm", two_classes);
  }
  /// The model that these options give, as text.
  std::string model(Words options) const {
    options.insert(options.begin(), {"train", "a.svm", "--model", "m.json", "--quiet"});
    const Finished run = run_gist(space_, options);
    EXPECT_EQ(run.code, 0) << run.err;
    return space_.read("m.json");
  }

  Workspace space_;
};

TEST_F(OptionFile, IsTheSameAsTyping) {
  space_.write("w.txt", "1\n2\n1\n2\n1\n2\n");
  space_.write("o.json", R"({"loss": "squared-hinge", "penalty": "lsp", "lambda-ratio": 0.05, "theta_ratio": 2,
    "ridge": 1e-3, "intercept": false, "standardize": true, "weights": "w.txt", "lower": -1, "upper": 2.5,
    "solver": "gist", "step": "previous", "memory": 3, "max-iterations": 200, "tolerance": 1e-8, "features": 4, "float": true,
    "threads": 2, "max_seconds": null})");
  const std::string typed = model({"--loss",
                                   "squared-hinge",
                                   "--penalty",
                                   "lsp",
                                   "--solver",
                                   "gist",
                                   "--lambda-ratio",
                                   "0.05",
                                   "--theta-ratio",
                                   "2",
                                   "--ridge",
                                   "1e-3",
                                   "--no-intercept",
                                   "--standardize",
                                   "--weights",
                                   "w.txt",
                                   "--lower",
                                   "-1",
                                   "--upper",
                                   "2.5",
                                   "--step",
                                   "previous",
                                   "--memory",
                                   "3",
                                   "--max-iterations",
                                   "200",
                                   "--tolerance",
                                   "1e-8",
                                   "--features",
                                   "4",
                                   "--float",
                                   "--threads",
                                   "2"});
  EXPECT_EQ(model({"@o.json"}), typed);
  const json settings = json::parse(typed).at("settings");
  EXPECT_EQ(settings.at("intercept"), false);
  EXPECT_EQ(settings.at("step"), "previous");
}

TEST_F(OptionFile, TheCommandLineWinsWhereverItStands) {
  space_.write("o.json", R"({"lambda": 0.5, "standardize": true, "intercept": false, "model": "other.json"})");
  const std::string expected = model({"--lambda", "0.01"});
  const Words wins{"--lambda", "0.01", "--standardize=false", "--no-intercept=false"};
  Words after = wins, before = wins;
  after.insert(after.begin(), "@o.json");
  before.push_back("@o.json");
  EXPECT_EQ(model(after), expected);
  EXPECT_EQ(model(before), expected);
  EXPECT_FALSE(space_.has("other.json"));
}

TEST_F(OptionFile, FalseIsNotGiven) {
  space_.write("o.json",
               R"({"standardize": false, "intercept": true, "float": false, "strict": false, "json": false})");
  EXPECT_EQ(model({"@o.json"}), model({}));
}

TEST_F(OptionFile, SeveralAreReadInTurn) {
  space_.write("a.json", R"({"penalty": "mcp", "lambda": 0.5})");
  space_.write("b.json", R"({"lambda": 0.25})");
  EXPECT_EQ(model({"@a.json", "@b.json"}), model({"--penalty", "mcp", "--lambda", "0.25"}));
}

TEST_F(OptionFile, ServesEveryCommand) {
  model({});
  space_.write("p.json", R"({"probability": true, "output": "p.txt"})");
  EXPECT_EQ(run_gist(space_, {"predict", "a.svm", "m.json", "@p.json"}).code, 0);
  EXPECT_EQ(space_.read("p.txt"), run_gist(space_, {"predict", "a.svm", "m.json", "--probability"}).out);
  space_.write("c.json", R"({"to": "csv"})");
  EXPECT_EQ(run_gist(space_, {"convert", "a.svm", "b", "@c.json"}).code, 0);
  EXPECT_EQ(space_.read("b").substr(0, 10), "1,1,0.5,-1");
}

}  // namespace
}  // namespace gist::testing_support
