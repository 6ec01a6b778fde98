#include "gist/simulate/topic_model.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "gist/simulate/portable_math.hpp"
#include "gist/simulate/text_stream.hpp"

namespace gist {
namespace {

// What makes the result look like real text: a linear model is right about nine times in ten, and the l1 logistic fit
// at a tenth of lambda_max takes some hundred words.
constexpr double most_topical = 0.5;  // the share of a document's words that are topical
constexpr double stray = 0.3;         // the share of these that belong to the second topic
constexpr Index most_words_per_topic = 250;
constexpr Index dilution = 4;  // topical words are one in so many among the commoner words

}  // namespace

TopicModel::TopicModel(const TextOptions& options)
    : seed_(options.seed),
      background_weight_(zipf_weights(options.features, options.zipf)),
      background_(background_weight_),
      words_per_topic_(std::min(most_words_per_topic, options.features / (dilution * options.topics))),
      topical_weight_(zipf_weights(words_per_topic_, 1)),
      topical_(topical_weight_) {
  std::vector<Index> pool(static_cast<std::size_t>(dilution) * static_cast<std::size_t>(words_per_topic_) *
                          static_cast<std::size_t>(options.topics));
  std::iota(pool.begin(), pool.end(), 0);
  Random random(seed_, TextStream::topic_words);
  for (std::size_t i = 0; i < pool.size() / dilution; ++i) std::swap(pool[i], pool[i + random.below(pool.size() - i)]);
  pool.resize(pool.size() / dilution);
  topic_words_ = std::move(pool);
  for (Index topic = 0; topic < options.topics; ++topic) topic_label_.push_back(topic % 2 == 0 ? 1 : -1);
}

Index TopicModel::topical_word(Index topic, Random& random) const {
  return topic_words_[static_cast<std::size_t>(topic) * static_cast<std::size_t>(words_per_topic_) +
                      static_cast<std::size_t>(topical_(random))];
}

double TopicModel::write_document(Index row, Index length, WordCount& words) const {
  Random random(seed_, TextStream::documents, static_cast<std::uint64_t>(row));
  const auto pick = [&] { return static_cast<Index>(random.below(topic_label_.size())); };
  const Index main = pick(), second = pick();
  const double topical = most_topical * random.uniform();
  words.reset(length);
  while (words.distinct() < length) {
    if (random.uniform() >= topical) {
      words.add(background_(random));
    } else {
      words.add(topical_word(random.uniform() < stray ? second : main, random));
    }
  }
  return topic_label_[static_cast<std::size_t>(main)];
}

Truth TopicModel::truth() const {
  Truth truth;
  truth.kind = SimulatedKind::text;
  truth.seed = seed_;
  truth.features = background_.size();
  const double topical = most_topical / 2;
  const auto of_plus = static_cast<double>(std::count(topic_label_.begin(), topic_label_.end(), 1.0));
  const auto all = static_cast<double>(topics());
  for (Index topic = 0; topic < topics(); ++topic) {
    const double label = topic_label_[static_cast<std::size_t>(topic)];
    const double of_own = label > 0 ? of_plus : all - of_plus;
    for (Index k = 0; k < words_per_topic_; ++k) {
      const Index word = topic_words_[static_cast<std::size_t>(topic * words_per_topic_ + k)];
      const double weight = topical * topical_weight_[static_cast<std::size_t>(k)];
      const double other = (1 - topical) * background_weight_[static_cast<std::size_t>(word)] + weight * stray / all;
      const double own = other + weight * (1 - stray) / of_own;
      truth.support.push_back(word);
      truth.coefficient.push_back(label * portable_log(own / other));
      truth.topic.push_back(topic);
    }
  }
  truth.topic_label = topic_label_;
  return truth;
}

}  // namespace gist
