#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace gist {

/// Which samples are set aside together: fold[i] in [0, count).
struct Folds {
  int count = 0;
  std::vector<int> fold;
};

/// What folds are drawn by. Spans that are empty do not matter.
struct FoldRequest {
  int count = 10;
  std::uint64_t seed = 1;
  std::span<const double> stratum{};  ///< samples with the same number are spread over the folds as evenly as can be
  std::span<const double> weight{};   ///< samples of weight 0 are spread by themselves: they make no fold heavier
  std::span<const double> group{};    ///< samples with the same number are set aside together
};

/// Random folds of `samples` samples; the same seed gives the same folds on every machine. Groups go, largest first,
/// to the fold that has fewest of what they bring. Throws Error where there are fewer samples of positive weight, or
/// groups, than folds.
Folds draw_folds(std::size_t samples, const FoldRequest& request);

/// Folds a user gives: any numbers, equal ones together, numbered in ascending order. Throws Error unless there are at
/// least two.
Folds given_folds(std::span<const double> number);

}  // namespace gist
