#pragma once

#include <array>
#include <optional>
#include <span>
#include <string_view>

#include "gist/core/field.hpp"
#include "gist/loss/loss.hpp"

namespace gist {

/// What predictions are judged by, always as a weighted mean over the samples (auc: over pairs of a positive and a
/// negative one).
enum class Score { deviance, auc, misclassification, mse, mae };
template <>
struct Names<Score> {
  static constexpr std::array<std::string_view, 5> names{"deviance", "auc", "misclassification", "mse", "mae"};
};

inline bool higher_is_better(Score score) { return score == Score::auc; }

/// Throws Error unless the score makes sense for the loss: auc and misclassification belong to classes, mse and mae to
/// numbers and counts.
void check_score(Score score, const Loss& loss);

/// Samples to be judged: linear predictor (offset and intercept included), target (-1 or +1 for classes) and weight,
/// none for equal weights.
struct Judged {
  std::span<const double> z, y, weight;
};

/// The score; nothing where there is none: no weight at all or, for auc, a class that is missing.
std::optional<double> score_of(Score score, const Loss& loss, const Judged& samples);

}  // namespace gist
