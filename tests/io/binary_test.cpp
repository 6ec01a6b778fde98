// The binary form: conversions on opening, and no damage that leads to anything but a named error.
#include "gist/io/binary.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "gist/io/write.hpp"
#include "tests/io/files.hpp"
#include "tests/io/reseal.hpp"

namespace gist {
namespace {

using test::error_of;
using test::Folder;
using test::reseal;
using test::table;
using Table = std::vector<std::vector<double>>;

Dataset open(std::string_view bytes, const ReadOptions& options = {}) {
  Team team(1);
  return open_binary(Source::from_memory(bytes, "x.gist"), options, team);
}

std::string sparse_file(const Folder& folder, bool single = false) {
  Team team(1);
  const Dataset data = test::read_text(folder, "x.svm", "1 1:0.5 3:2\n-1 2:1e30\n1\n", {.single_precision = single});
  write_dataset(data, folder / "x.gist", Format::binary, team);
  return test::load(folder / "x.gist");
}

std::string dense_file(const Folder& folder) {
  Team team(1);
  const Dataset data = test::read_text(folder, "x.csv", "y,first,second\n1,2,3\n4,5,6\n");
  write_dataset(data, folder / "x.gist", Format::binary, team);
  return test::load(folder / "x.gist");
}

TEST(Binary, ConvertsBetweenPrecisionsAndWidens) {
  const Folder folder;
  const std::string doubles = sparse_file(folder), floats = sparse_file(folder, true);
  EXPECT_EQ(table(open(doubles).design), (Table{{0.5, 0, 2}, {0, 1e30, 0}, {0, 0, 0}}));
  EXPECT_EQ(open(doubles).label, (std::vector<double>{1, -1, 1}));
  EXPECT_EQ(open(doubles).design.precision(), "double");
  const double narrowed = static_cast<double>(1e30F);
  const Table single{{0.5, 0, 2}, {0, narrowed, 0}, {0, 0, 0}};
  EXPECT_EQ(table(open(doubles, {.single_precision = true}).design), single);
  EXPECT_EQ(open(doubles, {.single_precision = true}).design.precision(), "float");
  EXPECT_EQ(table(open(floats, {.single_precision = true}).design), single);
  EXPECT_EQ(table(open(floats).design), single);
  EXPECT_EQ(open(floats).design.precision(), "double");
  EXPECT_EQ(table(open(doubles, {.features = 5}).design),
            (Table{{0.5, 0, 2, 0, 0}, {0, 1e30, 0, 0, 0}, {0, 0, 0, 0, 0}}));
  EXPECT_EQ(error_of([&] { open(doubles, {.features = 2}); }), "data: x.gist: 3 columns, expected 2 features");
}

TEST(Binary, KeepsDenseMatricesAndNames) {
  const Folder folder;
  const Dataset data = open(dense_file(folder));
  EXPECT_EQ(table(data.design), (Table{{2, 3}, {5, 6}}));
  EXPECT_EQ(data.feature_names, (std::vector<std::string>{"first", "second"}));
  EXPECT_EQ(error_of([&] { open(dense_file(folder), {.features = 3}); }),
            "data: x.gist: 2 columns, expected 3 features");
}

TEST(Binary, SectionsAreAlignedAndMapped) {
  const Folder folder;
  sparse_file(folder);
  Team team(1);
  const Dataset data = read_dataset({.path = folder / "x.gist"}, team);
  const auto& matrix = std::get<Sparse<double>>(data.design.storage());
  for (const void* p : {static_cast<const void*>(matrix.by_row->value.data()),
                        static_cast<const void*>(matrix.by_column->start.data())}) {
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(p) % binary_alignment, 0U);
  }
  // Opened, the file may go away.
  std::filesystem::remove(folder / "x.gist");
  EXPECT_EQ(table(data.design), (Table{{0.5, 0, 2}, {0, 1e30, 0}, {0, 0, 0}}));
}

TEST(Binary, ReadsACompressedOne) {
  const Folder folder;
  const std::string bytes = sparse_file(folder);
  Team team(2);
  test::save(folder / "y.gist.xz", test::packed(bytes, "xz", folder));
  EXPECT_EQ(table(read_dataset({.path = folder / "y.gist.xz"}, team).design), table(open(bytes).design));
}

TEST(Binary, ANewerVersionSaysSo) {
  const Folder folder;
  std::string bytes = sparse_file(folder);
  bytes[offsetof(BinaryHeader, version)] = 9;
  EXPECT_EQ(
      error_of([&] { open(bytes); }),
      "data: x.gist: binary format version 9 is newer than this program, which reads version 1; convert it again or "
      "use a newer program");
  bytes[offsetof(BinaryHeader, version)] = 1;
  std::reverse(bytes.begin() + 8, bytes.begin() + 12);
  EXPECT_EQ(error_of([&] { open(bytes); }),
            "data: x.gist: written on a machine of the other byte order, convert it again here");
  EXPECT_EQ(error_of([&] { open("1 1:1\n"); }), "data: x.gist: not a binary data file, which starts with GIST");
}

TEST(Binary, AnyFlippedByteIsFound) {
  const Folder folder;
  for (const std::string& good : {sparse_file(folder), dense_file(folder)}) {
    BinaryHeader header;
    std::memcpy(&header, good.data(), sizeof header);
    for (std::size_t at = 0; at < good.size(); ++at) {
      // Between the sections there are zeros that nobody reads.
      bool matters = at < sizeof header;
      for (const auto& s : header.sections) matters = matters || (at >= s.offset && at < s.offset + s.bytes);
      for (const int bit : {0x01, 0x80, 0xff}) {
        std::string bad = good;
        bad[at] = static_cast<char>(bad[at] ^ bit);
        const std::string message = error_of([&] { test::touch(open(bad)); });
        EXPECT_EQ(message.starts_with("data: x.gist: "), matters) << at << " " << message;
      }
    }
  }
}

TEST(Binary, CutAtAnyLengthIsFound) {
  const Folder folder;
  for (const std::string& good : {sparse_file(folder), dense_file(folder)}) {
    for (std::size_t size = 0; size < good.size(); ++size) {
      EXPECT_TRUE(error_of([&] { open(good.substr(0, size)); }).starts_with("data: x.gist: ")) << size;
    }
    EXPECT_TRUE(error_of([&] { open(good + '\0'); }).starts_with("data: x.gist: damaged"));
  }
}

TEST(Binary, DamageUnderRightChecksumsNeverReachesMemory) {
  const Folder folder;
  int refused = 0;
  for (const std::string& good : {sparse_file(folder), dense_file(folder)}) {
    for (std::size_t at = 8; at < good.size(); ++at) {
      for (const int byte : {0x00, 0x01, 0x02, 0x7f, 0x80, 0xff}) {
        std::string bad = good;
        bad[at] = static_cast<char>(byte);
        bad = reseal(bad);
        for (const bool single : {false, true}) {
          const std::string message =
              error_of([&] { test::touch(open(bad, {.features = 7, .single_precision = single})); });
          if (message != "no error") ++refused;
        }
      }
    }
  }
  EXPECT_GT(refused, 1000);
}

TEST(Binary, ValuesOutOfRangeAreNamed) {
  const Folder folder;
  const std::string good = sparse_file(folder);
  BinaryHeader header;
  std::memcpy(&header, good.data(), sizeof header);
  const auto with = [&](SectionName section, auto value) {
    std::string bad = good;
    std::memcpy(bad.data() + header.sections[section].offset, &value, sizeof value);
    return error_of([&] { open(reseal(bad)); });
  };
  EXPECT_EQ(with(row_index, Index{0}), "no error");
  EXPECT_NE(with(row_index, Index{3}).find("holds values out of range"), std::string::npos);
  EXPECT_NE(with(column_index, Index{-1}).find("holds values out of range"), std::string::npos);
  EXPECT_NE(with(row_start, Offset{1}).find("holds values out of range"), std::string::npos);
  EXPECT_NE(with(row_value, infinity).find("holds values out of range"), std::string::npos);
  EXPECT_NE(with(labels, std::nan("")).find("holds values out of range"), std::string::npos);
  // 1e300 is a fine double and no float.
  std::string large = good;
  const double huge = 1e300;
  std::memcpy(large.data() + header.sections[row_value].offset, &huge, sizeof huge);
  large = reseal(large);
  EXPECT_EQ(error_of([&] { open(large); }), "no error");
  EXPECT_EQ(error_of([&] { open(large, {.single_precision = true}); }),
            "data: x.gist: holds values too large for single precision (3.4e38)");
}

}  // namespace
}  // namespace gist
