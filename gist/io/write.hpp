#pragma once

#include <string>

#include "gist/core/team.hpp"
#include "gist/data/dataset.hpp"
#include "gist/io/format.hpp"

namespace gist {

/// Writes a data set so that read_dataset gives it back to the last bit. `automatic` goes by the name (format_of_name).
/// Each number is the shortest text that reads back as the same double. The file is renamed into place when complete.
///
///   libsvm          zeros left out; a sample of zeros without a label is written as 1:0, since a blank line is none
///   csv             the label first, a header if the features have names; at most csv_cell_limit cells
///   matrix-market   coordinate or array; the labels go to a file of their own, labels_beside(path)
///   binary          see binary.hpp
///
/// Text is made in parallel, and is the same on any number of threads. Compressed names are refused: compress
/// afterwards.
void write_dataset(const Dataset& data, const std::string& path, Format format, Team& team);

/// A sparse matrix with more cells than this is not spelled out as CSV.
inline constexpr double csv_cell_limit = 1e8;

/// Where the labels of a Matrix Market file go: "x.mtx" -> "x.mtx.labels".
std::string labels_beside(const std::string& path);

}  // namespace gist
