#include <gtest/gtest.h>
#include <signal.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "tests/cli/bad_case.hpp"
#include "tests/support/json_lines.hpp"

/// `gist path` and `gist cv`, and what `predict` and `inspect` make of their files.
namespace gist::testing_support {
namespace {

using nlohmann::json;

class PathCommand : public ::testing::Test {
 protected:
  void SetUp() override {
    GIST_NEEDS_PROGRAM();
    const Finished run = run_gist(space_, {"simulate", "--kind", "gaussian", "--rows", "80", "--features", "12",
                                           "--support", "4", "--output", "x.csv"});
    ASSERT_EQ(run.code, 0) << run.err;
  }
  std::string output(const Words& words) const {
    const Finished run = run_gist(space_, words);
    EXPECT_EQ(run.code, 0) << run.err;
    return run.out;
  }
  Workspace space_;
};

TEST_F(PathCommand, OneJsonLineALambdaThatATrainConfirms) {
  const auto lines = json_lines(
      output({"path", "x.csv", "--loss", "squared", "--json", "--count", "12", "--ratio", "0.01", "--no-early-stop"}));
  ASSERT_EQ(lines.size(), 12U);
  for (std::size_t k = 0; k < lines.size(); ++k) {
    EXPECT_EQ(lines[k].at("index"), k + 1);
    EXPECT_EQ(lines[k].at("status"), "converged");
    EXPECT_EQ(lines[k].at("chosen"), false);
  }
  const json& line = lines[7];
  const json alone = json::parse(output(
      {"train", "x.csv", "--loss", "squared", "--json", "--tolerance", "1e-9", "--lambda", line.at("lambda").dump()}));
  EXPECT_NEAR(line.at("objective").get<double>(), alone.at("objective").get<double>(), 1e-8);
  EXPECT_EQ(line.at("nonzeros"), alone.at("nonzeros"));
}

TEST_F(PathCommand, TheFileHoldsEveryModel) {
  output({"path", "x.csv", "--loss", "squared", "--penalty", "mcp", "--count", "8", "--model", "p.json", "--quiet"});
  const json by_index = json::parse(output({"predict", "x.csv", "p.json", "--index", "5", "--json"}));
  const json file = json::parse(space_.read("p.json"));
  const json by_lambda = json::parse(
      output({"predict", "x.csv", "p.json", "--lambda", file.at("path").at(4).at("lambda").dump(), "--json"}));
  EXPECT_EQ(by_index, by_lambda);
  EXPECT_NE(output({"inspect", "p.json"}).find("index  lambda"), std::string::npos);
  EXPECT_NE(output({"inspect", "p.json", "--index", "5"}).find("certificate"), std::string::npos);
  EXPECT_EQ(json::parse(output({"inspect", "p.json", "--json"})), file);
  const Finished none = run_gist(space_, {"predict", "x.csv", "p.json"});
  EXPECT_EQ(none.code, 2);
  EXPECT_NE(none.err.find("none of them chosen"), std::string::npos) << none.err;
}

TEST_F(PathCommand, ACriterionChooses) {
  const auto lines = json_lines(output({"path", "x.csv", "--loss", "squared", "--penalty", "mcp", "--theta-grid",
                                        "2,3.5", "--criterion", "bic", "--count", "9", "--json", "--model", "p.json"}));
  std::size_t best = 0, chosen = 0;
  for (std::size_t k = 0; k < lines.size(); ++k) {
    if (lines[k].at("bic") < lines[best].at("bic")) best = k;
    chosen += lines[k].at("chosen").get<bool>() ? 1 : 0;
  }
  EXPECT_EQ(chosen, 1U);
  EXPECT_TRUE(lines[best].at("chosen").get<bool>());
  EXPECT_EQ(lines[best].at("degrees_of_freedom"), lines[best].at("nonzeros").get<int>() + 1);
  const json predicted = json::parse(output({"predict", "x.csv", "p.json", "--json"}));
  EXPECT_NEAR(predicted.at("mse").get<double>(), 2 * lines[best].at("loss").get<double>(), 1e-9);
}

TEST_F(PathCommand, OwnLambdas) {
  space_.write("l.txt", "0.5\n0.1 0.3\n");
  const auto lines = json_lines(output({"path", "x.csv", "--loss", "squared", "--lambdas", "l.txt", "--json"}));
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_EQ(lines[0].at("lambda"), 0.5);
  EXPECT_EQ(lines[2].at("lambda"), 0.1);
}

TEST_F(PathCommand, CvTellsFoldsMeanErrorAndBothChoices) {
  const auto lines = json_lines(output({"cv", "x.csv", "--loss", "squared", "--count", "15", "--folds", "4", "--json",
                                        "--choose", "1se", "--model", "c.json"}));
  std::size_t min = 0, one_se = 0;
  for (std::size_t k = 0; k < lines.size(); ++k) {
    ASSERT_EQ(lines[k].at("folds").size(), 4U);
    if (lines[k].at("mean") < lines[min].at("mean")) min = k;
    if (lines[k].at("1se").get<bool>()) one_se = k;
  }
  EXPECT_TRUE(lines[min].at("min").get<bool>());
  EXPECT_LE(one_se, min);
  EXPECT_TRUE(lines[one_se].at("chosen").get<bool>());
  const double bar = lines[min].at("mean").get<double>() + lines[min].at("error").get<double>();
  EXPECT_LE(lines[one_se].at("mean").get<double>(), bar);
  if (one_se > 0) {
    EXPECT_GT(lines[one_se - 1].at("mean").get<double>(), bar);
  }
  EXPECT_EQ(json::parse(space_.read("c.json")).at("chosen"), one_se + 1);
  // The same folds by file: the same numbers.
  std::string ids;
  for (int i = 0; i < 80; ++i) ids += std::to_string(i % 4) + "\n";
  space_.write("ids.txt", ids);
  const Words by_file{"cv", "x.csv", "--loss", "squared", "--count", "3", "--fold-ids", "ids.txt", "--json"};
  EXPECT_EQ(json_lines(output(by_file))[2].at("folds"), json_lines(output(by_file))[2].at("folds"));
}

TEST_F(PathCommand, BadInputIsASentence) {
  const std::string data = space_.read("x.csv");
  const auto refused = [&](Words words, std::vector<std::string> said,
                           std::vector<std::pair<std::string, std::string>> more = {}) {
    more.emplace_back("x.csv", data);
    expect_refused({std::move(words), std::move(more), std::move(said)});
  };
  refused({"path", "x.csv", "--loss", "squared", "--lambda", "1"}, {"--lambda is for one fit", "--lambdas FILE"});
  refused({"path", "x.csv", "--loss", "squared", "--penalty", "none"}, {"no path"});
  refused({"path", "x.csv", "--loss", "huber", "--criterion", "bic"}, {"--criterion needs a likelihood"});
  refused({"path", "x.csv", "--loss", "squared", "--theta-grid", "2"}, {"--theta-grid does not apply"});
  refused({"path", "x.csv", "--loss", "squared", "--penalty", "mcp", "--theta-grid", "2,x"}, {"--theta-grid: 'x'"});
  refused({"path", "x.csv", "--loss", "squared", "--lambdas", "l"}, {"'-1'"}, {{"l", "1\n-1\n"}});
  refused({"path", "x.csv", "--loss", "squared", "--count", "0"}, {"--count 0"});
  refused({"cv", "x.csv", "--loss", "squared", "--folds", "81"}, {"only 80 samples"});
  refused({"cv", "x.csv", "--loss", "squared", "--score", "auc"}, {"--score auc does not apply"});
  refused({"cv", "x.csv", "--loss", "squared", "--fold-ids", "f"}, {"f"}, {{"f", "1\n2\n"}});
  refused({"cv", "x.csv", "--loss", "squared", "--model", "m", "--groups", "missing"}, {"missing"});
}

TEST_F(PathCommand, CtrlCKeepsWhatIsFinished) {
  if (!terminals_exist()) GTEST_SKIP() << "no pseudo-terminals here";
  ASSERT_EQ(run_gist(space_, {"simulate", "--kind", "gaussian", "--rows", "300", "--features", "400", "--support", "40",
                              "--rho", "0.99", "--output", "y.gist"})
                .code,
            0);
  Process process({"path", "y.gist", "--loss", "squared", "--count", "20000", "--ratio", "1e-6", "--no-early-stop",
                   "--model", "p.json", "--threads", "1"},
                  space_.directory(), Process::Errors::terminal);
  ASSERT_TRUE(process.await("lambda ")) << "ended before the first progress line";
  process.send(SIGINT);
  const Finished run = process.wait();
  EXPECT_EQ(run.code, 0);
  EXPECT_NE(run.err.find("what was finished is kept"), std::string::npos) << run.err;
  const json file = json::parse(space_.read("p.json"));
  EXPECT_EQ(file.at("curves").at(0).at("ended"), "interrupted");
  ASSERT_GE(file.at("path").size(), 1U);
  EXPECT_LT(file.at("path").size(), 20000U);
  EXPECT_EQ(run_gist(space_, {"predict", "y.gist", "p.json", "--index", "1", "--json"}).code, 0);
}

TEST_F(PathCommand, MaxSecondsAreThoseOfTheWholePath) {
  ASSERT_EQ(run_gist(space_, {"simulate", "--kind", "gaussian", "--rows", "300", "--features", "400", "--support", "40",
                              "--rho", "0.99", "--output", "y.gist"})
                .code,
            0);
  const Finished run =
      run_gist(space_, {"path", "y.gist", "--loss", "squared", "--solver", "gist", "--step", "previous", "--tolerance",
                        "1e-12", "--max-iterations", "2000000000", "--max-seconds", "0.4", "--strict", "--json"});
  EXPECT_EQ(run.code, 1);
  EXPECT_NE(run.err.find("out of time"), std::string::npos) << run.err;
  EXPECT_LT(json_lines(run.out).size(), 100U);
}

}  // namespace
}  // namespace gist::testing_support
