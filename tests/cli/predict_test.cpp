#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/cli/bad_case.hpp"

/// `gist predict`: labels as in the file, probabilities, scores against what can be worked out by hand.
namespace gist::testing_support {
namespace {

using nlohmann::json;

std::vector<double> numbers_in(const std::string& text) {
  std::istringstream in(text);
  return {std::istream_iterator<double>(in), {}};
}

class Predict : public ::testing::Test {
 protected:
  void SetUp() override {
    GIST_NEEDS_PROGRAM();
    space_.write("a.svm", two_classes);
  }
  /// A model with coefficients of our choice: z = x_1 - 2 x_3 + 0.5, as `gist train` would have written it.
  void write_model(const std::string& loss) {
    space_.write("y.svm", "0 1:1\n1 1:2 3:1\n");
    const Finished run = run_gist(space_, {"train", "y.svm", "--loss", loss, "--model", "m.json", "--quiet"});
    ASSERT_EQ(run.code, 0) << run.err;
    json model = json::parse(space_.read("m.json"));
    model["indices"] = {1, 3};
    model["values"] = {1.0, -2.0};
    model["intercept"] = 0.5;
    space_.write("m.json", model.dump());
  }
  std::string predict(Words options, int code = 0) const {
    options.insert(options.begin(), "predict");
    const Finished run = run_gist(space_, options);
    EXPECT_EQ(run.code, code) << run.err;
    EXPECT_EQ(run.err, "");
    return run.out;
  }

