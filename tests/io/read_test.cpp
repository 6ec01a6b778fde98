// What good files mean, format by format.
#include "gist/io/read.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <string>
#include <thread>

#include "gist/io/format.hpp"
#include "tests/io/files.hpp"

namespace gist {
namespace {

using test::Folder;
using test::read_text;
using test::table;
using Table = std::vector<std::vector<double>>;

TEST(Libsvm, TakesBlanksCommentsAndAnyNumberForm) {
  const Folder folder;
  const auto data =
      read_text(folder, "x", "\n+1 1:+.5  3:-2e-3\t\r\n# note 4:4\n-2.5 # nothing: 9:9\n0 2:1.#x\n7 00003:1e-320");
  EXPECT_EQ(table(data.design), (Table{{.5, 0, -2e-3}, {0, 0, 0}, {0, 1, 0}, {0, 0, 1e-320}}));
  EXPECT_EQ(data.label, (std::vector<double>{1, -2.5, 0, 7}));
  EXPECT_EQ(data.design.kind(), "sparse");
  EXPECT_EQ(data.design.precision(), "double");
  EXPECT_TRUE(data.feature_names.empty());
  EXPECT_EQ(data.source, folder / "x");
}

TEST(Libsvm, DoesNotStoreZerosButCountsTheirColumns) {
  const Folder folder;
  const auto data = read_text(folder, "x", "1 1:0 2:3 5:0\n1 1:-0.0 2:0e5 3:1e-999\n");
  EXPECT_EQ(data.design.nonzeros(), 1);
  EXPECT_EQ(data.design.columns(), 5);
  EXPECT_EQ(table(data.design), (Table{{0, 3, 0, 0, 0}, {0, 0, 0, 0, 0}}));
}

TEST(Libsvm, ReadsFilesWithoutLabels) {
  const Folder folder;
  const auto data = read_text(folder, "x", "# c\n 2:1\n1:3\n");
  EXPECT_TRUE(data.label.empty());
  EXPECT_EQ(table(data.design), (Table{{0, 1}, {3, 0}}));
}

TEST(Libsvm, WidthCanBeFixedAndReachesTheLimit) {
  const Folder folder;
  EXPECT_EQ(read_text(folder, "x", "1 2:1\n", {.features = 9}).design.columns(), 9);
  EXPECT_EQ(read_text(folder, "x", "1 2147483647:1\n").design.columns(), 2147483647);
  EXPECT_EQ(read_text(folder, "x", "1\n-1\n", {.features = 3}).design.columns(), 3);
}

TEST(Libsvm, NarrowsToFloatByWayOfDouble) {
  const Folder folder;
  const auto data = read_text(folder, "x", "0.1 1:0.1 2:1e-60 3:3.4028235677973362e38\n", {.single_precision = true});
  EXPECT_EQ(data.design.precision(), "float");
  EXPECT_EQ(data.design.nonzeros(), 2);  // 1e-60 is 0 as a float
  EXPECT_EQ(table(data.design)[0][0], static_cast<double>(0.1F));
  EXPECT_EQ(table(data.design)[0][2], static_cast<double>(std::numeric_limits<float>::max()));
  EXPECT_EQ(data.label[0], 0.1);  // labels stay double
}

TEST(Csv, FindsSeparatorHeaderAndLabel) {
  const Folder folder;
  const auto plain = read_text(folder, "x.csv", "1, 2,3\n\n-1,+5,6e0\r\n");
  EXPECT_EQ(table(plain.design), (Table{{2, 3}, {5, 6}}));
  EXPECT_EQ(plain.label, (std::vector<double>{1, -1}));
  EXPECT_EQ(plain.design.kind(), "dense");
  EXPECT_TRUE(plain.feature_names.empty());

  const auto named =
      read_text(folder, "x.csv", "\xef\xbb\xbf\"a,\"\"b\"\"\";y;  c \n2;1;3\n\"5\";-1;6", {.label_column = "y"});
  EXPECT_EQ(table(named.design), (Table{{2, 3}, {5, 6}}));
  EXPECT_EQ(named.label, (std::vector<double>{1, -1}));
  EXPECT_EQ(named.feature_names, (std::vector<std::string>{"a,\"b\"", "c"}));

  const auto last = read_text(folder, "x.tsv", "2\t3\t1\n5\t6\t-1\n", {.label_column = "3"});
  EXPECT_EQ(table(last.design), (Table{{2, 3}, {5, 6}}));
  EXPECT_EQ(last.label, (std::vector<double>{1, -1}));

  const auto none = read_text(folder, "x.csv", "2,3\n5,6\n", {.features = 2, .label_column = "none"});
  EXPECT_EQ(table(none.design), (Table{{2, 3}, {5, 6}}));
  EXPECT_TRUE(none.label.empty());
}

TEST(Csv, ANameWinsOverANumberAndAHeaderCanBeForced) {
  const Folder folder;
  const auto named = read_text(folder, "x.csv", "y,3,1\n7,8,9\n", {.label_column = "3"});
  EXPECT_EQ(named.label, std::vector<double>{8});
  const auto forced = read_text(folder, "x.csv", "1,2\n7,8\n", {.header = Header::yes});
  EXPECT_EQ(forced.label, std::vector<double>{7});
  EXPECT_EQ(forced.feature_names, std::vector<std::string>{"2"});
}

TEST(MatrixMarket, TakesEntriesInAnyOrder) {
  const Folder folder;
  const auto data =
      read_text(folder, "x.mtx",
                "%%MatrixMarket Matrix Coordinate Real General\n%c\n\n 3 4 5\n3 4 1.5\n1 2 2\n\n1 1 -1\n3 1 0\n3 2 4",
                {.label_file = test::save(folder / "y", "1\n2\n3\n\n")});
  EXPECT_EQ(table(data.design), (Table{{-1, 2, 0, 0}, {0, 0, 0, 0}, {0, 4, 0, 1.5}}));
  EXPECT_EQ(data.design.nonzeros(), 4);
  EXPECT_EQ(data.label, (std::vector<double>{1, 2, 3}));
}

TEST(MatrixMarket, ReadsPatternsArraysAndWiderMatrices) {
  const Folder folder;
  const auto pattern =
      read_text(folder, "x", "%%MatrixMarket matrix coordinate pattern general\n2 2 2\n2 1\n1 2\n", {.features = 3});
  EXPECT_EQ(table(pattern.design), (Table{{0, 1, 0}, {1, 0, 0}}));
  EXPECT_TRUE(pattern.label.empty());
  const auto array = read_text(folder, "x", "%%MatrixMarket matrix array integer general\n2 3\n1\n2\n3\n4\n5\n6\n",
                               {.single_precision = true});
  EXPECT_EQ(table(array.design), (Table{{1, 3, 5}, {2, 4, 6}}));
  EXPECT_EQ(array.design.kind(), "dense");
  EXPECT_EQ(array.design.precision(), "float");
}

TEST(Formats, AreToldByContentsThenByName) {
  EXPECT_EQ(detect_format("x.csv", "%%MatrixMarket matrix"), Format::matrix_market);
  EXPECT_EQ(detect_format("x.csv", binary_magic), Format::binary);
  EXPECT_EQ(detect_format("x.csv", "1,2"), Format::csv);
  EXPECT_EQ(detect_format("x.tsv.zst", "1"), Format::csv);
  EXPECT_EQ(detect_format("x.mtx.gz", ""), Format::matrix_market);
  EXPECT_EQ(detect_format("x.gist", ""), Format::binary);
  EXPECT_EQ(detect_format("x.txt.xz", "1 1:1"), Format::libsvm);
  EXPECT_EQ(to_string(Format::matrix_market), "matrix-market");
}

TEST(Compressed, ReadsEveryFormatUnderEveryCompression) {
  const Folder folder;
  const std::pair<std::string, std::string> files[] = {
      {"x.svm", "1 1:2 2:3\n-1 1:5 2:6\n"},
      {"x.csv", "1,2,3\n-1,5,6\n"},
      {"x.mtx", "%%MatrixMarket matrix array real general\n2 2\n2\n5\n3\n6\n"}};
  for (const auto& [name, text] : files) {
    for (const std::string suffix : {"gz", "bz2", "xz", "zst"}) {
      const std::string bytes = test::packed(text, suffix, folder);
      EXPECT_EQ(table(read_text(folder, name + "." + suffix, bytes).design), (Table{{2, 3}, {5, 6}})) << name << suffix;
    }
  }
  // What counts is the first bytes, not the name.
  const std::string zst = test::packed("1 1:2\n", "zst", folder);
  EXPECT_EQ(table(read_text(folder, "plain.svm", zst).design), (Table{{2}}));
  // Streams one after another are one text, as `cat a.gz b.gz` makes them.
  for (const std::string suffix : {"gz", "bz2", "xz", "zst"}) {
    const std::string two = test::packed("1 1:2\n", suffix, folder) + test::packed("2 1:3\n", suffix, folder);
    EXPECT_EQ(table(read_text(folder, "two", two).design), (Table{{2}, {3}})) << suffix;
  }
  for (const std::string suffix : {"gz", "bz2", "xz", "zst"}) {
    EXPECT_EQ(test::error_of([&] { read_text(folder, "empty", test::packed("", suffix, folder)); }),
              "data: " + folder / "empty" + ": the file is empty, expected samples");
  }
}

TEST(Source, ReadsFromAPipe) {
  const Folder folder;
  const std::string path = folder / "pipe";
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  std::thread writer([&] { test::save(path, "1 1:2\n"); });
  Team team(1);
  const auto data = read_dataset({.path = path}, team);
  writer.join();
  EXPECT_EQ(table(data.design), (Table{{2}}));
}

TEST(Numbers, ReadsOneALine) {
  const Folder folder;
  EXPECT_EQ(read_numbers(test::save(folder / "w", "1\r\n +2.5 \n-3e2\n\n \n"), 3, "sample", false),
            (std::vector<double>{1, 2.5, -300}));
  EXPECT_EQ(read_numbers(test::save(folder / "w", "inf\n-inf\n+infinity\n0"), {}, "feature", true),
            (std::vector<double>{infinity, -infinity, infinity, 0}));
  const std::string gz = test::packed("4\n5\n", "gz", folder);
  EXPECT_EQ(read_numbers(test::save(folder / "w.gz", gz), 2, "sample", false), (std::vector<double>{4, 5}));
}

}  // namespace
}  // namespace gist
