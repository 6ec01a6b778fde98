#pragma once

#include <archive.h>
#include <archive_entry.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <bit>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "gist/core/error.hpp"
#include "gist/data/dataset.hpp"
#include "gist/io/read.hpp"

namespace gist::test {

/// A folder of its own for one test, gone afterwards.
class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "gist-io-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    path_ = name;
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::string operator/(std::string_view name) const { return (path_ / name).string(); }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

inline std::string save(const std::string& path, std::string_view bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
  return path;
}

inline std::string load(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// `bytes` compressed the way the suffix says: gz, bz2, xz or zst.
inline std::string packed(std::string_view bytes, const std::string& suffix, const Folder& folder) {
  const std::string path = folder / ("packed." + suffix);
  archive* out = archive_write_new();
  if (suffix == "gz") archive_write_add_filter_gzip(out);
  if (suffix == "bz2") archive_write_add_filter_bzip2(out);
  if (suffix == "xz") archive_write_add_filter_xz(out);
  if (suffix == "zst") archive_write_add_filter_zstd(out);
  archive_write_set_format_raw(out);
  EXPECT_EQ(archive_write_open_filename(out, path.c_str()), ARCHIVE_OK);
  archive_entry* entry = archive_entry_new();
  archive_entry_set_filetype(entry, AE_IFREG);
  EXPECT_EQ(archive_write_header(out, entry), ARCHIVE_OK);
  EXPECT_EQ(archive_write_data(out, bytes.data(), bytes.size()), static_cast<la_ssize_t>(bytes.size()));
  archive_entry_free(entry);
  EXPECT_EQ(archive_write_close(out), ARCHIVE_OK);
  archive_write_free(out);
  return load(path);
}

/// All entries of a design as (row, column, bits of the value), those by column checked to be those by row.
struct Listing {
  std::string kind, precision;
  Index rows = 0, columns = 0;
  std::vector<std::tuple<Index, Index, std::uint64_t>> entries;
  bool operator==(const Listing&) const = default;
};

template <class Value>
std::vector<std::tuple<Index, Index, std::uint64_t>> list(const Compressed<Value>& lines, bool flip) {
  std::vector<std::tuple<Index, Index, std::uint64_t>> entries;
  for (Index line = 0; line < lines.lines(); ++line) {
    const auto l = static_cast<std::size_t>(line);
    for (auto k = static_cast<std::size_t>(lines.start[l]); k < static_cast<std::size_t>(lines.start[l + 1]); ++k) {
      const auto bits = std::bit_cast<std::uint64_t>(static_cast<double>(lines.value[k]));
      entries.emplace_back(flip ? lines.index[k] : line, flip ? line : lines.index[k], bits);
    }
  }
  return entries;
}

template <class Value>
std::vector<std::tuple<Index, Index, std::uint64_t>> list(const Sparse<Value>& matrix) {
  auto entries = list(*matrix.by_row, false);
  if (matrix.by_column) {
    auto flipped = list(*matrix.by_column, true);
    std::sort(flipped.begin(), flipped.end());
    EXPECT_EQ(flipped, entries);
    EXPECT_EQ(matrix.by_column->lines(), matrix.columns);
  }
  EXPECT_EQ(matrix.by_row->lines(), matrix.rows);
  return entries;
}

template <class Value>
std::vector<std::tuple<Index, Index, std::uint64_t>> list(const Dense<Value>& matrix) {
  std::vector<std::tuple<Index, Index, std::uint64_t>> entries;
  for (Index i = 0; i < matrix.rows; ++i) {
    for (Index j = 0; j < matrix.columns; ++j) {
      const auto k = static_cast<std::size_t>(j) * static_cast<std::size_t>(matrix.rows) + static_cast<std::size_t>(i);
      entries.emplace_back(i, j, std::bit_cast<std::uint64_t>(static_cast<double>(matrix.value[k])));
    }
  }
  return entries;
}

inline Listing listing(const Design& design) {
  return {std::string(design.kind()), std::string(design.precision()), design.rows(), design.columns(),
          std::visit([](const auto& matrix) { return list(matrix); }, design.storage())};
}

/// The entries of a design as a matrix in double, row by row.
inline std::vector<std::vector<double>> table(const Design& design) {
  const Listing all = listing(design);
  std::vector<std::vector<double>> rows(static_cast<std::size_t>(all.rows),
                                        std::vector<double>(static_cast<std::size_t>(all.columns)));
  for (const auto& [i, j, bits] : all.entries) {
    rows[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)] = std::bit_cast<double>(bits);
  }
  return rows;
}

inline void expect_same(const Dataset& a, const Dataset& b) {
  EXPECT_EQ(listing(a.design), listing(b.design));
  EXPECT_EQ(a.label, b.label);
  EXPECT_EQ(a.feature_names, b.feature_names);
}

/// The message of the Error that `body` throws, after its kind: "data: x.svm:1:2: ...".
template <class Body>
std::string error_of(Body&& body) {
  try {
    body();
  } catch (const Error& error) {
    constexpr const char* kinds[] = {"option", "data", "file", "model"};
    return std::string(kinds[static_cast<int>(error.kind())]) + ": " + error.what();
  }
  return "no error";
}

/// Saves `text` under `name` in a folder and reads it; the folder is left out of error messages.
inline Dataset read_text(const Folder& folder, const std::string& name, std::string_view text, ReadOptions options = {},
                         int threads = 2) {
  options.path = save(folder / name, text);
  Team team(threads);
  return read_dataset(options, team);
}

}  // namespace gist::test
