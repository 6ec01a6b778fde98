#include "gist/path/set_aside.hpp"

#include "gist/backend/cpu/products.hpp"
#include "gist/data/subset.hpp"
#include "gist/data/transpose.hpp"

namespace gist {

SetAside::SetAside(const FitData& data, const Folds& folds, int fold) : weighted_(!data.weight.empty()) {
  for (std::size_t i = 0; i < folds.fold.size(); ++i) {
    if (folds.fold[i] != fold) continue;
    sample_.push_back(static_cast<Index>(i));
    if (weighted_) weight_.push_back(data.weight[i]);
    total_ += weighted_ ? data.weight[i] : 1;
  }
}

void SetAside::keep_rows(const Design& design) {
  Team alone(1);
  rows_ = complete(rows_of(design, sample_), alone);
}

std::optional<double> SetAside::score(Score score, const Answer& answer, const Problem& problem) {
  z_.clear();
  y_.clear();
  for (const Index sample : sample_) {
    const auto i = static_cast<std::size_t>(sample);
    z_.push_back(answer.point.margin[i] + answer.point.intercept);
    y_.push_back(problem.target[i]);
  }
  return score_of(score, problem.loss, {z_, y_, weight_});
}

std::optional<double> SetAside::score_by_rows(Score score, const Answer& answer, const Problem& problem) {
  const auto& [mean, inverse_scale] = problem.scaling;
  z_.assign(sample_.size(), 0);
  y_.clear();
  double shift = answer.point.intercept;
  for (std::size_t j = 0; j < answer.point.w.size(); ++j) {
    if (answer.point.w[j] == 0) continue;
    const double w = answer.point.w[j] * (inverse_scale.empty() ? 1 : inverse_scale[j]);
    cpu::add_column(*rows_, static_cast<Index>(j), w, z_);
    if (!mean.empty()) shift -= mean[j] * w;
  }
  for (std::size_t k = 0; k < sample_.size(); ++k) {
    const auto i = static_cast<std::size_t>(sample_[k]);
    z_[k] += shift + (problem.offset.empty() ? 0 : problem.offset[i]);
    y_.push_back(problem.target[i]);
  }
  return score_of(score, problem.loss, {z_, y_, weight_});
}

}  // namespace gist
