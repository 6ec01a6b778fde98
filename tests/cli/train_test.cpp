#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/cli/bad_case.hpp"

/// What `gist train` prints, and where.
namespace gist::testing_support {
namespace {

using nlohmann::json;

class Train : public ::testing::Test {
 protected:
  void SetUp() override {
    GIST_NEEDS_PROGRAM();
    space_.write("a.svm", two_classes);
  }
  Finished train(Words options) const {
    options.insert(options.begin(), {"train", "a.svm"});
    return run_gist(space_, options);
  }
  json train_json(Words options) const {
    options.push_back("--json");
    const Finished run = train(options);
    EXPECT_EQ(run.code, 0) << run.err;
    return json::parse(run.out);
  }

  Workspace space_;
};

TEST_F(Train, JsonIsOneObjectAndNothingElse) {
  const Finished run = train({"--json"});
  EXPECT_EQ(run.code, 0);
  EXPECT_EQ(run.err, "");
  EXPECT_EQ(std::count(run.out.begin(), run.out.end(), '\n'), 1);
  EXPECT_EQ(run.out.back(), '\n');
  const json result = json::parse(run.out);  // throws if anything follows the object
  EXPECT_EQ(result.at("status"), "converged");
  EXPECT_EQ(result.at("n"), 6);
  EXPECT_EQ(result.at("d"), 3);
  EXPECT_EQ(result.at("nnz"), 13);
  EXPECT_DOUBLE_EQ(result.at("objective"), result.at("loss").get<double>() + result.at("penalty").get<double>());
  EXPECT_DOUBLE_EQ(result.at("lambda"), 0.1 * result.at("lambda_max").get<double>());
  EXPECT_TRUE(result.at("theta").is_null());
  EXPECT_LE(result.at("residual").at("prox").get<double>(), 1.01e-6 * result.at("gradient_scale").get<double>());
  const auto& seconds = result.at("seconds");
  EXPECT_LE(seconds.at("read").get<double>() + seconds.at("fit").get<double>(),
            seconds.at("total").get<double>() + 1e-9);
  // At w = 0 with the best intercept (three of each class: 0) the gradient is mean of -y x / 2, by hand:
  // column 1: -(1 + 1 + 2 + 0.5 - 0.1) / 12, 2: -(0.5 - 0.3 - 1 - 1) / 12, 3: -(-1 + 0.7 - 0.2 - 1.5) / 12.
  EXPECT_NEAR(result.at("lambda_max").get<double>(), 4.4 / 12, 1e-15);
}

TEST_F(Train, JsonAgreesWithTheModelFile) {
  const json result = train_json({"--model", "m.json", "--penalty", "mcp", "--lambda-ratio", "0.3"});
  const json model = json::parse(space_.read("m.json"));
  EXPECT_EQ(result.at("nonzeros"), model.at("indices").size());
  EXPECT_EQ(result.at("intercept"), model.at("intercept"));
  EXPECT_EQ(result.at("lambda"), model.at("settings").at("lambda"));
  EXPECT_EQ(result.at("theta"), 3.0);
  EXPECT_EQ(result.at("theta"), model.at("settings").at("theta").get<double>());
  EXPECT_EQ(result.at("residual"), model.at("report").at("residual"));
  for (const std::string key :
       {"status", "loss", "penalty", "iterations", "passes", "n", "nnz", "lambda_max", "engine", "why"}) {
    EXPECT_EQ(result.at(key), model.at("report").at(key)) << key;
  }
  EXPECT_GT(result.at("runs").size(), 1U);
  EXPECT_EQ(result.at("runs"), model.at("report").at("runs"));
}

TEST_F(Train, WithoutJsonItSaysTheSameInWords) {
  const Finished run = train({});
  EXPECT_EQ(run.code, 0);
  EXPECT_EQ(run.err, "");
  for (const std::string word : {"logistic", "l1", "6 samples x 3 features", "converged", "objective", "certificate"}) {
    EXPECT_NE(run.out.find(word), std::string::npos) << word;
  }
  EXPECT_EQ(space_.files(), std::vector<std::string>{"a.svm"});  // no --model, no file
}

TEST_F(Train, QuietPrintsNothing) {
  for (const Words& options : {Words{"--quiet"}, Words{"--quiet", "--max-iterations", "1"},
                               Words{"--quiet", "--penalty", "none", "--model", "m.json"}}) {
    const Finished run = train(options);
    EXPECT_EQ(run.code, 0);
    EXPECT_EQ(run.out, "");
    EXPECT_EQ(run.err, "");
  }
  EXPECT_TRUE(space_.has("m.json"));
}

TEST_F(Train, NotConvergedIsALineOnStandardErrorAndACodeWhenStrict) {
  for (const bool strict : {false, true}) {
    Words options{"--max-iterations", "1", "--model", "m.json", "--json"};
    if (strict) options.push_back("--strict");
    const Finished run = train(options);
    EXPECT_EQ(run.code, strict ? 1 : 0);
    EXPECT_EQ(json::parse(run.out).at("status"), "iteration_limit");
    EXPECT_TRUE(run.err.starts_with("gist: not converged (iteration_limit)")) << run.err;
    EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1);
    EXPECT_EQ(run_gist(space_, {"predict", "a.svm", "m.json"}).code, 0);  // the model is there and usable
  }
  const Finished good = train({"--strict"});
  EXPECT_EQ(good.code, 0);
  EXPECT_EQ(good.err, "");
  EXPECT_EQ(train({"--strict", "--quiet", "--max-iterations", "1"}).code, 1);
}

TEST_F(Train, NoIterationsAtAllIsTheStart) {
  const json result = train_json({"--max-iterations", "0"});
  EXPECT_EQ(result.at("status"), "iteration_limit");
  EXPECT_EQ(result.at("iterations"), 0);
  EXPECT_EQ(result.at("nonzeros"), 0);
  EXPECT_NEAR(result.at("objective").get<double>(), std::log(2.0), 1e-15);
}

TEST_F(Train, WarnsOfAnObjectiveWithoutMinimiserAndOfTheRemedy) {
  space_.write("s.svm", "1 1:1\n1 1:2\n-1 1:-1\n-1 1:-3\n");
  const Finished run = run_gist(space_, {"train", "s.svm", "--penalty", "none", "--json", "--strict"});
  EXPECT_EQ(run.code, 1);
  EXPECT_NE(run.err.find("gist: warning: "), std::string::npos);
  EXPECT_NE(run.err.find("--ridge"), std::string::npos);
  const json result = json::parse(run.out);
  EXPECT_EQ(result.at("status"), "unbounded");
  EXPECT_EQ(result.at("warnings").size(), 1U);
  const Finished mended = run_gist(space_, {"train", "s.svm", "--penalty", "none", "--ridge", "0.01", "--strict"});
  EXPECT_EQ(mended.code, 0);
  EXPECT_EQ(mended.err, "");
}

TEST_F(Train, StartsWhereAModelEnded) {
  const json first = train_json({"--model", "m.json", "--tolerance", "1e-9"});
  ASSERT_GT(first.at("iterations").get<int>(), 3);
  const json again = train_json({"--model", "again.json", "--start", "m.json"});
  EXPECT_LE(again.at("iterations").get<int>(), 1);
  const json a = json::parse(space_.read("m.json")), b = json::parse(space_.read("again.json"));
  EXPECT_EQ(a.at("values"), b.at("values"));
  EXPECT_EQ(a.at("indices"), b.at("indices"));
  EXPECT_NEAR(a.at("intercept").get<double>(), b.at("intercept").get<double>(), 1e-12);
}

TEST_F(Train, BoundsAreKept) {
  const json free = train_json({"--lambda-ratio", "0.01"});
  train_json({"--lambda-ratio", "0.01", "--lower", "-0.5", "--upper", "0.25", "--model", "m.json"});
  const json model = json::parse(space_.read("m.json"));
  EXPECT_EQ(model.at("values"), json::array({0.25, -0.5, -0.5}));
  EXPECT_GT(free.at("nonzeros").get<int>(), 0);
  // Per feature, from a file; infinite means none.
  space_.write("low.txt", "-inf\n0\n-inf\n");
  train_json({"--lambda-ratio", "0.01", "--lower", "low.txt", "--model", "m.json"});
  const json bounded = json::parse(space_.read("m.json"));
  EXPECT_EQ(bounded.at("indices"), json::array({1, 3}));
}

TEST_F(Train, TheLastOfTwoCounts) {
  EXPECT_EQ(train_json({"--lambda", "9", "--lambda", "0.125"}).at("lambda"), 0.125);
  EXPECT_EQ(train_json({"--threads", "3", "--threads", "1"}).at("threads"), 1);
}

TEST_F(Train, AFlagCanBeSwitchedOff) {
  train_json({"--standardize=false", "--no-intercept=false", "--model", "m.json"});
  const json settings = json::parse(space_.read("m.json")).at("settings");
  EXPECT_EQ(settings.at("standardize"), false);
  EXPECT_EQ(settings.at("intercept"), true);
  train_json({"--standardize", "--no-intercept", "--model", "m.json"});
  const json on = json::parse(space_.read("m.json"));
  EXPECT_EQ(on.at("settings").at("standardize"), true);
  EXPECT_EQ(on.at("settings").at("intercept"), false);
  EXPECT_EQ(on.at("intercept"), 0.0);
}

}  // namespace
}  // namespace gist::testing_support
