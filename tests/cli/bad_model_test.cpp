#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/cli/bad_case.hpp"

/// Models that do not fit the data, come from another version, or are damaged: refused by predict, inspect and --start
/// alike.
namespace gist::testing_support {
namespace {

using nlohmann::json;

std::string good_model() {
  const Workspace space;
  space.write("a.svm", two_classes);
  EXPECT_EQ(run_gist(space, {"train", "a.svm", "--model", "m.json", "--quiet"}).code, 0);
  return space.read("m.json");
}

/// The three ways a model is read.
void expect_refused_everywhere(const std::string& model, const std::vector<std::string>& said) {
  const std::vector<std::pair<std::string, std::string>> files{{"a.svm", two_classes}, {"m.json", model}};
  expect_refused({{"inspect", "m.json"}, files, said});
  expect_refused({{"inspect", "m.json", "--json"}, files, said});
  expect_refused({{"predict", "a.svm", "m.json", "--output", "p.txt"}, files, said});
  expect_refused({{"train", "a.svm", "--start", "m.json", "--model", "new.json"}, files, said});
}

TEST(BadModel, OfAnotherWidth) {
  GIST_NEEDS_PROGRAM();
  const std::string model = good_model();
  const std::string wide = "1 1:1 5:2\n-1 1:3\n";
  expect_all_refused({
      {{"predict", "w.svm", "m.json", "--output", "p.txt"},
       {{"w.svm", wide}, {"m.json", model}},
       {"w.svm:1:7: ", "index 5", "3 features"}},
      {{"predict", "w.csv", "m.json", "--output", "p.txt"},
       {{"w.csv", "1,2,3,4,5,6\n"}, {"m.json", model}},
       {"w.csv", "5 features", "m.json", "3"}},
      {{"predict", "n.csv", "m.json", "--output", "p.txt"},
       {{"n.csv", "1,2\n"}, {"m.json", model}},
       {"n.csv", "1 features", "m.json", "3"}},
      {{"predict", "w.mtx", "m.json", "--output", "p.txt"},
       {{"w.mtx", "%%MatrixMarket matrix coordinate real general\n1 5 1\n1 5 2\n"}, {"m.json", model}},
       {"w.mtx:2:1: ", "5 columns", "3 features"}},
      {{"predict", "a.svm", "m.json", "--features", "4"},
       {{"a.svm", two_classes}, {"m.json", model}},
       {"--features 4", "m.json", "3 features"}},
      {{"train", "w.svm", "--start", "m.json", "--model", "new.json"},
       {{"w.svm", wide}, {"m.json", model}},
       {"m.json", "3 features", "w.svm", "5"}},
      {{"train", "n.svm", "--start", "m.json", "--model", "new.json"},
       {{"n.svm", "1 1:1 2:2\n-1 1:3\n"}, {"m.json", model}},
       {"m.json", "3 features", "n.svm", "2", "--features"}},
  });
}

TEST(BadModel, OfAnotherVersionOrNoModel) {
  GIST_NEEDS_PROGRAM();
  json model = json::parse(good_model());
  model["format_version"] = 2;
  expect_refused_everywhere(model.dump(), {"m.json: ", "version 2", "reads version 1"});
  model["format_version"] = 0;
  expect_refused_everywhere(model.dump(), {"m.json: ", "version 0", "reads version 1"});
  model["format"] = "other-model";
  expect_refused_everywhere(model.dump(), {"m.json: ", "not a model"});
  expect_refused_everywhere("{}", {"m.json: ", "not a model"});
  expect_refused_everywhere("[]", {"m.json: ", "not a model"});
  expect_refused_everywhere(two_classes, {"m.json: ", "byte 3", "not a model"});
  expect_refused_everywhere("", {"m.json: ", "not a model"});
}

TEST(BadModel, ThatDoesNotFitWhatIsAsked) {
  GIST_NEEDS_PROGRAM();
  for (const std::string loss : {"squared", "squared-hinge", "huber", "poisson"}) {
    const Workspace space;
    space.write("a.svm", "1 1:1\n2 1:2\n1 1:3\n");
    ASSERT_EQ(run_gist(space, {"train", "a.svm", "--loss", loss, "--model", "m.json", "--quiet"}).code, 0);
    expect_refused({{"predict", "a.svm", "m.json", "--probability", "--output", "p.txt"},
                    {{"a.svm", "1 1:1\n"}, {"m.json", space.read("m.json")}},
                    {"--probability", loss, "logistic"}});
  }
  expect_all_refused({
      {{"predict", "l.svm", "m.json", "--json", "--output", "p.txt"},
       {{"l.svm", "1 1:1\n# nothing\n3 1:2\n"}, {"m.json", good_model()}},
       {"l.svm", "sample 2", "label 3", "-1 and 1"}},
      {{"predict", "a.svm", "m.json", "--offset", "o.txt", "--output", "p.txt"},
       {{"a.svm", two_classes}, {"m.json", good_model()}, {"o.txt", "1\n2\n"}},
       {"o.txt: ", "2 numbers", "expected 6"}},
  });
}

TEST(BadModel, Cut) {
  GIST_NEEDS_PROGRAM();
  const std::string model = good_model();
  for (const std::size_t size : {std::size_t{1}, model.size() / 3, model.size() / 2, model.size() - 3}) {
    expect_refused_everywhere(model.substr(0, size), {"m.json: ", "damaged"});
  }
}

}  // namespace
}  // namespace gist::testing_support
