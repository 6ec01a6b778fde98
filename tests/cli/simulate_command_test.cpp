#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/cli/bad_case.hpp"

/// `gist simulate`: same seed, same bytes, with the truth beside the data.
namespace gist::testing_support {
namespace {

using nlohmann::json;

Words simulate(const std::string& kind, const std::string& output, Words more = {}) {
  more.insert(more.begin(), {"simulate", "--kind", kind, "--rows", "60", "--features", "200", "--output", output});
  return more;
}

TEST(SimulateCommand, TheSeedDecidesEveryByte) {
  GIST_NEEDS_PROGRAM();
  const Workspace space;
  for (const std::string kind : {"text", "gaussian"}) {
    ASSERT_EQ(run_gist(space, simulate(kind, "a.svm", {"--seed", "7", "--threads", "1"})).code, 0);
    ASSERT_EQ(run_gist(space, simulate(kind, "b.svm", {"--seed", "7", "--threads", "3"})).code, 0);
    ASSERT_EQ(run_gist(space, simulate(kind, "c.svm", {"--seed", "8"})).code, 0);
    EXPECT_EQ(space.read("a.svm"), space.read("b.svm"));
    EXPECT_EQ(space.read("a.svm.truth.json"), space.read("b.svm.truth.json"));
    EXPECT_NE(space.read("a.svm"), space.read("c.svm"));
    const json truth = json::parse(space.read("a.svm.truth.json"));
    EXPECT_EQ(truth.at("kind"), kind);
    EXPECT_EQ(truth.at("seed"), 7);
    EXPECT_EQ(truth.at("d"), 200);
    EXPECT_EQ(truth.at("indices").size(), truth.at("values").size());
    EXPECT_GE(truth.at("indices").at(0).get<int>(), 1);
  }
}

TEST(SimulateCommand, PrintsNothingAndWritesTheFormOfTheName) {
  GIST_NEEDS_PROGRAM();
  const Workspace space;
  for (const std::string name : {"a.svm", "a.csv", "a.gist"}) {
    const Finished run = run_gist(space, simulate("gaussian", name, {"--support", "5", "--snr", "50"}));
    EXPECT_EQ(run.code, 0);
    EXPECT_EQ(run.out + run.err, "");
    const Finished trained = run_gist(space, {"train", name, "--loss", "squared", "--json"});
    ASSERT_EQ(trained.code, 0) << trained.err;
    const json result = json::parse(trained.out);
    EXPECT_EQ(result.at("n"), 60);
    EXPECT_EQ(result.at("d"), 200);
  }
  EXPECT_EQ(space.read("a.csv.truth.json"), space.read("a.gist.truth.json"));
}

TEST(SimulateCommand, TheTruthCanBeFound) {
  GIST_NEEDS_PROGRAM();
  const Workspace space;
  ASSERT_EQ(run_gist(space, {"simulate", "--kind", "gaussian", "--rows", "400", "--features", "50", "--support", "4",
                             "--rho", "0", "--snr", "100", "--output", "x.gist"})
                .code,
            0);
  ASSERT_EQ(run_gist(space, {"train", "x.gist", "--loss", "squared", "--penalty", "mcp", "--lambda-ratio", "0.1",
                             "--model", "m.json", "--quiet"})
                .code,
            0);
  const json truth = json::parse(space.read("x.gist.truth.json")), model = json::parse(space.read("m.json"));
  EXPECT_EQ(model.at("indices"), truth.at("indices"));
}

TEST(SlowSimulateCommand, KnowsTheWellKnownSets) {
  GIST_NEEDS_PROGRAM();
  const Workspace space;
  for (const std::string like : {"news20", "real-sim"}) {
    const Finished run = run_gist(space, {"simulate", "--like", like, "--rows", "30", "--output", "x.gist"});
    ASSERT_EQ(run.code, 0) << run.err;
    const Finished trained = run_gist(space, {"train", "x.gist", "--json", "--max-iterations", "1"});
    EXPECT_EQ(json::parse(trained.out).at("d"), like == "news20" ? 1'355'191 : 20'958);
  }
}

}  // namespace
}  // namespace gist::testing_support
