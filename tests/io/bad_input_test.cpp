// Every kind of bad data file, with the whole message: file, line, column, what is there and what would be valid.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <string>
#include <string_view>
#include <vector>

#include "gist/io/format.hpp"
#include "gist/io/write.hpp"
#include "tests/io/files.hpp"

namespace gist {
namespace {

using test::error_of;
using test::Folder;
using test::packed;
using test::read_text;
using test::save;

/// The message with the folder taken off the file name.
std::string complaint(const Folder& folder, const std::string& name, std::string_view text, ReadOptions options = {}) {
  std::string message;
  // The same words whatever the number of threads and the size of the chunks.
  for (const int threads : {1, 3}) {
    for (const std::size_t chunk : {std::size_t{1}, std::size_t{16}, std::size_t{1} << 20}) {
      options.chunk_bytes = chunk;
      std::string now = error_of([&] { read_text(folder, name, text, options, threads); });
      const std::string prefix = folder.path().string() + "/";
      for (auto at = now.find(prefix); at != std::string::npos; at = now.find(prefix)) now.erase(at, prefix.size());
      if (!message.empty()) {
        EXPECT_EQ(now, message);
      }
      message = now;
    }
  }
  return message;
}

struct Case {
  std::string_view text, message;
};

TEST(BadInput, Libsvm) {
  const Folder folder;
  const Case cases[] = {
      {"1 1:2\n-1 0:1\n", "data: x.svm:2:4: index 0 is out of range, indices start at 1"},
      {"1 -3:1\n", "data: x.svm:1:3: index -3 is out of range, indices start at 1"},
      {"1 2:1 1:1\n", "data: x.svm:1:7: index 1 comes after 2, expected ascending indices"},
      {"1 2:1\t2:1\n", "data: x.svm:1:7: index 2 appears twice in this line, expected each once"},
      {"1 1:1\n\n# note\n1 3:1 12 13:1", "data: x.svm:4:7: expected index:value, got \"12\""},
      {"1 a:1\n", "data: x.svm:1:3: expected a whole number from 1 as index before the colon, got \"a:1\""},
      {"1 1.5:1\n", "data: x.svm:1:3: expected a whole number from 1 as index before the colon, got \"1.5:1\""},
      {"1 :1\n", "data: x.svm:1:3: expected a whole number from 1 as index before the colon, got \":1\""},
      {"1 +1:1\n", "data: x.svm:1:3: expected a whole number from 1 as index before the colon, got \"+1:1\""},
      {"1 1:\n", "data: x.svm:1:5: missing value, expected a number after \"1:\""},
      {"1 1: 2\n", "data: x.svm:1:5: missing value, expected a number after \"1:\""},
      {"1 1:abc\n", "data: x.svm:1:5: expected a number, got \"abc\""},
      {"1 1:2x\n", "data: x.svm:1:5: expected a number, got \"2x\""},
      {"1 1:0x10\n", "data: x.svm:1:5: expected a number, got \"0x10\""},
      {"1 1:+-2\n", "data: x.svm:1:5: expected a number, got \"+-2\""},
      {"1 1:2:3\n", "data: x.svm:1:5: expected a number, got \"2:3\""},
      {"1 1:nan\n", "data: x.svm:1:5: \"nan\" is not a finite number, expected a number"},
      {"1 1:-inf\n", "data: x.svm:1:5: \"-inf\" is not a finite number, expected a number"},
      {"1 1:1e400\n",
       "data: x.svm:1:5: \"1e400\" is too large, expected a number of at most 1.79e308 in double precision or 3.4e38 "
       "in "
       "single"},
      {"1 3000000000:1\n", "data: x.svm:1:3: index 3000000000 is beyond the limit of 2147483647"},
      {"1 99999999999999999999999999:1\n",
       "data: x.svm:1:3: index 999999999999999999999999 is beyond the limit of 2147483647"},
      {"1 qid:3 1:1\n",
       "data: x.svm:1:3: query ids (qid:) belong to ranking data, which is not supported; expected index:value"},
      {"abc 1:1\n", "data: x.svm:1:1: expected one number as label, got \"abc\""},
      {"1,3 1:1\n", "data: x.svm:1:1: expected one number as label, got \"1,3\""},
      {"nan 1:1\n", "data: x.svm:1:1: \"nan\" is not a finite number, expected one number as label"},
      {"1 1:1\n2:1\n", "data: x.svm:2:1: expected a label, got \"2:1\"; the first line has one, so all must"},
      {"1:1\n2:1\n  1 2:1\n",
       "data: x.svm:3:3: expected index:value, got \"1\"; the first line has no label, so none may"},
      {"\n  \n# nothing\n", "data: x.svm: no samples, only blank lines and comments"},
      {"", "data: x.svm: the file is empty, expected samples"},
      {std::string_view("\x7f"
                        "ELF\0\x01\x02 1:1",
                        11),
       "data: x.svm:1:1: expected one number as label, got \"\\x7fELF\\x00\\x01\\x02\""},
      // The first of several bad lines is the one reported.
      {"1 1:1\n1 1:a\n1 0:1\n1 b\n", "data: x.svm:2:5: expected a number, got \"a\""},
  };
  for (const auto& [text, message] : cases) EXPECT_EQ(complaint(folder, "x.svm", text), message);
}

TEST(BadInput, LibsvmBeyondTheFeaturesAskedForOrSinglePrecision) {
  const Folder folder;
  ReadOptions options;
  options.features = 10;
  EXPECT_EQ(complaint(folder, "x.svm", "1 1:1 10:2\n1 11:1\n", options),
            "data: x.svm:2:3: index 11 is beyond the 10 features expected");
  options.features = 0;
  EXPECT_EQ(complaint(folder, "x.svm", "1 1:1\n", options), "option: --features 0 is outside [1, 2147483647]");
  ReadOptions single;
  single.single_precision = true;
  EXPECT_EQ(
      complaint(folder, "x.svm", "1 1:1e39\n", single),
      "data: x.svm:1:5: \"1e39\" is too large, expected a number of at most 1.79e308 in double precision or 3.4e38 in "
      "single");
}

TEST(BadInput, Csv) {
  const Folder folder;
  const Case cases[] = {
      {"y,a,b\n1,2,3\n1,2\n", "data: x.csv:3:4: 2 fields, expected 3 as in the first line"},
      {"1,2,3\n1,2,3,4\n", "data: x.csv:2:7: 4 fields, expected 3 as in the first line"},
      {"1,2,3\n1,2,3,\n", "data: x.csv:2:7: 4 fields, expected 3 as in the first line"},
      {"1,2,3\n1,,3\n", "data: x.csv:2:3: missing value, expected a number"},
      {"1,2,3\n1,2,\n", "data: x.csv:2:5: missing value, expected a number"},
      {"1,,3\n", "data: x.csv:1:3: missing value, expected a number"},
      {"a\tb\n\t\n", "data: x.csv:2:1: missing value, expected a number"},
      {"y,a\n1, abc\n", "data: x.csv:2:4: expected a number, got \"abc\""},
      {"y,a\n1,\"2 3\"\n", "data: x.csv:2:3: expected a number, got \"2 3\""},
      {"y,a\n1,\"2\n", "data: x.csv:2:3: a quoted field must end with a quote on the same line, got \"\\\"2\""},
      {"\"y,a\n1,2\n", "data: x.csv:1:1: a quoted field must end with a quote on the same line, got \"\\\"y,a\""},
      {"1,nan\n", "data: x.csv:1:3: \"nan\" is not a finite number, expected a number"},
      {"y,a\n1,inf\n", "data: x.csv:2:3: \"inf\" is not a finite number, expected a number"},
      {"y;a\n1;2,5\n", "data: x.csv:2:3: expected a number, got \"2,5\""},
      {"y,a\n", "data: x.csv: no samples after the header"},
      {"1\n2\n", "data: x.csv: one column, the label, and no features"},
      {"\n \n", "data: x.csv: no samples, only blank lines"},
      {"", "data: x.csv: the file is empty, expected samples"},
  };
  for (const auto& [text, message] : cases) EXPECT_EQ(complaint(folder, "x.csv", text), message);
}

TEST(BadInput, CsvOptions) {
  const Folder folder;
  const auto with_label = [](std::string column) {
    ReadOptions options;
    options.label_column = std::move(column);
    return options;
  };
  EXPECT_EQ(complaint(folder, "x.csv", "a,b\n1,2\n", with_label("c")),
            "data: x.csv: no column \"c\" for the label, the header has \"a\" \"b\"");
  EXPECT_EQ(complaint(folder, "x.csv", "1,2\n", with_label("c")),
            "data: x.csv: no column \"c\" for the label, the file has no header, choose it by number");
  EXPECT_EQ(complaint(folder, "x.csv", "a,b\n1,2\n", with_label("3")),
            "data: x.csv: no column 3 for the label, the file has columns 1 to 2");
  EXPECT_EQ(complaint(folder, "x.csv", "a,b\n1,2\n", with_label("0")),
            "data: x.csv: no column 0 for the label, the file has columns 1 to 2");
  EXPECT_EQ(complaint(folder, "x.csv", "a,a\n1,2\n", with_label("a")),
            "data: x.csv:1:1: two columns are called \"a\", choose the label column by number");
  ReadOptions options;
  options.features = 2;
  EXPECT_EQ(complaint(folder, "x.csv", "1,2\n", options),
            "data: x.csv: 1 features beside the label column, expected 2");
  ReadOptions no_header;
  no_header.header = Header::no;
  EXPECT_EQ(complaint(folder, "x.csv", "a,b\n1,2\n", no_header), "data: x.csv:1:1: expected a number, got \"a\"");
  ReadOptions single;
  single.single_precision = true;
  EXPECT_EQ(
      complaint(folder, "x.csv", "1, 2e38\n1, 4e38 \n", single),
      "data: x.csv:2:4: \"4e38\" is too large, expected a number of at most 1.79e308 in double precision or 3.4e38 in "
      "single");
}

TEST(BadInput, MatrixMarket) {
  const Folder folder;
  const std::string real = "%%MatrixMarket matrix coordinate real general\n";
  const std::string array = "%%MatrixMarket matrix array real general\n";
  struct Made {
    std::string text, message;
  };
  const Made cases[] = {
      {real + "% note\n2 2 2\n1 1 1\n0 1 1\n", "data: x.mtx:5:1: expected a row from 1 to 2, got \"0\""},
      {real + "2 2 1\n1 -1 1\n", "data: x.mtx:3:3: expected a column from 1 to 2, got \"-1\""},
      {real + "2 2 1\n3 1 1\n", "data: x.mtx:3:1: expected a row from 1 to 2, got \"3\""},
      {real + "2 2 1\n1 3 1\n", "data: x.mtx:3:3: expected a column from 1 to 2, got \"3\""},
      {real + "2 2 1\n1\n", "data: x.mtx:3:2: expected a column from 1 to 2, got the end of the line"},
      {real + "2 2 1\n1 1\n", "data: x.mtx:3:4: missing value, expected a number"},
      {real + "2 2 1\n1 1 x\n", "data: x.mtx:3:5: expected a number, got \"x\""},
      {real + "2 2 1\n1 1 inf\n", "data: x.mtx:3:5: \"inf\" is not a finite number, expected a number"},
      {real + "2 2 1\n1 1 1 1\n", "data: x.mtx:3:7: expected the end of the line, got \"1\""},
      {real + "2 2 3\n2 2 1\n1 1 1\n\n2 2 0\n",
       "data: x.mtx:6:1: row 2, column 2 appears twice, expected each entry once"},
      {real + "2 2 3\n1 1 1\n", "data: x.mtx:2:1: the sizes promise 3 entries, the file has 1"},
      {real + "0 2 0\n", "data: x.mtx:2:1: no samples, expected at least one row"},
      {real + "2 0 0\n", "data: x.mtx:2:1: no features, expected at least one column"},
      {real + "2 2\n", "data: x.mtx:2:1: expected rows, columns and entries, got \"2 2\""},
      {real + "2 9999999999 1\n", "data: x.mtx:2:3: expected a whole number from 0 to 2147483647, got \"9999999999\""},
      {real + "2 2 many\n", "data: x.mtx:2:5: expected a whole number, got \"many\""},
      {real + "% only\n", "data: x.mtx: the file ends before the line with rows, columns and entries"},
      {array + "2 1\n1\n", "data: x.mtx:2:1: the sizes promise 2 entries, the file has 1"},
      {array + "2000000000 2000000000\n1\n",
       "data: x.mtx:2:1: the sizes promise 4000000000000000000 entries, the file has 1"},
      {array + "1 2\n1\nx\n", "data: x.mtx:4:1: expected a number, got \"x\""},
      {"%%MatrixMarket matrix coordinate real symmetric\n",
       "data: x.mtx:1:39: \"symmetric\" matrices are not supported, expected general: write all entries"},
      {"%%MatrixMarket matrix coordinate complex general\n",
       "data: x.mtx:1:34: \"complex\" values are not supported, expected real, integer or pattern"},
      {"%%MatrixMarket vector coordinate real general\n", "data: x.mtx:1:16: expected matrix, got \"vector\""},
      {"%%MatrixMarket matrix list real general\n", "data: x.mtx:1:23: expected coordinate or array, got \"list\""},
      {"%%MatrixMarket matrix coordinate real\n",
       "data: x.mtx:1:1: expected %%MatrixMarket, matrix, coordinate or array, a field and a symmetry"},
      {"1 1:2\n", "data: x.mtx:1:1: expected %%MatrixMarket at the start of the file, got \"1 1:2\""},
  };
  for (const auto& [text, message] : cases) EXPECT_EQ(complaint(folder, "x.mtx", text), message);

  ReadOptions options;
  options.features = 1;
  EXPECT_EQ(complaint(folder, "x.mtx", real + "2 2 1\n1 1 1\n", options),
            "data: x.mtx:2:1: 2 columns, expected 1 features");
  options.features = 2;
  options.label_file = save(folder / "labels", "1\n2\n3\n\n");
  EXPECT_EQ(complaint(folder, "x.mtx", real + "2 2 1\n1 1 1\n", options),
            "data: labels: 3 numbers, expected 2 (one per sample)");
}

TEST(BadInput, OptionsOfAnotherFormat) {
  const Folder folder;
  ReadOptions column, file, header;
  column.label_column = "2";
  file.label_file = "labels";
  header.header = Header::yes;
  EXPECT_EQ(complaint(folder, "x.svm", "1 1:1\n", column), "option: --label applies to csv files, and x.svm is libsvm");
  EXPECT_EQ(complaint(folder, "x.csv", "1,1\n", file),
            "option: --labels applies to matrix-market files, and x.csv is csv");
  EXPECT_EQ(complaint(folder, "x.svm", "1 1:1\n", header),
            "option: --header applies to csv files, and x.svm is libsvm");
}

TEST(BadInput, FilesThatCannotBeRead) {
  const Folder folder;
  Team team(1);
  const auto read = [&](const std::string& path) { return error_of([&] { read_dataset({.path = path}, team); }); };
  EXPECT_EQ(read(folder / "none.svm"), "file: " + folder / "none.svm" + ": cannot read: No such file or directory");
  EXPECT_EQ(read(folder.path().string()),
            "file: " + folder.path().string() + ": cannot read: it is a directory, expected a file");
  EXPECT_EQ(read(folder / "none/x.svm"), "file: " + folder / "none/x.svm" + ": cannot read: No such file or directory");
  if (::geteuid() != 0) {
    const std::string locked = save(folder / "locked.svm", "1 1:1\n");
    ::chmod(locked.c_str(), 0);
    EXPECT_EQ(read(locked), "file: " + locked + ": cannot read: Permission denied");
  }
}

TEST(BadInput, CompressedStreamsCutShortOrDamaged) {
  const Folder folder;
  std::string text;
  for (int i = 0; i < 3000; ++i) text += "1 1:" + std::to_string(i * 7919 % 10007) + " 2:" + std::to_string(i) + "\n";
  Team team(1);
  for (const std::string suffix : {"gz", "bz2", "xz", "zst"}) {
    const std::string good = packed(text, suffix, folder);
    const std::string path = folder / ("x.svm." + suffix);
    const std::string expected = "data: " + path + ": the compressed stream is truncated or damaged";
    const auto read = [&](std::string_view bytes) {
      save(path, bytes);
      return error_of([&] { read_dataset({.path = path}, team); });
    };
    EXPECT_EQ(read(good), "no error") << suffix;
    for (const std::size_t cut : {std::size_t{1}, std::size_t{5}, std::size_t{9}, good.size() / 2, good.size() - 12}) {
      EXPECT_TRUE(read(good.substr(0, good.size() - cut)).starts_with(expected)) << suffix << " less " << cut;
    }
    if (suffix == "zst") continue;  // libarchive writes no checksum there; see below
    for (std::size_t at = good.size() / 4; at < good.size() - 16; at += good.size() / 7) {
      std::string flipped = good;
      flipped[at] = static_cast<char>(flipped[at] ^ 0x10);
      EXPECT_TRUE(read(flipped).starts_with(expected)) << suffix << " at " << at << ": " << read(flipped);
    }
  }
  // A frame as the zstd program writes it, with a checksum of "1 1:2 3:4\n2 1:3 2:0.5\n" in its last four bytes.
  const std::string_view zstd(
      "\x28\xb5\x2f\xfd\x04\x68\xb1\x00\x00"
      "1 1:2 3:4\n2 1:3 2:0.5\n"
      "\x5c\x59\xbf\xe5",
      35);
  const std::string path = save(folder / "sum.zst", zstd);
  EXPECT_EQ(error_of([&] { read_dataset({.path = path}, team); }), "no error");
  for (std::size_t at = 6; at < zstd.size(); ++at) {
    std::string flipped(zstd);
    flipped[at] = static_cast<char>(flipped[at] ^ 1);
    save(path, flipped);
    EXPECT_TRUE(error_of([&] {
                  read_dataset({.path = path}, team);
                }).starts_with("data: " + path + ": the compressed stream is truncated or damaged"))
        << at;
  }
  const std::string gzip = packed(text, "gz", folder);
  save(folder / "tail.gz", gzip + "more");
  EXPECT_TRUE(error_of([&] { read_dataset({.path = folder / "tail.gz"}, team); }).find("truncated or damaged") !=
              std::string::npos);
}

TEST(BadInput, Numbers) {
  const Folder folder;
  const auto read = [&](std::string_view text, std::optional<std::int64_t> count, bool infinite) {
    const std::string path = save(folder / "w.txt", text);
    std::string message = error_of([&] { read_numbers(path, count, "feature", infinite); });
    if (const auto at = message.find(path); at != std::string::npos) message.replace(at, path.size(), "w.txt");
    return message;
  };
  EXPECT_EQ(read("1\n2\n", 2, false), "no error");
  EXPECT_EQ(read("1\n2\n", 3, false), "data: w.txt: 2 numbers, expected 3 (one per feature)");
  EXPECT_EQ(read("", 3, false), "data: w.txt: 0 numbers, expected 3 (one per feature)");
  EXPECT_EQ(read("1\n 2 3\n", {}, false), "data: w.txt:2:2: expected a number, got \"2 3\"");
  EXPECT_EQ(read("1\n\n3\n", {}, false), "data: w.txt:2:1: blank line between numbers, expected a number");
  EXPECT_EQ(read("1\ninf\n", {}, false), "data: w.txt:2:1: \"inf\" is not a finite number, expected a number");
  EXPECT_EQ(read("1\nnan\n", {}, true),
            "data: w.txt:2:1: \"nan\" is not a finite number, expected a number or inf or -inf");
  EXPECT_TRUE(read("1e999\n", {}, true).starts_with("data: w.txt:1:1: \"1e999\" is too large"));
}

}  // namespace
}  // namespace gist
