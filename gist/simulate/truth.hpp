#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gist/core/field.hpp"
#include "gist/data/dataset.hpp"

namespace gist {

enum class SimulatedKind { text, gaussian };
template <>
struct Names<SimulatedKind> {
  static constexpr std::array<std::string_view, 2> names{"text", "gaussian"};
};

/// Seeds end where a double no longer holds every whole number: any JSON reader then gives back the seed it was told.
inline constexpr Range seed_range{0, 0x1p53, false, false};

/// What was planted in a generated set, for judging what a fit finds.
struct Truth {
  SimulatedKind kind = SimulatedKind::gaussian;
  std::uint64_t seed = 0;
  Index features = 0;
  std::vector<Index> support;       ///< the columns that matter, from 0, ascending
  std::vector<double> coefficient;  ///< one per support column; text: the log-odds of the word between the classes
  double intercept = 0;
  std::optional<double> noise_variance;  ///< regression: of what was added to X w
  std::optional<double> label_noise;     ///< two classes: share of labels that contradict the rule they came from
  std::vector<Index> topic;              ///< text: the topic, from 0, that each support word belongs to
  std::vector<double> topic_label;       ///< text: the class, +1 or -1, of each topic
};

/// A generated data set and what was planted in it.
struct Simulated {
  Dataset data;
  Truth truth;
};

/// One JSON object; columns and topics count from 1, as columns do in the data file, and numbers read back to the same
/// bits. Keys: kind, seed, d, intercept, indices, values, and as they apply noise_variance, label_noise, topics,
/// topic_labels.
std::string to_json(const Truth& truth);

}  // namespace gist
