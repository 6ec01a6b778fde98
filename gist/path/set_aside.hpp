#pragma once

#include <optional>
#include <span>
#include <vector>

#include "gist/fit/fitting.hpp"
#include "gist/path/folds.hpp"
#include "gist/path/score.hpp"

namespace gist {

/// The samples of one fold, what is known of them, and how well they are predicted.
class SetAside {
 public:
  SetAside(const FitData& data, const Folds& folds, int fold);

  /// The score of an answer that has margins of all samples. `problem` has the targets, those of the fold included.
  std::optional<double> score(Score score, const Answer& answer, const Problem& problem);
  /// The score of one without, after keep_rows(): from its coefficients and the fold's own samples.
  std::optional<double> score_by_rows(Score score, const Answer& answer, const Problem& problem);
  void keep_rows(const Design& design);

  std::span<const Index> samples() const { return sample_; }
  double total() const { return total_; }  ///< of their weights

 private:
  bool weighted_;
  double total_ = 0;
  std::vector<Index> sample_;
  std::vector<double> weight_, z_, y_;
  std::optional<Design> rows_;
};

}  // namespace gist
