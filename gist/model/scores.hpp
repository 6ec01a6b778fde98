#pragma once

#include <optional>
#include <span>

namespace gist {

/// Scores of predictions against what is known. `sign` is -1 or +1, z the linear predictor.

double accuracy(std::span<const double> z, std::span<const double> sign);

/// Area under the ROC curve, ties counted half; nothing when a class is missing.
std::optional<double> auc(std::span<const double> z, std::span<const double> sign);

/// Mean of log(1 + exp(-sign z)).
double log_loss(std::span<const double> z, std::span<const double> sign);

double mean_squared_error(std::span<const double> predicted, std::span<const double> y);

/// 1 - sum (y - predicted)^2 / sum (y - mean y)^2; nothing when y is constant.
std::optional<double> r_squared(std::span<const double> predicted, std::span<const double> y);

}  // namespace gist
