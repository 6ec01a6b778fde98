#pragma once

#include "gist/core/team.hpp"
#include "gist/data/dataset.hpp"
#include "gist/io/read.hpp"
#include "gist/io/source.hpp"

namespace gist {

/// Matrix Market text (NIST): a banner, comments, a line of sizes, one entry a line.
///
///     %%MatrixMarket matrix coordinate real general
///     rows columns entries
///     row column value
///
/// `coordinate` (real, integer, or pattern, whose values are 1) gives a sparse matrix by row, whatever the order of the
/// entries; none may come twice; zeros are not stored. `array` gives a dense one, column after column. Only `general`.
/// The labels, if options.label_file names them, are in a file of their own with one number per row.
Dataset parse_matrix_market(const Source& source, const ReadOptions& options, Team& team);

}  // namespace gist