  Workspace space_;
};

TEST_F(Predict, AnswersInTheLabelsOfTheFile) {
  struct Labels {
    std::string positive, negative;
  };
  for (const auto& [positive, negative] :
       {Labels{"1", "-1"}, Labels{"1", "0"}, Labels{"2", "1"}, Labels{"7.5", "-3"}, Labels{"-1", "-2"}}) {
    std::istringstream lines(two_classes);
    std::string data, expected;
    for (std::string line; std::getline(lines, line);) {
      const bool is_positive = line[0] == '1';
      const std::string label = is_positive ? positive : negative;
      data += label + line.substr(is_positive ? 1 : 2) + "\n";
      expected += label + "\n";
    }
    space_.write("l.svm", data);
    ASSERT_EQ(run_gist(space_, {"train", "l.svm", "--model", "l.json", "--quiet"}).code, 0);
    EXPECT_EQ(predict({"l.svm", "l.json"}), expected);
    // The smaller label as the positive one: the same labels, the opposite coefficients.
    ASSERT_EQ(run_gist(space_, {"train", "l.svm", "--positive", negative, "--model", "n.json", "--quiet"}).code, 0);
    EXPECT_EQ(predict({"l.svm", "n.json"}), expected);
    const auto value = [&](const std::string& name) {
      return json::parse(space_.read(name)).at("values").at(0).get<double>();
    };
    EXPECT_NEAR(value("l.json"), -value("n.json"), 1e-5);
    EXPECT_EQ(json::parse(predict({"l.svm", "l.json", "--json"})).at("accuracy"), 1.0);
  }
}

TEST_F(Predict, OneClassAgainstTheRest) {
  space_.write("three.svm", "1 1:3\n2 2:3\n3 3:3\n1 1:2\n2 2:2\n3 3:2\n");
  Words train{"train", "three.svm", "--positive", "2", "--model", "m.json", "--quiet", "--ridge", "0.001"};
  ASSERT_EQ(run_gist(space_, train).code, 0);
  EXPECT_EQ(predict({"three.svm", "m.json"}), "0\n2\n0\n0\n2\n0\n");
  EXPECT_EQ(json::parse(predict({"three.svm", "m.json", "--json"})).at("accuracy"), 1.0);
  const json model = json::parse(space_.read("m.json"));
  EXPECT_EQ(model.at("labels"), json::array({0.0, 2.0}));
  // A label nobody has seen is one of the rest, too.
  space_.write("new.svm", "9 1:3\n2 2:3\n");
  EXPECT_EQ(json::parse(predict({"new.svm", "m.json", "--json"})).at("accuracy"), 1.0);
}

TEST_F(Predict, ProbabilitiesByHand) {
  write_model("logistic");
  space_.write("x.svm", "1:1 2:9\n3:1\n2:5\n1:800\n3:800\n1:-0.5\n");
  const auto found = numbers_in(predict({"x.svm", "m.json", "--probability"}));
  const std::vector<double> z{1.5, -1.5, 0.5, 800.5, -1599.5, 0};
  ASSERT_EQ(found.size(), z.size());
  for (std::size_t i = 0; i < z.size(); ++i) {
    EXPECT_NEAR(found[i], 1 / (1 + std::exp(-z[i])), 1e-15) << i;
    EXPECT_GE(found[i], 0);
    EXPECT_LE(found[i], 1);
  }
  // z = 0 is a tie, and goes to the negative label.
  EXPECT_EQ(predict({"x.svm", "m.json"}), "1\n0\n1\n1\n0\n0\n");
}

TEST_F(Predict, ScoresOfAClassifierByHand) {
  write_model("logistic");
  // z: 1.5 (label 1), 0.5 (0), 0.5 (1), -1.5 (0), -1.5 (1), 2.5 (0). Right: 1.5, 0.5 (1), -1.5 (0) = 3 of 6.
  space_.write("x.svm", "1 1:1\n0 2:1\n1 2:2\n0 3:1\n1 3:1\n0 1:2\n");
  const json scores = json::parse(predict({"x.svm", "m.json", "--json"}));
  EXPECT_EQ(scores.at("n"), 6);
  EXPECT_EQ(scores.at("accuracy"), 0.5);
  // Pairs positive > negative, ties half. 1.5: over 0.5 and -1.5 = 2; 0.5: tie, -1.5 = 1.5; -1.5: tie = 0.5. Of 9.
  EXPECT_NEAR(scores.at("auc").get<double>(), 4.0 / 9, 1e-15);
  const auto loss = [](double margin) { return std::log1p(std::exp(-margin)); };
  const double mean = (loss(1.5) + loss(-0.5) + loss(0.5) + loss(1.5) + loss(-1.5) + loss(-2.5)) / 6;
  EXPECT_NEAR(scores.at("log_loss").get<double>(), mean, 1e-15);
  EXPECT_EQ(scores.size(), 4U);
}

TEST_F(Predict, ScoresWithOneClassMissingHaveNoAuc) {
  write_model("logistic");
  space_.write("x.svm", "1 1:1\n1 2:1\n");
  const json scores = json::parse(predict({"x.svm", "m.json", "--json"}));
  EXPECT_EQ(scores.at("accuracy"), 1.0);
  EXPECT_TRUE(scores.at("auc").is_null());
}

TEST_F(Predict, AHingeHasNoLogLoss) {
  write_model("squared-hinge");
  space_.write("x.svm", "1 1:1\n0 3:1\n");
  EXPECT_EQ(json::parse(predict({"x.svm", "m.json", "--json"})), json({{"n", 2}, {"accuracy", 1.0}, {"auc", 1.0}}));
}

TEST_F(Predict, ScoresOfARegressionByHand) {
  write_model("squared");
  // z = 1.5, 0.5, -1.5, y = 2, 0, -1: mse = (0.25 + 0.25 + 0.25) / 3; mean y = 1/3, spread = 4.666...
  space_.write("x.svm", "2 1:1\n0 2:1\n-1 3:1\n");
  const json scores = json::parse(predict({"x.svm", "m.json", "--json"}));
  EXPECT_EQ(scores.size(), 3U);
  EXPECT_EQ(scores.at("n"), 3);
  EXPECT_NEAR(scores.at("mse").get<double>(), 0.25, 1e-15);
  EXPECT_NEAR(scores.at("r2").get<double>(), 1 - 0.75 / (14.0 / 3), 1e-14);
  EXPECT_EQ(predict({"x.svm", "m.json"}), "1.5\n0.5\n-1.5\n");
  space_.write("same.svm", "2 1:1\n2 2:1\n");
  EXPECT_TRUE(json::parse(predict({"same.svm", "m.json", "--json"})).at("r2").is_null());
}

TEST_F(Predict, CountsAreTheirMean) {
  write_model("poisson");
  space_.write("x.svm", "2 1:1\n0 3:1\n");
  const auto found = numbers_in(predict({"x.svm", "m.json"}));
  ASSERT_EQ(found.size(), 2U);
  EXPECT_NEAR(found[0], std::exp(1.5), 1e-14);
  EXPECT_NEAR(found[1], std::exp(-1.5), 1e-15);
  const json scores = json::parse(predict({"x.svm", "m.json", "--json"}));
  EXPECT_NEAR(scores.at("mse").get<double>(), (std::pow(std::exp(1.5) - 2, 2) + std::pow(std::exp(-1.5), 2)) / 2,
              1e-13);
}

TEST_F(Predict, DataWithoutLabels) {
  write_model("squared");
  space_.write("x.svm", "1:1\n2:1\n3:1\n");
  EXPECT_EQ(predict({"x.svm", "m.json"}), "1.5\n0.5\n-1.5\n");
  EXPECT_EQ(predict({"x.svm", "m.json", "--json"}), "{\"n\":3}\n");
  // CSV: as many columns as features means there is no label column, one more means the first one is.
  space_.write("x.csv", "a,b,c\n1,0,0\n0,1,0\n0,0,1\n");
  EXPECT_EQ(predict({"x.csv", "m.json"}), "1.5\n0.5\n-1.5\n");
  EXPECT_EQ(predict({"x.csv", "m.json", "--label", "none"}), "1.5\n0.5\n-1.5\n");
  EXPECT_EQ(predict({"x.csv", "m.json", "--json"}), "{\"n\":3}\n");
  space_.write("y.csv", "9,1,0,0\n9,0,1,0\n9,0,0,1\n");
  EXPECT_EQ(predict({"y.csv", "m.json"}), "1.5\n0.5\n-1.5\n");
  EXPECT_TRUE(json::parse(predict({"y.csv", "m.json", "--json"})).contains("mse"));
  space_.write("x.mtx", "%%MatrixMarket matrix coordinate real general\n3 3 3\n1 1 1\n2 2 1\n3 3 1\n");
  EXPECT_EQ(predict({"x.mtx", "m.json"}), "1.5\n0.5\n-1.5\n");
}

TEST_F(Predict, OneFeatureWithoutLabelsInCsv) {
  space_.write("one.csv", "y,a\n1,1\n2,2\n3,3\n");
  ASSERT_EQ(
      run_gist(space_, {"train", "one.csv", "--loss", "squared", "--lambda", "0", "--model", "m.json", "--quiet"}).code,
      0);
  space_.write("x.csv", "a\n1\n2\n");
  const auto found = numbers_in(predict({"x.csv", "m.json"}));
  ASSERT_EQ(found.size(), 2U);
  EXPECT_NEAR(found[0], 1, 1e-4);
  EXPECT_NEAR(found[1], 2, 1e-4);
}

TEST_F(Predict, NarrowDataAreTakenAtTheModelsWidth) {
  write_model("squared");
  space_.write("x.svm", "1:1\n1:2\n");
  EXPECT_EQ(predict({"x.svm", "m.json"}), "1.5\n2.5\n");
  ASSERT_EQ(run_gist(space_, {"convert", "x.svm", "x.gist"}).code, 0);
  EXPECT_EQ(predict({"x.gist", "m.json"}), "1.5\n2.5\n");
}

TEST_F(Predict, OffsetsAreAdded) {
  write_model("squared");
  space_.write("x.svm", "1:1\n1:2\n");
  space_.write("o.txt", "10\n-20\n");
  EXPECT_EQ(predict({"x.svm", "m.json", "--offset", "o.txt"}), "11.5\n-17.5\n");
}

TEST_F(Predict, OutputGoesWhereItIsAsked) {
  write_model("squared");
  space_.write("x.svm", "2 1:1\n3 1:2\n");
  EXPECT_EQ(predict({"x.svm", "m.json", "--output", "p.txt"}), "");
  EXPECT_EQ(space_.read("p.txt"), "1.5\n2.5\n");
  const json scores = json::parse(predict({"x.svm", "m.json", "--output", "q.txt", "--json"}));
  EXPECT_EQ(scores.at("mse"), 0.25);
  EXPECT_EQ(space_.read("q.txt"), "1.5\n2.5\n");
}

}  // namespace
}  // namespace gist::testing_support
