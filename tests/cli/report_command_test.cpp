#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/support/json_lines.hpp"
#include "tests/support/program.hpp"

/// What --plot, --report, --relax and `gist stability` leave behind.
namespace gist::testing_support {
namespace {

using nlohmann::json;

class ReportCommand : public ::testing::Test {
 protected:
  void SetUp() override {
    GIST_NEEDS_PROGRAM();
    const Finished made =
        run_gist(space_, {"simulate", "--kind", "gaussian", "--rows", "120", "--features", "15", "--support", "3",
                          "--task", "classification", "--snr", "3", "--output", "a.svm"});
    ASSERT_EQ(made.code, 0) << made.err;
  }
  Finished run(const Words& words) const {
    const Finished done = run_gist(space_, words);
    EXPECT_EQ(done.code, 0) << done.err;
    return done;
  }
  void expect_page(const std::string& name, const std::vector<std::string>& words) const {
    const std::string page = space_.read(name);
    EXPECT_TRUE(page.starts_with("<!DOCTYPE html>"));
    EXPECT_TRUE(page.ends_with("</html>\n"));
    for (const auto& word : words) EXPECT_NE(page.find(word), std::string::npos) << name << ": " << word;
  }

  Workspace space_;
};

TEST_F(ReportCommand, TrainWritesAPage) {
  const Finished plain = run({"train", "a.svm", "--json", "--threads", "1"});
  const Finished done = run({"train", "a.svm", "--json", "--threads", "1", "--report", "r.html"});
  json a = json::parse(plain.out), b = json::parse(done.out);
  a.erase("seconds"), b.erase("seconds");
  EXPECT_EQ(a, b);  // the report changes nothing else
  expect_page("r.html", {"Certificate", "Largest coefficients", "Calibration", "feature 1", "converged"});
}

TEST_F(ReportCommand, PathAndCvDrawAndTell) {
  run({"path", "a.svm", "--count", "20", "--criterion", "bic", "--plot", "p.svg", "--report", "p.html", "--quiet"});
  EXPECT_TRUE(space_.read("p.svg").starts_with("<?xml"));
  EXPECT_NE(space_.read("p.svg").find(">bic<"), std::string::npos);
  expect_page("p.html", {"Coefficients along the path", "Information criterion", "Lowest bic", "Every lambda"});
  run({"cv", "a.svm", "--count", "20", "--folds", "4", "--plot", "c.svg", "--report", "c.html", "--quiet"});
  EXPECT_NE(space_.read("c.svg").find("mean deviance"), std::string::npos);
  expect_page("c.html", {"Best mean (min)", "Within one standard error (1se)", "class=\"band c0\"", "Calibration"});
}

TEST_F(ReportCommand, TwoOutputsOfOneNameAreRefused) {
  for (const Words& words :
       {Words{"train", "a.svm", "--model", "x", "--report", "x"}, Words{"cv", "a.svm", "--plot", "x", "--report", "x"},
        Words{"stability", "a.svm", "--model", "x", "--report", "x"}}) {
    const Finished done = run_gist(space_, words);
    EXPECT_EQ(done.code, 2);
    EXPECT_NE(done.err.find("name the same file, x"), std::string::npos) << done.err;
    EXPECT_FALSE(space_.has("x"));
  }
}

TEST_F(ReportCommand, APlaceThatCannotBeWrittenIsFoundBeforeTheWork) {
  for (const std::string command : {"train", "path", "cv", "stability"}) {
    const Finished done = run_gist(space_, {command, "a.svm", "--report", "nowhere/r.html"});
    EXPECT_EQ(done.code, 2);
    EXPECT_NE(done.err.find("nowhere/r.html"), std::string::npos) << done.err;
    EXPECT_EQ(done.out, "");
  }
}

TEST_F(ReportCommand, RelaxTellsWhatChoseAndWhatIsCertified) {
  const json result =
      json::parse(run({"train", "a.svm", "--lambda-ratio", "0.3", "--relax", "--json", "--model", "m.json"}).out);
  const json plain = json::parse(run({"train", "a.svm", "--lambda-ratio", "0.3", "--json"}).out);
  EXPECT_EQ(result.at("selection").at("objective"), plain.at("objective"));
  EXPECT_EQ(result.at("penalty"), 0.0);
  EXPECT_LT(result.at("loss"), plain.at("loss"));
  EXPECT_EQ(json::parse(space_.read("m.json")).at("settings").at("relax"), true);
  const std::string words = run({"inspect", "m.json"}).out;
  EXPECT_NE(words.find("relaxed     fitted again on the chosen columns alone, unpenalised"), std::string::npos)
      << words;
  EXPECT_NE(words.find("chosen by   that fit: converged"), std::string::npos) << words;
  EXPECT_EQ(run({"predict", "a.svm", "m.json"}).err, "");
  const Finished lonely = run_gist(space_, {"train", "a.svm", "--relax-ridge", "1"});
  EXPECT_EQ(lonely.code, 2);
  EXPECT_NE(lonely.err.find("--relax"), std::string::npos);
}

TEST_F(ReportCommand, StabilityGivesLinesModelAndPage) {
  const Finished done = run(
      {"stability", "a.svm", "--pairs", "10", "--select", "3", "--json", "--model", "m.json", "--report", "s.html"});
  const auto lines = json_lines(done.out);
  ASSERT_GE(lines.size(), 4U);
  const json& summary = lines.back();
  EXPECT_EQ(summary.at("summary"), true);
  EXPECT_EQ(summary.at("finished"), 10);
  EXPECT_EQ(summary.at("selected"), 3);
  EXPECT_DOUBLE_EQ(summary.at("bound").at("worst_case"), 9 / (0.5 * 15));
  json stable = json::array();
  double before = 1;
  for (std::size_t k = 0; k + 1 < lines.size(); ++k) {
    EXPECT_LE(lines[k].at("probability").get<double>(), before);
    before = lines[k].at("probability");
    if (lines[k].at("stable")) stable.push_back(lines[k].at("feature"));
  }
  std::sort(stable.begin(), stable.end());
  EXPECT_EQ(summary.at("stable"), stable);
  EXPECT_EQ(json::parse(space_.read("m.json")).at("indices"), stable);
  expect_page("s.html", {"How often each feature was selected", "Shah and Samworth", "Order of entering"});
  EXPECT_EQ(
      run({"stability", "a.svm", "--pairs", "10", "--select", "3", "--json", "--threads", "1"}).out.substr(0, 200),
      done.out.substr(0, 200));
  const Finished both = run_gist(space_, {"stability", "a.svm", "--select", "3", "--lambda", "0.1"});
  EXPECT_EQ(both.code, 2);
  EXPECT_NE(both.err.find("exclude each other"), std::string::npos);
}

}  // namespace
}  // namespace gist::testing_support
