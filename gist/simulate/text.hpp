#pragma once

#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "gist/core/field.hpp"
#include "gist/core/team.hpp"
#include "gist/simulate/truth.hpp"

namespace gist {

/// Documents of two classes, as a bag-of-words file has them: sparse, unit rows, few words common and most rare.
///
///   length     of each document (different words), log-normal; the lengths sum to `nonzeros` exactly
///   word       from the background, P(rank k) ~ k^-zipf, or from the document's topic (topic_model.hpp)
///   entry      log(1 + times used) * log(1 + rows / documents with the word), each row then scaled to length 1
///   label      the class of the document's main topic, +1 or -1, turned round for a share `flips` of the rows
/// Words are dealt to columns by a seeded permutation, so popular columns lie anywhere; only the last column is sure to
/// be in use, so that a file of index:value pairs keeps the width.
struct TextOptions {
  Index rows = 2000, features = 10'000;
  Offset nonzeros = 100'000;
  Index topics = 20;
  double zipf = 1.1;
  double flips = 0.03;
  std::uint64_t seed = 1;

  static constexpr std::tuple fields{
      Field{"rows", &TextOptions::rows, Range{1, max_index, false, false}, "number of samples"},
      Field{"features", &TextOptions::features, Range{1, max_index, false, false}, "number of columns"},
      Field{"nonzeros", &TextOptions::nonzeros, Range{1, 0x1p40, false, false},
            "text: number of entries in all (50 a row)"},
      Field{"topics", &TextOptions::topics, Range{2, 10'000, false, false},
            "text: number of topics, half of them in either class (20)"},
      Field{"zipf", &TextOptions::zipf, Range{0, 1.5, false, false},
            "text: the word of rank k is used in proportion to k^-zipf (1.1)"},
      Field{"flips", &TextOptions::flips, Range{0, 0.5, false, false}, "text: share of labels turned round (0.03)"},
      Field{"seed", &TextOptions::seed, seed_range, "the same seed gives the same bytes (1)"},
  };
};

/// The shape of the well-known news20.binary: 19,996 x 1,355,191 with 10 million entries.
TextOptions like_news20();
/// The shape of the well-known real-sim: 72,309 x 20,958 with 4 million entries.
TextOptions like_real_sim();

/// Everything wrong with the options, a sentence each; empty if they can be used.
std::vector<std::string> faults(const TextOptions& options);

/// The design sparse by rows, as double; throws gist::Error naming all faults. The same bits for any team. Time and
/// memory are those of the result plus some 60 bytes a feature.
Simulated simulate_text(const TextOptions& options, Team& team);

}  // namespace gist
