#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tests/cli/bad_case.hpp"
#include "tests/support/json_lines.hpp"

/// `--trace FILE`: one JSON line per iteration.
namespace gist::testing_support {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

TEST(Trace, TellsEveryIteration) {
  GIST_NEEDS_PROGRAM();
  const Workspace space;
  space.write("a.svm", two_classes);
  const Finished run = run_gist(space, {"train", "a.svm", "--trace", "t.jsonl", "--json", "--model", "m.json",
                                        "--lambda-ratio", "0.01", "--solver", "gist"});
  ASSERT_EQ(run.code, 0) << run.err;
  const json result = json::parse(run.out);
  const auto lines = json_lines<ordered_json>(space.read("t.jsonl"));
  ASSERT_EQ(lines.size(), result.at("iterations").get<std::size_t>());
  ASSERT_GT(lines.size(), 5U);
  const std::vector<std::string> keys{"k",       "seconds",  "objective",   "t",     "trials",
                                      "step_sq", "nonzeros", "min_step_sq", "passes"};
  double seconds = 0, smallest = 1e300;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    SCOPED_TRACE(lines[i].dump());
    std::vector<std::string> found;
    for (const auto& item : lines[i].items()) found.push_back(item.key());
    EXPECT_EQ(found, keys);
    EXPECT_EQ(lines[i].at("k"), i + 1);
    EXPECT_GE(lines[i].at("seconds").get<double>(), seconds);
    seconds = lines[i].at("seconds").get<double>();
    smallest = std::min(smallest, lines[i].at("step_sq").get<double>());
    EXPECT_EQ(lines[i].at("min_step_sq"), smallest);
    EXPECT_GE(lines[i].at("trials").get<int>(), 1);
    EXPECT_GT(lines[i].at("t").get<double>(), 0);
    EXPECT_GE(lines[i].at("nonzeros").get<int>(), 0);
    EXPECT_LE(lines[i].at("nonzeros").get<int>(), 3);
  }
  // The answer is the point the last step started from, which met the tolerance: one step apart, next to no difference.
  const double last = lines.back().at("objective").get<double>(), answer = result.at("objective").get<double>();
  EXPECT_NEAR(last, answer, 1e-9 * std::abs(answer));
  // Each line search costs one pass over X per trial, each accepted step one over X'.
  std::int64_t passes = 0;
  const std::int64_t first = lines.front().at("passes").get<std::int64_t>() - lines.front().at("trials").get<int>();
  for (const auto& line : lines) {
    passes += line.at("trials").get<std::int64_t>() + 1;
    EXPECT_EQ(line.at("passes").get<std::int64_t>(), first - 1 + passes);
  }
  EXPECT_GE(result.at("passes").get<std::int64_t>(), passes);
  EXPECT_LE(result.at("passes").get<std::int64_t>(), passes + 8);
}

TEST(Trace, OfAMonotoneRunFalls) {
  GIST_NEEDS_PROGRAM();
  const Workspace space;
  space.write("a.svm", two_classes);
  ASSERT_EQ(run_gist(space, {"train", "a.svm", "--trace", "t.jsonl", "--quiet", "--solver", "gist", "--acceptance",
                             "monotone", "--step", "previous", "--penalty", "mcp", "--lambda-ratio", "0.2"})
                .code,
            0);
  const auto lines = json_lines<ordered_json>(space.read("t.jsonl"));
  ASSERT_GT(lines.size(), 2U);
  for (std::size_t i = 1; i < lines.size(); ++i) {
    EXPECT_LE(lines[i].at("objective").get<double>(), lines[i - 1].at("objective").get<double>());
    EXPECT_GE(lines[i].at("t").get<double>(), lines[i - 1].at("t").get<double>());  // `previous` only grows
  }
}

TEST(Trace, TellsTheNonZerosOfEverySolver) {
  GIST_NEEDS_PROGRAM();
  const Workspace space;
  space.write("a.svm", two_classes);
  for (const std::string solver : {"gist", "working-set", "auto", "lazy-gist", "ista"}) {
    const Finished run = run_gist(
        space, {"train", "a.svm", "--trace", "t.jsonl", "--json", "--lambda-ratio", "0.1", "--solver", solver});
    ASSERT_EQ(run.code, 0) << run.err;
    const auto lines = json_lines<ordered_json>(space.read("t.jsonl"));
    ASSERT_FALSE(lines.empty()) << solver;
    EXPECT_EQ(lines.back().at("nonzeros"), json::parse(run.out).at("nonzeros")) << solver;
    EXPECT_GT(lines.back().at("nonzeros").get<int>(), 0) << solver;
  }
}

TEST(Trace, OfNoIterationIsAnEmptyFile) {
  GIST_NEEDS_PROGRAM();
  const Workspace space;
  space.write("a.svm", two_classes);
  ASSERT_EQ(run_gist(space, {"train", "a.svm", "--trace", "t.jsonl", "--quiet", "--max-iterations", "0"}).code, 0);
  EXPECT_EQ(space.read("t.jsonl"), "");
}

}  // namespace
}  // namespace gist::testing_support
