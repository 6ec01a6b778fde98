#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/cli/bad_case.hpp"

/// Outputs that cannot be written and numbers beside the data that cannot be used.
namespace gist::testing_support {
namespace {

BadCase train_to(Words options, std::vector<std::string> said) {
  Words words{"train", "a.svm"};
  words.insert(words.end(), options.begin(), options.end());
  return {words, {{"a.svm", two_classes}}, std::move(said)};
}

TEST(BadFiles, OutputsThatCannotBeWritten) {
  GIST_NEEDS_PROGRAM();
  expect_all_refused({
      train_to({"--model", "nowhere/m.json"}, {"nowhere/m.json: ", "cannot write", "No such file"}),
      train_to({"--model", "."}, {".: ", "cannot write", "directory"}),
      train_to({"--model", "/proc/m.json"}, {"/proc/m.json: ", "cannot write"}),
      train_to({"--model", "a.svm/m.json"}, {"a.svm/m.json: ", "cannot write"}),
      train_to({"--model", "m.json", "--trace", "nowhere/t"}, {"nowhere/t: ", "cannot write"}),
      train_to({"--model", "m.json", "--trace", "."}, {".: ", "cannot write", "directory"}),
      {{"convert", "a.svm", "nowhere/b.gist"}, {{"a.svm", two_classes}}, {"nowhere/b.gist: ", "cannot write"}},
      {{"convert", "a.svm", "."}, {{"a.svm", two_classes}}, {".: ", "cannot write", "directory"}},
      {{"convert", "a.svm", "b.svm.gz"}, {{"a.svm", two_classes}}, {"b.svm.gz", "compress"}},
      {{"simulate", "--kind", "text", "--output", "nowhere/x.svm"}, {}, {"nowhere/x.svm", "cannot write"}},
      {{"simulate", "--kind", "gaussian", "--rows", "5", "--features", "4", "--support", "2", "--output", "x.svm.xz"},
       {},
       {"x.svm.xz", "compress"}},
  });
}

TEST(BadFiles, PredictionsThatCannotBeWrittenAndAFullDisk) {
  GIST_NEEDS_PROGRAM();
  const Workspace space;
  space.write("a.svm", two_classes);
  ASSERT_EQ(run_gist(space, {"train", "a.svm", "--model", "m.json", "--quiet"}).code, 0);
  const auto before = space.files();
  for (const Words& words :
       {Words{"predict", "a.svm", "m.json", "--output", "nowhere/p.txt"},
        Words{"predict", "a.svm", "m.json", "--output", "."},
        Words{"predict", "a.svm", "m.json", "--output", "/dev/full"},
        Words{"train", "a.svm", "--model", "/dev/full", "--quiet"}, Words{"convert", "a.svm", "/dev/full"}}) {
    const Finished run = run_gist(space, words);
    EXPECT_EQ(run.code, 2) << words[0] << " " << words.back();
    EXPECT_EQ(run.out, "");
    EXPECT_NE(run.err.find("cannot write"), std::string::npos) << run.err;
    EXPECT_EQ(space.files(), before);
  }
}

TEST(BadFiles, AFailedRunLeavesTheOldModelAndTraceAsTheyWere) {
  GIST_NEEDS_PROGRAM();
  const Workspace space;
  space.write("a.svm", two_classes);
  ASSERT_EQ(run_gist(space, {"train", "a.svm", "--model", "m.json", "--trace", "t.jsonl", "--quiet"}).code, 0);
  const std::string model = space.read("m.json"), trace = space.read("t.jsonl");
  space.write("bad.svm", "1 1:1\n-1 1:x\n");
  const auto before = space.files();
  EXPECT_EQ(run_gist(space, {"train", "bad.svm", "--model", "m.json", "--trace", "t.jsonl"}).code, 2);
  EXPECT_EQ(space.read("m.json"), model);
  EXPECT_EQ(space.read("t.jsonl"), trace);
  EXPECT_EQ(space.files(), before);
}

TEST(BadFiles, ADirectoryOrFileWithoutWritePermission) {
  GIST_NEEDS_PROGRAM();
  if (::geteuid() == 0) GTEST_SKIP() << "root may write anywhere";
  const Workspace space;
  space.write("a.svm", two_classes);
  space.write("m.json", "mine");
  ASSERT_EQ(::chmod(space.path("m.json").c_str(), 0444), 0);
  Finished run = run_gist(space, {"train", "a.svm", "--model", "m.json"});
  EXPECT_EQ(run.code, 2);
  EXPECT_NE(run.err.find("m.json: cannot write: Permission denied"), std::string::npos) << run.err;
  ASSERT_EQ(::chmod(space.directory().c_str(), 0555), 0);
  run = run_gist(space, {"train", "a.svm", "--model", "new.json"});
  EXPECT_EQ(run.code, 2);
  EXPECT_NE(run.err.find("new.json: cannot write: Permission denied"), std::string::npos) << run.err;
  ASSERT_EQ(::chmod(space.directory().c_str(), 0755), 0);
  EXPECT_EQ(space.read("m.json"), "mine");
}

TEST(BadFiles, NumbersBesideTheData) {
  GIST_NEEDS_PROGRAM();
  const auto with_file = [](const std::string& option, const std::string& numbers, std::vector<std::string> said) {
    BadCase bad = train_to({option, "x.txt", "--model", "m.json"}, std::move(said));
    bad.files.emplace_back("x.txt", numbers);
    return bad;
  };
  std::vector<BadCase> catalogue{
      with_file("--weights", "1\n1\n-2\n1\n1\n1\n", {"x.txt:3: ", "-2", "[0, inf)"}),
      with_file("--weights", "0\n0\n0\n0\n0\n0\n", {"weights sum to 0"}),
      with_file("--weights", "0\n1\n0\n1\n0\n1\n", {"a.svm: ", "one class only"}),
      with_file("--penalty-factors", "1\n-0.5\n1\n", {"x.txt:2: ", "-0.5", "[0, inf)"}),
      with_file("--lower", "-1\n2\n-1\n", {}),
      train_to({"--lower", "1", "--upper", "0"}, {"lower", "upper", "[1, 0]"}),
      train_to({"--lower", "inf"}, {"lower", "inf"}),
      train_to({"--upper", "-inf"}, {"upper", "inf"}),
  };
  catalogue[4].arguments.insert(catalogue[4].arguments.end(), {"--upper", "1"});
  catalogue[4].said = {"feature 2", "[2, 1]", "lower"};
  struct Kind {
    std::string option, unit, count;
  };
  for (const auto& [option, unit, count] :
       {Kind{"--weights", "sample", "6"}, Kind{"--offset", "sample", "6"}, Kind{"--penalty-factors", "feature", "3"},
        Kind{"--lower", "feature", "3"}, Kind{"--upper", "feature", "3"}}) {
    catalogue.push_back(with_file(option, "1\n1\n", {"x.txt: ", "2 numbers", "expected " + count, unit}));
    catalogue.push_back(with_file(option, "1\n1\n1\n1\n1\n1\n1\n", {"x.txt: ", "7 numbers", "expected " + count}));
    catalogue.push_back(with_file(option, "", {"x.txt: ", "0 numbers", "expected " + count}));
    catalogue.push_back(with_file(option, "1\nspam\n", {"x.txt:2:1: ", "expected a number", "\"spam\""}));
    catalogue.push_back(with_file(option, "1\n 1 2\n", {"x.txt:2:2: ", "expected a number", "\"1 2\""}));
    catalogue.push_back(with_file(option, "1\nnan\n", {"x.txt:2:1: ", "\"nan\""}));
    catalogue.push_back(with_file(option, "1\n\n1\n", {"x.txt:2:1: ", "blank line"}));
    catalogue.push_back(train_to({option, "nowhere.txt", "--model", "m.json"}, {"nowhere.txt: ", "cannot read"}));
    catalogue.push_back(train_to({option, ".", "--model", "m.json"}, {".: ", "directory"}));
  }
  for (const std::string option : {"--weights", "--offset", "--penalty-factors"}) {
    catalogue.push_back(with_file(option, "1\ninf\n", {"x.txt:2:1: ", "\"inf\"", "not a finite number"}));
  }
  expect_all_refused(catalogue);
}

}  // namespace
}  // namespace gist::testing_support
