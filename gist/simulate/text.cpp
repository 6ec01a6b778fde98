#include "gist/simulate/text.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>
#include <utility>

#include "gist/core/chunks.hpp"
#include "gist/simulate/document_length.hpp"
#include "gist/simulate/options.hpp"
#include "gist/simulate/portable_math.hpp"
#include "gist/simulate/text_stream.hpp"
#include "gist/simulate/topic_model.hpp"

namespace gist {
namespace {

constexpr Index features_per_topic = 8;  // at least so many, for a topic to have words of its own
constexpr std::int64_t rows_per_task = 64;

/// The column of each word: a random permutation, but the last column goes to a word that is in use.
std::vector<Index> deal_columns(const std::vector<Index>& documents_with, std::uint64_t seed) {
  std::vector<Index> column(documents_with.size());
  std::iota(column.begin(), column.end(), 0);
  Random random(seed, TextStream::columns);
  for (std::size_t i = column.size(); i > 1; --i) std::swap(column[i - 1], column[random.below(i)]);
  const auto last = std::max_element(column.begin(), column.end());
  if (documents_with[static_cast<std::size_t>(last - column.begin())] == 0) {
    const auto used = std::find_if(documents_with.rbegin(), documents_with.rend(), [](Index n) { return n > 0; });
    std::swap(*last, column[static_cast<std::size_t>(documents_with.rend() - used) - 1]);
  }
  return column;
}

/// Sorts the support by column, carrying coefficient and topic along.
void to_columns(Truth& truth, const std::vector<Index>& column) {
  std::vector<std::size_t> order(truth.support.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto column_at = [&](std::size_t i) { return column[static_cast<std::size_t>(truth.support[i])]; };
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return column_at(a) < column_at(b); });
  Truth sorted = truth;
  for (std::size_t i = 0; i < order.size(); ++i) {
    sorted.support[i] = column_at(order[i]);
    sorted.coefficient[i] = truth.coefficient[order[i]];
    sorted.topic[i] = truth.topic[order[i]];
  }
  truth = std::move(sorted);
}

/// One row from (word, count) to (column, value): columns ascending, log-tf x idf, length 1.
void finish_row(std::span<Index> index, std::span<double> value, const std::vector<Index>& column,
                const std::vector<double>& inverse_frequency, std::vector<std::pair<Index, double>>& scratch) {
  scratch.clear();
  for (std::size_t k = 0; k < index.size(); ++k) {
    const auto word = static_cast<std::size_t>(index[k]);
    scratch.emplace_back(column[word], portable_log(1 + value[k]) * inverse_frequency[word]);
  }
  std::sort(scratch.begin(), scratch.end());
  double square = 0;
  for (const auto& [j, x] : scratch) square += x * x;
  const double norm = std::sqrt(square);
  for (std::size_t k = 0; k < index.size(); ++k) {
    index[k] = scratch[k].first;
    value[k] = scratch[k].second / norm;
  }
}

}  // namespace

TextOptions like_news20() {
  TextOptions options;
  options.rows = 19'996;
  options.features = 1'355'191;
  options.nonzeros = 10'000'000;
  options.topics = 40;
  return options;
}

TextOptions like_real_sim() {
  TextOptions options;
  options.rows = 72'309;
  options.features = 20'958;
  options.nonzeros = 4'000'000;
  return options;
}

std::vector<std::string> faults(const TextOptions& options) {
  auto found = faults_of_fields(options);
  if (!found.empty()) return found;
  if (options.features < features_per_topic * options.topics) {
    found.push_back("topics = " + std::to_string(options.topics) + " need at least " +
                    std::to_string(features_per_topic * options.topics) + " features, there are " +
                    std::to_string(options.features));
  }
  // A quarter full is no longer text, and drawing the rarest words again and again would take for ever.
  const Offset most = std::int64_t{options.rows} * std::max(options.features / 4, 1);
  if (options.nonzeros < options.rows || options.nonzeros > most) {
    found.push_back("nonzeros = " + std::to_string(options.nonzeros) + " is outside [" + std::to_string(options.rows) +
                    ", " + std::to_string(most) + "], one entry a row to a quarter of all");
  }
  return found;
}

Simulated simulate_text(const TextOptions& options, Team& team) {
  refuse(faults(options));
  const TopicModel model(options);
  std::vector<Offset> start = document_starts(options);
  const auto rows = static_cast<std::size_t>(options.rows), features = static_cast<std::size_t>(options.features);
  std::vector<Index> index(static_cast<std::size_t>(options.nonzeros));
  std::vector<double> value(index.size());
  std::vector<double> label(rows);
  std::vector<Index> documents_with(features);
  const Chunks chunks{options.rows, rows_per_task};

  // First the words and their counts, in the place where columns and values will stand.
  team.run_chunks(chunks, [&](std::int64_t, std::int64_t begin, std::int64_t end) {
    WordCount words;
    for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i) {
      const double topic_label =
          model.write_document(static_cast<Index>(i), static_cast<Index>(start[i + 1] - start[i]), words);
      const bool flipped = Random(options.seed, TextStream::flips, i).uniform() < options.flips;
      label[i] = flipped ? -topic_label : topic_label;
      auto k = static_cast<std::size_t>(start[i]);
      for (const auto& [word, count] : words.entries()) {
        index[k] = word;
        value[k++] = count;
        std::atomic_ref(documents_with[static_cast<std::size_t>(word)]).fetch_add(1, std::memory_order_relaxed);
      }
    }
  });

  const std::vector<Index> column = deal_columns(documents_with, options.seed);
  std::vector<double> inverse_frequency(features);
  for (std::size_t word = 0; word < features; ++word) {
    if (documents_with[word] > 0)
      inverse_frequency[word] = portable_log(1 + static_cast<double>(rows) / documents_with[word]);
  }
  team.run_chunks(chunks, [&](std::int64_t, std::int64_t begin, std::int64_t end) {
    std::vector<std::pair<Index, double>> scratch;
    for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i) {
      const auto first = static_cast<std::size_t>(start[i]), count = static_cast<std::size_t>(start[i + 1]) - first;
      finish_row(std::span(index).subspan(first, count), std::span(value).subspan(first, count), column,
                 inverse_frequency, scratch);
    }
  });

  Simulated result;
  result.truth = model.truth();
  result.truth.label_noise = options.flips;
  to_columns(result.truth, column);
  Sparse<double> design{options.rows, options.features, {}, {}};
  design.by_row = Compressed<double>{std::move(start), std::move(index), std::move(value)};
  result.data.design = std::move(design);
  result.data.label = std::move(label);
  result.data.source = "simulated";
  return result;
}

}  // namespace gist
