#include "gist/backend/cpu/loss_along.hpp"

#include <algorithm>
#include <numeric>
#include <variant>

#include "gist/backend/cpu/kernels_logistic.hpp"

namespace gist::cpu {
namespace {

template <class Value>
Offset stored(const Sparse<Value>& matrix, std::size_t j) {
  return matrix.by_column->start[j + 1] - matrix.by_column->start[j];
}
template <class Value>
Offset stored(const Dense<Value>& matrix, std::size_t) {
  return matrix.rows;
}

/// visit(row, x_ij) for every stored entry of column j.
template <class Value, class Visit>
void for_entries(const Sparse<Value>& matrix, std::size_t j, Visit&& visit) {
  const auto& columns = *matrix.by_column;
  for (auto k = static_cast<std::size_t>(columns.start[j]); k < static_cast<std::size_t>(columns.start[j + 1]); ++k)
    visit(static_cast<std::size_t>(columns.index[k]), double{columns.value[k]});
}
template <class Value, class Visit>
void for_entries(const Dense<Value>& matrix, std::size_t j, Visit&& visit) {
  const auto rows = static_cast<std::size_t>(matrix.rows);
  for (std::size_t i = 0; i < rows; ++i) visit(i, double{matrix.value[j * rows + i]});
}

}  // namespace

bool LossAlong::centred(std::size_t j) const {
  constexpr Offset few = 4;
  if (problem_.scaling.mean.empty()) return false;
  const Offset entries = std::visit([&](const auto& matrix) { return stored(matrix, j); }, problem_.design.storage());
  return !problem_.intercept || few * entries > problem_.samples();
}

void LossAlong::take(std::size_t j, std::span<const double> predictor) {
  const auto& [mean, inverse_scale] = problem_.scaling;
  const double scale = inverse_scale.empty() ? 1 : inverse_scale[j];
  const bool centre = centred(j);
  std::visit(
      [&](const auto& matrix) {
        const auto most = centre ? predictor.size() : static_cast<std::size_t>(stored(matrix, j));
        row_.resize(most);
        x_.resize(most);
        if (!centre) {
          std::size_t there = 0;
          for_entries(matrix, j, [&](std::size_t i, double x) {
            row_[there] = static_cast<Index>(i);
            x_[there] = scale * x;
            if (x != 0) ++there;
          });
          row_.resize(there);
          x_.resize(there);
          return;
        }
        // A centred column touches every sample.
        std::iota(row_.begin(), row_.end(), Index{0});
        std::fill(x_.begin(), x_.end(), -scale * mean[j]);
        for_entries(matrix, j, [&](std::size_t i, double x) { x_[i] += scale * x; });
      },
      problem_.design.storage());

  predictor_.resize(row_.size());
  target_.resize(row_.size());
  for (std::size_t k = 0; k < row_.size(); ++k) {
    const auto i = static_cast<std::size_t>(row_[k]);
    predictor_[k] = predictor[i];
    target_[k] = problem_.target[i];
  }
  double squares = 0;
  if (const auto& weights = problem_.sample_weight; weights.empty()) {
    for (const double x : x_) squares += x * x;
    squares *= uniform_;
  } else {
    weight_.resize(row_.size());
    for (std::size_t k = 0; k < row_.size(); ++k) {
      weight_[k] = weights[static_cast<std::size_t>(row_[k])];
      squares += weight_[k] * x_[k] * x_[k];
    }
  }
  const double bend = std::visit([](const auto& l) { return l.curvature_bound(); }, problem_.loss);
  bound_ = squares > 0 ? bend * squares : 0;
}

LossAlong::Line LossAlong::at(double d) const {
  const bool weighted = !problem_.sample_weight.empty();
  Line line;
  if (std::holds_alternative<Logistic>(problem_.loss)) {
    const LogisticSamples samples{predictor_.data(), target_.data(), weighted ? weight_.data() : nullptr, 0};
    const auto [loss, slope, curvature] = logistic_along(samples, x_.data(), d, static_cast<std::int64_t>(x_.size()));
    line = {loss, slope, curvature};
  } else {
    std::visit(
        [&](const auto& l) {
          for (std::size_t k = 0; k < x_.size(); ++k) {
            const double weight = weighted ? weight_[k] : 1;
            if (weight == 0) continue;  // not there, however large its loss
            const double z = predictor_[k] + d * x_[k];
            line.loss += weight * l.value(z, target_[k]);
            line.slope += weight * x_[k] * l.slope(z, target_[k]);
            line.curvature += weight * x_[k] * x_[k] * l.curvature(z, target_[k]);
          }
        },
        problem_.loss);
  }
  if (weighted) return line;
  return {uniform_ * line.loss, uniform_ * line.slope, uniform_ * line.curvature};
}

void LossAlong::move(double d, std::span<double> predictor) const {
  for (std::size_t k = 0; k < x_.size(); ++k) predictor[static_cast<std::size_t>(row_[k])] += d * x_[k];
}

}  // namespace gist::cpu
