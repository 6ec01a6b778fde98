#include <gtest/gtest.h>

#include "tests/cli/bad_case.hpp"
#include "tests/support/packed.hpp"

/// The catalogue of data that cannot be used: `gist train` says where and what, and leaves nothing behind.
namespace gist::testing_support {
namespace {

/// train on `contents` with everything switched on that could leave a file behind.
BadCase train(const std::string& name, const std::string& contents, std::vector<std::string> said, Words more = {}) {
  Words words{"train", name, "--model", "m.json", "--trace", "t.jsonl"};
  words.insert(words.end(), more.begin(), more.end());
  return {words, {{name, contents}}, std::move(said)};
}

TEST(BadData, LibsvmText) {
  GIST_NEEDS_PROGRAM();
  const auto second_line = [](const std::string& line, std::vector<std::string> said, Words more = {}) {
    return train("data.svm", "1 1:1 2:2\n" + line + "\n1 1:3\n", std::move(said), std::move(more));
  };
  expect_all_refused({
      second_line("-1 0:4", {"data.svm:2:4: ", "index 0", "start at 1"}),
      second_line("-1 -2:4", {"data.svm:2:4: ", "index -2", "start at 1"}),
      second_line("-1 3:4 2:5", {"data.svm:2:8: ", "index 2", "after 3", "ascending"}),
      second_line("-1 2:4 2:5", {"data.svm:2:8: ", "index 2", "twice"}),
      second_line("-1 2:4 7", {"data.svm:2:8: ", "index:value", "\"7\""}),
      second_line("-1 2 :7", {"data.svm:2:4: ", "index:value", "\"2\""}),
      second_line("-1 :7", {"data.svm:2:4: ", "index"}),
      second_line("-1 a:7", {"data.svm:2:4: ", "index", "\"a:7\""}),
      second_line("-1 1.5:7", {"data.svm:2:4: ", "index", "\"1.5:7\""}),
      second_line("-1 2:", {"data.svm:2:6: ", "missing value"}),
      second_line("-1 2:abc", {"data.svm:2:6: ", "expected a number", "\"abc\""}),
      second_line("-1 2:1.5x", {"data.svm:2:6: ", "expected a number", "\"1.5x\""}),
      second_line("-1 2:0x10", {"data.svm:2:6: ", "expected a number", "\"0x10\""}),
      second_line("-1 2:nan", {"data.svm:2:6: ", "not a finite number", "\"nan\""}),
      second_line("-1 2:inf", {"data.svm:2:6: ", "not a finite number", "\"inf\""}),
      second_line("-1 2:-Infinity", {"data.svm:2:6: ", "not a finite number"}),
      second_line("-1 2:1e400", {"data.svm:2:6: ", "too large", "\"1e400\""}),
      second_line("-1 2:1e40", {"data.svm:2:6: ", "too large", "\"1e40\""}, {"--float"}),
      second_line("spam 1:4", {"data.svm:2:1: ", "label", "\"spam\""}),
      second_line("nan 1:4", {"data.svm:2:1: ", "label", "\"nan\""}),
      second_line("inf 1:4", {"data.svm:2:1: ", "label", "\"inf\""}),
      second_line("1:4", {"data.svm:2:1: ", "label"}),
      second_line("-1 qid:3 1:4", {"data.svm:2:4: ", "qid"}),
      second_line("-1 2147483648:4", {"data.svm:2:4: ", "index 2147483648", "limit of 2147483647"}),
      second_line("-1 99999999999999999999:4", {"data.svm:2:4: ", "limit of 2147483647"}),
      second_line("-1 3:4", {"data.svm:2:4: ", "index 3", "2 features"}, {"--features", "2"}),
  });
}

TEST(BadData, NothingToLearnFrom) {
  GIST_NEEDS_PROGRAM();
  expect_all_refused({
      train("data.svm", "", {"data.svm: ", "empty"}),
      train("data.csv", "", {"data.csv: ", "empty"}),
      train("data.mtx", "", {"data.mtx: ", "empty"}),
      train("data.svm", "# a comment\n\n   \n", {"data.svm: ", "no samples"}),
      train("data.csv", "\n\n", {"data.csv: ", "no samples"}),
      train("data.csv", "y,a,b\n", {"data.csv: ", "no samples"}),
      train("data.csv", "1\n2\n", {"data.csv: ", "no features"}),
      train("data.svm", "1\n-1\n", {"data.svm: ", "no features", "--features"}),
      train("data.svm", "1:2\n2:3\n", {"data.svm: ", "no labels"}),
      train("data.csv", "1,2\n2,3\n", {"data.csv: ", "no labels"}, {"--label", "none"}),
      train("data.mtx", "%%MatrixMarket matrix coordinate real general\n2 1 1\n1 1 4\n",
            {"data.mtx: ", "no labels", "--labels"}),
  });
}

TEST(BadData, LabelsThatDoNotFitTheLoss) {
  GIST_NEEDS_PROGRAM();
  const std::string three = "1 1:1\n2 1:2\n3 1:3\n2 1:4\n";
  expect_all_refused({
      train("data.svm", "1 1:1\n1 1:2\n", {"data.svm: ", "one class only", "every label is 1", "two classes"}),
      train("data.svm", "1 1:1\n1 1:2\n", {"data.svm: ", "one class only"}, {"--positive", "1"}),
      train("data.svm", "1 1:1\n1 1:2\n", {"data.svm: ", "one class only"}, {"--loss", "squared-hinge"}),
      train("data.svm", three, {"data.svm: ", "3 classes", "1, 2, 3", "--positive"}),
      train("data.svm", three, {"data.svm: ", "3 classes", "--positive"}, {"--loss", "squared-hinge"}),
      train("data.svm", three, {"data.svm: ", "label 7", "1, 2, 3"}, {"--positive", "7"}),
      train("data.svm", two_classes, {"data.svm: ", "label 7", "-1, 1"}, {"--positive", "7"}),
      train("data.svm", "1 1:1\n-3 1:2\n", {"data.svm: ", "sample 2", "label -3", "poisson", "0 or larger"},
            {"--loss", "poisson"}),
      train("data.svm", "0 1:1\n0 1:2\n", {"data.svm: ", "every label is 0", "poisson"}, {"--loss", "poisson"}),
  });
}

TEST(BadData, Csv) {
  GIST_NEEDS_PROGRAM();
  expect_all_refused({
      train("data.csv", "1,2,3\n-1,2\n", {"data.csv:2:", "2 fields", "expected 3"}),
      train("data.csv", "1,2,3\n-1,2,3,4\n", {"data.csv:2:", "4 fields", "expected 3"}),
      train("data.csv", "y,a,b\n1,2,3\n-1,,3\n", {"data.csv:3:4: ", "missing value"}),
      train("data.csv", "1,2,3\n-1,x,3\n", {"data.csv:2:4: ", "expected a number", "\"x\""}),
      train("data.csv", "1,2,3\n-1,nan,3\n", {"data.csv:2:4: ", "not a finite number"}),
      train("data.csv", "1,2,3\n-1,3,inf\n", {"data.csv:2:6: ", "not a finite number"}),
      train("data.csv", "1,2,3\n-1,3,\"4\n", {"data.csv:2:6: ", "quote"}),
      train("data.csv", "y,a,b\n1,2,3\n-1,4,3\n", {"data.csv:1:1: ", "\"y\""}, {"--header", "no"}),
      train("data.csv", "y,a\n1,2\n-1,4\n", {"data.csv: ", "no column \"z\"", "\"y\"", "\"a\""}, {"--label", "z"}),
      train("data.csv", "y,a\n1,2\n-1,4\n", {"data.csv: ", "no column 3", "1 to 2"}, {"--label", "3"}),
      train("data.csv", "1,2\n-1,4\n", {"data.csv: ", "no column \"y\"", "no header"}, {"--label", "y"}),
      train("data.csv", "1,2\n-1,4\n", {"data.csv: ", "1 features", "expected 5"}, {"--features", "5"}),
  });
}

TEST(BadData, MatrixMarket) {
  GIST_NEEDS_PROGRAM();
  const std::string banner = "%%MatrixMarket matrix coordinate real general\n";
  const std::string good = banner + "2 2 2\n1 1 4\n2 2 5\n";
  const auto with_labels = [&](const std::string& matrix, const std::string& labels, std::vector<std::string> said) {
    BadCase bad = train("data.mtx", matrix, std::move(said), {"--labels", "y.txt"});
    bad.files.emplace_back("y.txt", labels);
    return bad;
  };
  expect_all_refused({
      with_labels(banner + "2 2 3\n1 1 4\n2 2 5\n", "1\n-1\n", {"data.mtx:2:1: ", "3 entries", "has 2"}),
      with_labels(banner + "2 2 2\n1 0 4\n2 2 5\n", "1\n-1\n", {"data.mtx:3:3: ", "column from 1 to 2", "\"0\""}),
      with_labels(banner + "2 2 2\n3 1 4\n2 2 5\n", "1\n-1\n", {"data.mtx:3:1: ", "row from 1 to 2", "\"3\""}),
      with_labels(banner + "2 2 2\n1 1 4\n1 1 5\n", "1\n-1\n", {"data.mtx:4:1: ", "twice"}),
      with_labels(banner + "2 2 2\n1 1 4\n2 2 nan\n", "1\n-1\n", {"data.mtx:4:5: ", "not a finite number"}),
      with_labels("%%MatrixMarket matrix coordinate complex general\n1 1 0\n", "1\n-1\n", {"data.mtx:1:", "complex"}),
      with_labels(good, "1\n", {"y.txt: ", "1 numbers", "expected 2", "sample"}),
      with_labels(good, "1\nyes\n", {"y.txt:2:1: ", "expected a number", "\"yes\""}),
      train("data.mtx", good, {"nowhere.txt: ", "cannot read"}, {"--labels", "nowhere.txt"}),
  });
}

TEST(BadData, DamagedCompression) {
  GIST_NEEDS_PROGRAM();
  std::string text;
  for (int i = 0; i < 500; ++i) text += (i % 2 == 0 ? "1 1:" : "-1 1:") + std::to_string(i * 7919 % 1000) + "\n";
  for (const auto packing : {Packed::xz, Packed::gz, Packed::bz2, Packed::zst}) {
    const std::string packed = pack(text, packing);
    const std::string name = "data.svm" + suffix_of(packing);
    std::string flipped = packed;
    flipped[flipped.size() / 2] = static_cast<char>(flipped[flipped.size() / 2] ^ 0x40);
    expect_all_refused({
        train(name, packed.substr(0, packed.size() / 2), {name + ": ", "truncated or damaged"}),
        train(name, packed.substr(0, packed.size() - 3), {name + ": ", "truncated or damaged"}),
        train(name, packed.substr(0, 8), {name}),
    });
    // A flipped bit may also show as text that is no number; it never shows as an answer.
    expect_refused(train(name, flipped, {name}));
  }
}

TEST(BadData, BinaryJunk) {
  GIST_NEEDS_PROGRAM();
  std::string junk;
  for (unsigned i = 0; i < 4000; ++i) junk += static_cast<char>(i * 2654435761U >> 13);
  expect_all_refused({
      train("junk.bin", junk, {"junk.bin:1:1: "}),
      train("junk.csv", junk, {"junk.csv"}),
      train("junk.svm", std::string(100, '\0'), {"junk.svm:1:1: "}),
      train("junk.gist", junk, {"junk.gist: "}),
      train("program.svm",
            std::string("\x7f"
                        "ELF\x02\x01\x01",
                        7) +
                junk,
            {"program.svm:1:1: "}),
      // The binary form's own first bytes with junk behind them.
      train("cut.gist", std::string("GIST\r\n\x1a\n", 8), {"cut.gist: "}),
      train("cut.gist", std::string("GIST\r\n\x1a\n", 8) + junk, {"cut.gist: "}),
  });
}

TEST(BadData, ABinaryFileThatIsCutOrChangedAnywhereIsRefused) {
  GIST_NEEDS_PROGRAM();
  const Workspace space;
  space.write("a.svm", two_classes);
  ASSERT_EQ(run_gist(space, {"convert", "a.svm", "a.gist"}).code, 0);
  const std::string good = space.read("a.gist");
  const std::vector<std::size_t> places{9, 16, 60, 200, good.size() / 2, good.size() - 1};
  for (const std::size_t at : places) {
    SCOPED_TRACE(at);
    expect_refused(train("a.gist", good.substr(0, at), {"a.gist: "}));
  }
  // A bit changed is told, or lies in the padding between sections and changes nothing.
  ASSERT_EQ(run_gist(space, {"train", "a.gist", "--model", "good.json", "--quiet"}).code, 0);
  int told = 0;
  for (const std::size_t at : places) {
    SCOPED_TRACE(at);
    std::string changed = good;
    changed[at] = static_cast<char>(changed[at] ^ 1);
    const Workspace other;
    other.write("a.gist", changed);
    const Finished run = run_gist(other, {"train", "a.gist", "--model", "m.json", "--quiet"});
    if (run.code == 0) {
      EXPECT_EQ(other.read("m.json"), space.read("good.json"));
    } else {
      ++told;
      EXPECT_EQ(run.code, 2);
      EXPECT_TRUE(run.err.starts_with("gist: a.gist: ")) << run.err;
      EXPECT_EQ(other.files(), std::vector<std::string>{"a.gist"});
    }
  }
  EXPECT_GE(told, 4);
}

TEST(BadData, FilesThatAreNone) {
  GIST_NEEDS_PROGRAM();
  expect_all_refused({
      {{"train", "nowhere.svm", "--model", "m.json"}, {}, {"nowhere.svm: ", "cannot read", "No such file"}},
      {{"train", ".", "--model", "m.json"}, {}, {".: ", "directory"}},
      {{"train", "a.svm/b", "--model", "m.json"}, {{"a.svm", two_classes}}, {"a.svm/b: ", "cannot read"}},
      {{"convert", "nowhere.svm", "out.gist"}, {}, {"nowhere.svm: ", "cannot read"}},
      {{"convert", ".", "out.gist"}, {}, {".: ", "directory"}},
      {{"convert", "bad.svm", "out.gist"}, {{"bad.svm", "1 1:1\n1 x\n"}}, {"bad.svm:2:3: ", "index:value"}},
      {{"inspect", "nowhere.json"}, {}, {"nowhere.json: ", "cannot read"}},
      {{"inspect", "."}, {}, {".: ", "directory"}},
  });
}

}  // namespace
}  // namespace gist::testing_support
