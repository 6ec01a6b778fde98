// What is written is read back, bit for bit, in every format; and nothing depends on threads or chunks.
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "gist/data/transpose.hpp"
#include "gist/io/read.hpp"
#include "gist/io/write.hpp"
#include "tests/io/files.hpp"
#include "tests/support/random_matrix.hpp"

namespace gist {
namespace {

using test::expect_same;
using test::Folder;
using test::listing;

/// A finite double with any exponent, or a short decimal, or an extreme.
double odd_number(std::mt19937_64& random) {
  constexpr double extremes[] = {1,
                                 -1,
                                 0.1,
                                 std::numeric_limits<double>::max(),
                                 std::numeric_limits<double>::denorm_min(),
                                 -std::numeric_limits<double>::min(),
                                 9007199254740993.0,
                                 1e23};
  const auto kind = random() % 4;
  if (kind == 0) return extremes[random() % std::size(extremes)];
  if (kind == 1) return static_cast<double>(static_cast<int>(random() % 20001) - 10000) / 1000 + 0.0005;
  for (;;) {
    const double x = std::bit_cast<double>(random());
    if (std::isfinite(x) && x != 0) return x;
  }
}

Dataset random_dataset(std::uint64_t seed, bool sparse, bool single, bool labelled) {
  std::mt19937_64 random(seed);
  Dataset data;
  const auto rows = static_cast<Index>(1 + random() % 40);
  const auto columns = static_cast<Index>(1 + random() % 30);
  const auto fill = [&]<class Value>(Value) {
    const auto odd = [&] {
      if constexpr (std::is_same_v<Value, float>) {
        for (;;) {
          const float x = std::bit_cast<float>(static_cast<std::uint32_t>(random()));
          if (std::isfinite(x) && x != 0) return x;
        }
      } else {
        return odd_number(random);
      }
    };
    if (sparse) {
      auto lines = testing::random_rows<Value>(rows, columns, 0.3, seed);
      std::vector<Value> values(lines.value.size());
      for (auto& v : values) v = odd();
      lines.value = values;
      data.design = Sparse<Value>{rows, columns, lines, {}};
    } else {
      std::vector<Value> values(static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns));
      for (auto& v : values) v = odd();
      data.design = Dense<Value>{rows, columns, values};
    }
  };
  if (single) {
    fill(float{});
  } else {
    fill(double{});
  }
  for (Index i = 0; labelled && i < rows; ++i) data.label.push_back(odd_number(random));
  return data;
}

/// A name that CSV must take care with.
std::string odd_name(int i) {
  constexpr const char* shapes[] = {"x", "a,b", "say \"hi\"", " padded ", "", "3", "semi;colon", "tab\there"};
  return std::string(shapes[i % 8]) + (i % 8 == 4 ? "" : std::to_string(i));
}

RC_GTEST_PROP(RoundTrip, EveryFormatGivesBackWhatItTook, ()) {
  const auto seed = *rc::gen::arbitrary<std::uint64_t>();
  const bool sparse = *rc::gen::arbitrary<bool>(), single = *rc::gen::arbitrary<bool>();
  const bool labelled = *rc::gen::arbitrary<bool>(), named = *rc::gen::arbitrary<bool>();
  const Format format = *rc::gen::element(Format::libsvm, Format::csv, Format::matrix_market, Format::binary);
  const Folder folder;
  Team team(1 + static_cast<int>(seed % 3));
  Dataset data = random_dataset(seed, sparse, single, labelled);
  const bool keeps_names = format == Format::csv || format == Format::binary;
  for (Index j = 0; named && keeps_names && j < data.design.columns(); ++j) data.feature_names.push_back(odd_name(j));

  ReadOptions options;
  options.path = folder / "data";
  options.format = format;
  options.single_precision = single;
  options.chunk_bytes = 1 + seed % 300;
  if (format == Format::libsvm) options.features = data.design.columns();
  if (format == Format::csv) {
    options.header = named ? Header::yes : Header::no;
    if (!labelled) options.label_column = "none";
  }
  write_dataset(data, options.path, format, team);
  if (format == Format::matrix_market && labelled) options.label_file = labels_beside(options.path);
  const Dataset back = read_dataset(options, team);

  RC_ASSERT(back.label == data.label);
  RC_ASSERT(back.feature_names == data.feature_names);
  RC_ASSERT(back.design.precision() == data.design.precision());
  RC_ASSERT(test::table(back.design) == test::table(data.design));
  const bool same_kind =
      format == Format::matrix_market || format == Format::binary || (format == Format::csv) != sparse;
  if (same_kind) RC_ASSERT(listing(back.design) == listing(data.design));
}

/// LIBSVM text with all that makes chunks uneven: comments, blank and long lines, zeros, empty samples.
std::string uneven_text(int lines) {
  std::mt19937_64 random(5);
  std::string text;
  for (int i = 0; i < lines; ++i) {
    if (random() % 9 == 0) text += "# a comment with 3:4 in it\n";
    if (random() % 11 == 0) text += "  \r\n";
    text += std::to_string(static_cast<int>(random() % 3));
    std::int64_t index = 0;
    for (auto n = random() % (i % 50 == 0 ? 400U : 12U); n > 0; --n) {
      index += 1 + static_cast<std::int64_t>(random() % 5000);
      text += " " + std::to_string(index) + ":" + (random() % 6 == 0 ? "0" : shortest(odd_number(random)));
    }
    text += "\n";
  }
  return text;
}

TEST(Parallel, TheSameBitsForAnyNumberOfThreadsAndAnyChunks) {
  const Folder folder;
  const std::string text = uneven_text(3000);
  for (const bool single : {false, true}) {
    ReadOptions options;
    options.single_precision = single;
    std::string file = text;
    if (single) {  // keep to numbers a float can hold
      file = "";
      std::mt19937_64 random(6);
      for (int i = 0; i < 4000; ++i) file += "1 1:" + shortest(static_cast<double>(random()) / 1e7) + " 9:0 12:7\n";
    }
    options.chunk_bytes = file.size();
    const Dataset whole = test::read_text(folder, "x.svm", file, options, 1);
    EXPECT_GT(whole.design.nonzeros(), 4000);
    for (const int threads : {1, 2, 3}) {
      for (const std::size_t chunk : {std::size_t{1}, std::size_t{7}, std::size_t{1000}, std::size_t{65536}}) {
        options.chunk_bytes = chunk;
        expect_same(test::read_text(folder, "x.svm", file, options, threads), whole);
      }
    }
  }
}

TEST(Parallel, CsvAndMatrixMarketToo) {
  const Folder folder;
  std::mt19937_64 random(7);
  std::string csv = "y,a,b\n", market;
  int entries = 0;
  for (int i = 1; i <= 2000; ++i) {
    csv += shortest(odd_number(random)) + "," + shortest(odd_number(random)) + "," + std::to_string(i) + "\n";
    if (i % 13 == 0) csv += "\n";
    // Rows come in a scrambled order, columns descend.
    const int row = 1 + i * 1231 % 2000;
    for (int j = 40; j > 0; j -= 1 + static_cast<int>(random() % 20), ++entries) {
      market += std::to_string(row) + " " + std::to_string(j) + " " + shortest(odd_number(random)) + "\n";
    }
  }
  market = "%%MatrixMarket matrix coordinate real general\n2000 40 " + std::to_string(entries) + "\n" + market;
  const std::pair<std::string, std::string> files[] = {{"x.csv", csv}, {"x.mtx", market}};
  for (const auto& [name, text] : files) {
    const Dataset whole = test::read_text(folder, name, text, {.chunk_bytes = text.size()}, 1);
    EXPECT_EQ(whole.design.rows(), 2000);
    for (const int threads : {1, 2, 3}) {
      for (const std::size_t chunk : {std::size_t{1}, std::size_t{999}, std::size_t{30000}}) {
        expect_same(test::read_text(folder, name, text, {.chunk_bytes = chunk}, threads), whole);
      }
    }
  }
}

TEST(Write, TheSameBytesForAnyNumberOfThreads) {
  const Folder folder;
  const Dataset data = test::read_text(folder, "x.svm", uneven_text(6000));
  for (const std::string name : {"a.svm", "a.mtx", "a.gist"}) {
    Team one(1), three(3);
    write_dataset(data, folder / name, Format::automatic, one);
    const std::string first = test::load(folder / name);
    write_dataset(data, folder / name, Format::automatic, three);
    EXPECT_TRUE(first == test::load(folder / name)) << name;
  }
}

TEST(Write, ASampleOfZerosWithoutALabelIsNotLost) {
  const Folder folder;
  Team team(1);
  Dataset data;
  data.design = Dense<double>{3, 2, std::vector<double>{0, 1, 0, 0, 0, 2}};
  write_dataset(data, folder / "x.svm", Format::libsvm, team);
  EXPECT_EQ(test::load(folder / "x.svm"), "1:0\n1:1\n2:2\n");
  EXPECT_EQ(test::table(read_dataset({.path = folder / "x.svm"}, team).design), test::table(data.design));
}

TEST(Write, WritesWhatComesByColumnsOnly) {
  const Folder folder;
  Team team(2);
  const Dataset data = test::read_text(folder, "x.svm", "1 1:1 3:2\n2\n3 2:4\n");
  auto matrix = std::get<Sparse<double>>(complete(data.design, team).storage());
  matrix.by_row.reset();
  Dataset columns = data;
  columns.design = matrix;
  for (const std::string name : {"y.svm", "y.gist"}) {
    write_dataset(columns, folder / name, Format::automatic, team);
    EXPECT_EQ(test::table(read_dataset({.path = folder / name}, team).design), test::table(data.design));
  }
}

TEST(Write, RefusesWhatMakesNoSense) {
  const Folder folder;
  Team team(1);
  const Dataset wide = test::read_text(folder, "x.svm", "1 200000000:1\n");
  EXPECT_EQ(
      test::error_of([&] { write_dataset(wide, "x.csv", Format::automatic, team); }),
      "option: x.csv: a sparse matrix of 1 x 200000000 is too large for CSV, expected libsvm, matrix-market or binary");
  EXPECT_EQ(test::error_of([&] { write_dataset(wide, "x.svm.xz", Format::automatic, team); }),
            "option: x.svm.xz: writing compressed files is not supported, write x.svm and compress that");
}

}  // namespace
}  // namespace gist
