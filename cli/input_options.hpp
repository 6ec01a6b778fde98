#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>

#include "gist/core/field.hpp"
#include "gist/io/read.hpp"

namespace gist::cli {

/// How a data file is to be read; shared by train, predict and convert.
struct InputOptions {
  Format format = Format::automatic;
  std::optional<std::int64_t> features;
  std::string label, labels;
  Header header = Header::automatic;
  bool single = false;
  static constexpr std::tuple fields{
      Field{"format", &InputOptions::format, any_number(), "form of the file; auto goes by contents and name"},
      Field{"features", &InputOptions::features, between_closed(1, static_cast<double>(max_index)),
            "number of columns, if more than the file shows"},
      Field{"label", &InputOptions::label, any_number(), "csv: label column by name or number, or none (first column)"},
      Field{"labels", &InputOptions::labels, any_number(), "matrix-market: file with one label a line"},
      Field{"header", &InputOptions::header, any_number(), "csv: first line names the columns"},
      Field{"float", &InputOptions::single, any_number(), "keep values in single precision, half the memory"}};

  ReadOptions read_options(const std::string& path) const {
    ReadOptions read;
    read.path = path;
    read.format = format;
    read.features = features;
    read.single_precision = single;
    read.label_column = label;
    read.label_file = labels;
    read.header = header;
    return read;
  }
};

struct ThreadOptions {
  std::optional<int> threads;
  static constexpr std::tuple fields{
      Field{"threads", &ThreadOptions::threads, between_closed(1, 1024),
            "threads (default: one per processor); the answer is the same to the last bit"}};
};

}  // namespace gist::cli
