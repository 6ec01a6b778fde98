// Real sets, where GIST_DATA names a folder that has them; skipped otherwise. They are not ours to pass on.
//
// Objectives of the l1 problems: the lowest that LIBLINEAR, celer, skglm and adelie reached, to the digits they agree
// on. The paper's problem: a NumPy text of Algorithm 1 with the paper's capped-l1 operator, which takes the same 478
// steps.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "gist/fit/fit.hpp"
#include "gist/io/read.hpp"

namespace gist {
namespace {

class SlowRealData : public ::testing::Test {
 protected:
  /// The set, or nothing when it is not there.
  std::optional<FitData> read(const std::string& name, Index features) {
    const char* folder = std::getenv("GIST_DATA");
    if (folder == nullptr) return std::nullopt;
    ReadOptions options;
    options.path = std::string(folder) + "/" + name + ".svm.xz";
    options.features = features;
    if (!std::filesystem::exists(options.path)) return std::nullopt;
    FitData data;
    data.dataset = read_dataset(options, team_);
    return data;
  }

  Team team_;
};

TEST_F(SlowRealData, LassoLogisticObjectivesOfThePeers) {
  struct Row {
    const char* name;
    Index features;
    double ratio, objective;
  };
  for (const Row& row :
       {Row{"classic", 41681, 0.1, 0.506522}, Row{"classic", 41681, 0.01, 0.262159}, Row{"la12", 31472, 0.01, 0.366513},
        Row{"a9a", 123, 0.01, 0.372335}, Row{"leukemia", 7129, 0.1, 0.259953}}) {
    const auto data = read(row.name, row.features);
    if (!data) GTEST_SKIP() << "GIST_DATA does not name a folder with " << row.name;
    FitSpec spec;
    spec.problem.intercept = false;
    spec.problem.lambda_ratio = row.ratio;
    const Model model = fit(*data, spec, team_);
    EXPECT_EQ(model.report.status, Status::converged) << row.name;
    EXPECT_NEAR(model.report.certificate.objective(), row.objective, 2e-6) << row.name << " at " << row.ratio;
  }
}

TEST_F(SlowRealData, ThePapersProblemOnClassic) {
  const auto data = read("classic", 41681);
  if (!data) GTEST_SKIP() << "GIST_DATA does not name a folder with classic";
  FitSpec spec;
  spec.penalty = CappedL1{0.1, 0.01};
  spec.solver = GistOptions{};
  spec.problem.intercept = false;
  spec.stop.stop = StopRule::objective;
  spec.stop.max_iterations = 1000;
  const Model model = fit(*data, spec, team_);
  EXPECT_EQ(model.report.iterations, 478);
  EXPECT_NEAR(model.report.certificate.objective(), 0.19821522607842, 1e-9);
}

}  // namespace
}  // namespace gist
