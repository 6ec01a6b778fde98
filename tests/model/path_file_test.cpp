#include "gist/model/path_file.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "gist/core/error.hpp"
#include "tests/support/plain_problem.hpp"
#include "tests/support/program.hpp"

namespace gist::testing {
namespace {

using nlohmann::json;

class PathFile : public ::testing::Test {
 protected:
  PathFile() {
    const Plain plain = random_plain(40, 6, Targets::classes, 4);
    FitData data = plain.data();
    data.dataset.feature_names = {"a", "b", "c", "d", "e", "f"};
    FitSpec spec = spec_of(Logistic{}, Mcp{});
    spec.solver = WorkingSetOptions{};
    spec.problem.ridge = 0.01;
    PathRequest request;
    request.grid = {.count = 4, .ratio = 0.1};
    request.thetas = {2, 5};
    const CvOptions options{.folds = 3};
    Team team(1);
    saved_ = saved(cross_validate(data, spec, request, options, folds_for(data, spec, options, {}), team), Choose::min);
  }
  std::string message(const std::string& text, const ModelChoice& choice = {}) const {
    try {
      model_from_json(text, "p.json", choice);
    } catch (const Error& e) {
      EXPECT_EQ(e.kind(), ErrorKind::model);
      return e.what();
    }
    return "nothing was thrown";
  }
  SavedPath saved_;
};

TEST_F(PathFile, ReadsBackToTheLastBit) {
  const std::string text = path_to_json(saved_);
  const SavedPath back = path_from_json(json::parse(text), "p.json");
  EXPECT_EQ(path_to_json(back), text);
  ASSERT_EQ(back.path.points.size(), 8U);
  EXPECT_EQ(back.path.curves.size(), 2U);
  EXPECT_EQ(back.chosen, saved_.chosen);
  EXPECT_EQ(back.cv.size(), 8U);
  for (std::size_t k = 0; k < 8; ++k) {
    const Model one = saved_.path.model(k), other = back.path.model(k);
    EXPECT_EQ(model_to_json(one), model_to_json(other));
  }
}

TEST_F(PathFile, GivesTheModelThatIsMeant) {
  const std::string text = path_to_json(saved_);
  EXPECT_EQ(model_to_json(model_from_json(text, "p.json")), model_to_json(saved_.path.model(*saved_.chosen)));
  EXPECT_EQ(model_to_json(model_from_json(text, "p.json", {.lambda = {}, .index = 3})),
            model_to_json(saved_.path.model(2)));
  EXPECT_NE(message(text, {.lambda = {}, .index = 9}).find("the path has 8 lambdas"), std::string::npos);
  const double lambda = saved_.path.points[1].lambda;
  EXPECT_NE(message(text, {.lambda = lambda, .index = {}}).find("once for each theta"), std::string::npos);
  EXPECT_NE(message(text, {.lambda = lambda, .index = 1}).find("exclude each other"), std::string::npos);
}

TEST_F(PathFile, LambdaMustBeOnThePath) {
  SavedPath one = saved_;
  one.path.curves.resize(1);
  one.path.points.resize(4);
  one.cv.clear();
  one.chosen.reset();
  const std::string text = path_to_json(one);
  const double lambda = one.path.points[1].lambda;
  EXPECT_EQ(model_to_json(model_from_json(text, "p.json", {.lambda = lambda * (1 + 1e-10), .index = {}})),
            model_to_json(one.path.model(1)));
  const std::string off = message(text, {.lambda = lambda * 0.99, .index = {}});
  EXPECT_NE(off.find("is not on the path"), std::string::npos) << off;
  EXPECT_NE(off.find(shortest(lambda)), std::string::npos) << off;
  EXPECT_NE(off.find(shortest(one.path.points[2].lambda)), std::string::npos) << off;
  EXPECT_NE(message(text).find("none of them chosen"), std::string::npos);
}

TEST_F(PathFile, ASingleModelTakesNoChoice) {
  const std::string text = model_to_json(saved_.path.model(0));
  EXPECT_NE(message(text, {.lambda = {}, .index = 1}).find("single model"), std::string::npos);
}

TEST_F(PathFile, DamageIsASentence) {
  const json good = json::parse(path_to_json(saved_));
  const auto damaged = [&](const std::function<void(json&)>& change) {
    json bad = good;
    change(bad);
    return message(bad.dump());
  };
  EXPECT_NE(damaged([](json& j) { j["format_version"] = 9; }).find("version 9"), std::string::npos);
  for (const std::function<void(json&)>& change : std::vector<std::function<void(json&)>>{
           [](json& j) { j.erase("path"); }, [](json& j) { j["path"][1]["indices"] = {99}; },
           [](json& j) {
             j["path"][1]["values"] = {1, 2, 3, 4};
           },
           [](json& j) { j["path"][2]["lambda"] = -1; }, [](json& j) { j["chosen"] = 99; },
           [](json& j) { j["curves"][0]["points"] = 3; }, [](json& j) { j["cv"]["mean"] = {1}; },
           [](json& j) { j["feature_names"] = {"a"}; }, [](json& j) { j["path"] = 3; },
           [](json& j) { j["curves"][1]["ended"] = "never"; }}) {
    const std::string what = damaged(change);
    EXPECT_TRUE(what.starts_with("p.json: ")) << what;
  }
}

}  // namespace
}  // namespace gist::testing
