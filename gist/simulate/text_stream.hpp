#pragma once

#include <cstdint>

namespace gist {

/// What the random streams of a text set are for (Random's second argument). Each has its own, so that changing one
/// option leaves alone what it does not concern: other flips give the same documents. The numbers fix the
/// bytes of every set; new ones go at the end.
struct TextStream {
  enum Purpose : std::uint64_t { lengths, topic_words, documents, columns, flips };
};

}  // namespace gist
