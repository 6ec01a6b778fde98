#pragma once

#include <vector>

#include "gist/simulate/alias_table.hpp"
#include "gist/simulate/text.hpp"
#include "gist/simulate/word_count.hpp"

namespace gist {

/// Where the words of a document come from. Words are numbered by their rank in the background, the commonest first.
///
/// Each topic owns some words, dealt at random from the commoner part of the vocabulary, and uses its k-th in
/// proportion to 1/k. A document has a main topic and a share of topical words, uniform from zero up, so that some
/// documents say little about their class. A part of the topical words comes from a second topic, of either class; the
/// other words, and so every word now and then, come from the background.
class TopicModel {
 public:
  explicit TopicModel(const TextOptions& options);

  /// Fills `words` with `length` different words of document `row`, counted; returns the class of its main topic.
  double write_document(Index row, Index length, WordCount& words) const;

  /// Support (as ranks, in no order), coefficients and topics. The coefficient of a word is
  /// log P(word | +1) - log P(word | -1), the direction in which naive Bayes looks.
  Truth truth() const;

  Index topics() const { return static_cast<Index>(topic_label_.size()); }

 private:
  Index topical_word(Index topic, Random& random) const;

  std::uint64_t seed_;
  std::vector<double> background_weight_;
  AliasTable background_;
  Index words_per_topic_;
  std::vector<double> topical_weight_;
  AliasTable topical_;
  std::vector<Index> topic_words_;  // words_per_topic_ for each topic, its commonest first
  std::vector<double> topic_label_;
};

}  // namespace gist
