#pragma once

#include <vector>

#include "gist/simulate/text.hpp"

namespace gist {

/// How long a document may be at most, in different words: half the vocabulary.
constexpr Index longest_document(Index features) { return features / 2 > 0 ? features / 2 : 1; }

/// Where each document's entries start, rows + 1 numbers from 0 to options.nonzeros: the lengths are log-normal,
/// between 1 and longest_document, and sum to options.nonzeros exactly. Needs rows <= nonzeros <= rows *
/// longest_document.
std::vector<Offset> document_starts(const TextOptions& options);

}  // namespace gist
