#include <gtest/gtest.h>
#include <signal.h>

#include <nlohmann/json.hpp>

#include "tests/cli/bad_case.hpp"

/// A fit that takes long: the progress line, Ctrl-C, and the limit on seconds.
namespace gist::testing_support {
namespace {

using nlohmann::json;

class LongFit : public ::testing::Test {
 protected:
  void SetUp() override {
    GIST_NEEDS_PROGRAM();
    // Strongly correlated columns and hardly any penalty: without the BB step this goes on for very many iterations.
    const Finished run = run_gist(space_, {"simulate", "--kind", "gaussian", "--rows", "300", "--features", "400",
                                           "--support", "40", "--rho", "0.99", "--output", "x.gist"});
    ASSERT_EQ(run.code, 0) << run.err;
  }
  Words fit(Words more = {}) const {
    more.insert(more.begin(), {"train", "x.gist", "--loss", "squared", "--lambda-ratio", "1e-7", "--solver", "gist",
                               "--step", "previous", "--tolerance", "1e-300", "--max-iterations", "2000000000",
                               "--model", "m.json", "--threads", "1"});
    return more;
  }
  json model() const { return json::parse(space_.read("m.json")); }

  Workspace space_;
};

TEST_F(LongFit, ShowsProgressOnATerminalAndStopsOnCtrlC) {
  if (!terminals_exist()) GTEST_SKIP() << "no pseudo-terminals here";
  Process process(fit({"--trace", "t.jsonl"}), space_.directory(), Process::Errors::terminal);
  ASSERT_TRUE(process.await("objective")) << "ended before the first progress line";
  process.send(SIGINT);
  const Finished run = process.wait();
  EXPECT_EQ(run.code, 0);
  EXPECT_NE(run.err.find("\r\x1b[K"), std::string::npos);  // one line, written over
  EXPECT_NE(run.err.find("iteration "), std::string::npos);
  EXPECT_NE(run.err.find("non-zeros "), std::string::npos);
  EXPECT_NE(run.err.find("gist: not converged (interrupted)"), std::string::npos) << run.err;
  EXPECT_NE(run.out.find("status      interrupted"), std::string::npos) << run.out;
  EXPECT_EQ(run.out.find('\r'), std::string::npos);
  EXPECT_EQ(model().at("report").at("status"), "interrupted");
  EXPECT_GT(model().at("report").at("iterations").get<int>(), 0);
  EXPECT_EQ(run_gist(space_, {"predict", "x.gist", "m.json", "--json"}).code, 0);
  EXPECT_EQ(run_gist(space_, {"inspect", "m.json"}).code, 0);
  EXPECT_EQ(space_.files(), (std::vector<std::string>{"m.json", "t.jsonl", "x.gist", "x.gist.truth.json"}));
}

TEST_F(LongFit, TermIsCtrlCAndStrictGivesOne) {
  if (!terminals_exist()) GTEST_SKIP() << "no pseudo-terminals here";
  Process process(fit({"--strict"}), space_.directory(), Process::Errors::terminal);
  ASSERT_TRUE(process.await("objective"));
  process.send(SIGTERM);
  EXPECT_EQ(process.wait().code, 1);
  EXPECT_EQ(model().at("report").at("status"), "interrupted");
}

TEST_F(LongFit, ThereIsNoProgressLineInAPipeNorWhenQuietOrJson) {
  if (!terminals_exist()) GTEST_SKIP() << "no pseudo-terminals here";
  const Finished piped = run_gist(space_, fit({"--max-seconds", "0.5"}));
  EXPECT_EQ(piped.err.find('\r'), std::string::npos);
  EXPECT_EQ(piped.err.find('\x1b'), std::string::npos);
  EXPECT_EQ(piped.out.find('\r'), std::string::npos);
  for (const std::string silent : {"--quiet", "--json"}) {
    Process process(fit({"--max-seconds", "0.5", silent}), space_.directory(), Process::Errors::terminal);
    EXPECT_EQ(process.wait().err.find("\x1b[K"), std::string::npos) << silent;
  }
}

TEST_F(LongFit, StopsWhenTheSecondsAreOver) {
  const Finished run = run_gist(space_, fit({"--max-seconds", "0.3", "--json"}));
  EXPECT_EQ(run.code, 0);
  const json result = json::parse(run.out);
  EXPECT_EQ(result.at("status"), "time_limit");
  EXPECT_GE(result.at("seconds").at("fit").get<double>(), 0.3);
  EXPECT_NE(run.err.find("gist: not converged (time_limit)"), std::string::npos);
  EXPECT_EQ(model().at("report").at("status"), "time_limit");
  // The best point so far is better than none.
  const Finished none = run_gist(
      space_, {"train", "x.gist", "--loss", "squared", "--lambda-ratio", "1e-7", "--max-iterations", "0", "--json"});
  EXPECT_LT(result.at("objective").get<double>(), json::parse(none.out).at("objective").get<double>());
}

}  // namespace
}  // namespace gist::testing_support
