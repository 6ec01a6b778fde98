#pragma once

#include "gist/core/team.hpp"
#include "gist/data/dataset.hpp"
#include "gist/io/read.hpp"
#include "gist/io/source.hpp"

namespace gist {

/// LIBSVM text, one sample a line:
///
///     label index:value index:value ...   # comment
///
/// Indices are whole numbers from 1 and ascend strictly along a line; label and values are finite numbers. Labels may
/// be absent, on all lines or on none. Blank lines, and lines with only a comment, are skipped. Zeros are not stored.
/// Two passes over the text: one counts, so that all memory is allocated once and to size; one parses in place.
Dataset parse_libsvm(const Source& source, const ReadOptions& options, Team& team);

}  // namespace gist
