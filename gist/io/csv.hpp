#pragma once

#include "gist/core/team.hpp"
#include "gist/data/dataset.hpp"
#include "gist/io/read.hpp"
#include "gist/io/source.hpp"

namespace gist {

/// Numbers in columns, one sample a line, into a dense matrix. The separator is the first of tab, semicolon and comma
/// that the first line has outside quotes. That line may name the columns; names, and numbers too, may stand in double
/// quotes. Every line has as many fields as the first, none of them empty. Blank lines are skipped.
Dataset parse_csv(const Source& source, const ReadOptions& options, Team& team);

}  // namespace gist
