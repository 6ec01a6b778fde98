#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/cli/bad_case.hpp"
#include "tests/support/packed.hpp"

/// The same data in another form is the same problem: same bits in the model.
namespace gist::testing_support {
namespace {

using nlohmann::json;

class Data : public ::testing::Test {
 protected:
  void SetUp() override {
    GIST_NEEDS_PROGRAM();
    space_.write("a.svm", two_classes);
  }
  void run(const Words& words) const {
    const Finished finished = run_gist(space_, words);
    EXPECT_EQ(finished.code, 0) << finished.err;
  }
  std::string model_of(const std::string& data, Words more = {}) const {
    more.insert(more.begin(), {"train", data, "--model", "m.json", "--quiet"});
    run(more);
    return space_.read("m.json");
  }
  /// Coefficients and intercept, without names or counts of stored values, which depend on the form.
  json coefficients(const std::string& data, const Words& more = {}) const {
    const json model = json::parse(model_of(data, more));
    return {model.at("intercept"), model.at("indices"), model.at("values"), model.at("labels")};
  }

  Workspace space_;
};

const std::string as_csv = "1,1,0.5,-1\n-1,-1,0.3,0\n1,2,0,0.7\n-1,0,1,0.2\n1,0.5,-1,0\n-1,0.1,0,1.5\n";

TEST_F(Data, TextBinaryAndCompressedGiveTheSameModel) {
  const std::string expected = model_of("a.svm");
  run({"convert", "a.svm", "a.gist"});
  EXPECT_EQ(model_of("a.gist"), expected);
  run({"convert", "a.svm", "a.mtx"});
  EXPECT_EQ(model_of("a.mtx", {"--labels", "a.mtx.labels"}), expected);
  for (const auto packing : {Packed::xz, Packed::gz, Packed::bz2, Packed::zst}) {
    const std::string name = "a.svm" + suffix_of(packing);
    space_.write(name, pack(two_classes, packing));
    EXPECT_EQ(model_of(name), expected) << name;
  }
}

TEST_F(Data, SinglePrecisionIsTheSameFromTextAndBinary) {
  const std::string expected = model_of("a.svm", {"--float"});
  EXPECT_NE(expected, model_of("a.svm"));  // 0.3 is another number in single precision
  run({"convert", "a.svm", "double.gist"});
  run({"convert", "a.svm", "single.gist", "--float"});
  EXPECT_LT(space_.read("single.gist").size(), space_.read("double.gist").size());
  EXPECT_EQ(model_of("double.gist", {"--float"}), expected);
  EXPECT_EQ(model_of("single.gist", {"--float"}), expected);
}

TEST_F(Data, RoundTripsGiveBackTheBytes) {
  for (const std::string through : {"a.gist", "a.mtx", "a.csv"}) {
    run({"convert", "a.svm", through});
    Words back{"convert", through, "back.svm"};
    if (through == "a.mtx") back.insert(back.end(), {"--labels", "a.mtx.labels"});
    run(back);
    EXPECT_EQ(space_.read("back.svm"), two_classes) << through;
  }
  space_.write("hard.svm",
               "0.1 1:5e-324 2:1.7976931348623157e+308 7:-2.2250738585072014e-308\n-3 3:0.30000000000000004\n");
  run({"convert", "hard.svm", "hard.gist"});
  run({"convert", "hard.gist", "back.svm"});
  EXPECT_EQ(space_.read("back.svm"), space_.read("hard.svm"));
}

TEST_F(Data, ConvertGoesByTheNameUnlessTold) {
  run({"convert", "a.svm", "b.csv"});
  EXPECT_EQ(space_.read("b.csv"), as_csv);
  run({"convert", "b.csv", "c.svm"});
  EXPECT_EQ(space_.read("c.svm"), two_classes);
  run({"convert", "a.svm", "without-suffix"});
  EXPECT_EQ(space_.read("without-suffix").substr(0, 4), "GIST");
  run({"convert", "without-suffix", "d.csv", "--to", "libsvm"});
  EXPECT_EQ(space_.read("d.csv"), two_classes);
  run({"convert", "a.svm", "wide.csv", "--features", "5"});
  EXPECT_EQ(space_.read("wide.csv").substr(0, 15), "1,1,0.5,-1,0,0\n");
}

TEST_F(Data, ConvertOntoItselfIsSafe) {
  run({"convert", "a.svm", "a.svm"});
  EXPECT_EQ(space_.read("a.svm"), two_classes);
}

TEST_F(Data, CsvLabelByPositionNameAndNumber) {
  space_.write("plain.csv", as_csv);
  const json expected = coefficients("plain.csv");
  EXPECT_EQ(coefficients("plain.csv", {"--label", "1"}), expected);
  space_.write("named.csv", "y,first,second,third\n" + as_csv);
  for (const Words& how : {Words{}, Words{"--label", "y"}, Words{"--label", "1"}, Words{"--header", "yes"}}) {
    EXPECT_EQ(coefficients("named.csv", how), expected);
  }
  // The label in the middle, separated by semicolons, names in quotes.
  space_.write("middle.csv",
               "\"a;b\";y;c;d\n1;1;0.5;-1\n-1;-1;0.3;0\n2;1;0;0.7\n0;-1;1;0.2\n0.5;1;-1;0\n0.1;-1;0;1.5\n");
  EXPECT_EQ(coefficients("middle.csv", {"--label", "y"}), expected);
  EXPECT_EQ(coefficients("middle.csv", {"--label", "2"}), expected);
  const json names = json::parse(model_of("middle.csv", {"--label", "y"})).at("feature_names");
  EXPECT_EQ(names, json::array({"a;b", "c", "d"}));
  const std::string shown = run_gist(space_, {"inspect", "m.json"}).out;
  EXPECT_NE(shown.find("a;b"), std::string::npos);
}

TEST_F(Data, DenseAndSparseAgree) {
  space_.write("a.csv", as_csv);
  const json dense = coefficients("a.csv", {"--tolerance", "1e-12"});
  const json sparse = coefficients("a.svm", {"--tolerance", "1e-12"});
  ASSERT_EQ(dense.at(1), sparse.at(1));
  for (std::size_t k = 0; k < dense.at(2).size(); ++k) {
    EXPECT_NEAR(dense.at(2).at(k).get<double>(), sparse.at(2).at(k).get<double>(), 1e-10);
  }
}

TEST_F(Data, AHeaderInAnotherEncodingDoesNotLoseTheModel) {
  space_.write("latin.csv", "y,gr\xfc\xdf,b,c\n" + as_csv);
  EXPECT_EQ(json::parse(model_of("latin.csv")).at("feature_names").size(), 3U);
  EXPECT_EQ(run_gist(space_, {"predict", "latin.csv", "m.json"}).code, 0);
}

TEST_F(Data, FeaturesWidenTheModel) {
  const json wide = json::parse(model_of("a.svm", {"--features", "10"}));
  EXPECT_EQ(wide.at("d"), 10);
  EXPECT_EQ(wide.at("values"), json::parse(model_of("a.svm")).at("values"));
}

TEST_F(Data, AnyNumberOfThreadsGivesTheSameBytes) {
  run({"simulate", "--kind", "text", "--rows", "400", "--features", "900", "--seed", "5", "--output", "t.svm"});
  for (const Words& options : {Words{}, Words{"--penalty", "lsp", "--theta-ratio", "2", "--standardize"},
                               Words{"--loss", "squared-hinge", "--float", "--penalty", "scad"}}) {
    Words with = options;
    with.insert(with.end(), {"--lambda-ratio", "0.05", "--max-iterations", "60", "--trace", "t.jsonl", "--threads"});
    std::string expected;
    for (const std::string threads : {"1", "2", "3"}) {
      with.push_back(threads);
      const std::string model = model_of("t.svm", with);
      if (threads == "1") expected = model;
      EXPECT_EQ(model, expected) << threads << " threads";
      with.pop_back();
    }
  }
}

}  // namespace
}  // namespace gist::testing_support
