#include "gist/backend/cpu/loss_along.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <variant>

#include "gist/backend/cpu/kernels_block.hpp"
#include "gist/backend/cpu/kernels_logistic_line.hpp"

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

template <class L>
void add(const L& loss, double z, double target, double x, double weight, LossAlong::Line& line) {
  line.loss += weight * loss.value(z, target);
  line.slope += weight * x * loss.slope(z, target);
  line.curvature += weight * x * x * loss.curvature(z, target);
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

  gather(predictor);
  double squares = 0;
  if (const auto& weights = problem_.sample_weight; weights.empty()) {
    squares = uniform_ * contiguous_dot(x_.data(), x_.size(), x_.data());
  } else {
    for (std::size_t k = 0; k < row_.size(); ++k) squares += weights[static_cast<std::size_t>(row_[k])] * x_[k] * x_[k];
  }
  const double bend = std::visit([](const auto& l) { return l.curvature_bound(); }, problem_.loss);
  bound_ = squares > 0 ? bend * squares : 0;
}

void LossAlong::gather(std::span<const double> predictor) {
  const auto& weights = problem_.sample_weight;
  if (std::holds_alternative<Logistic>(problem_.loss)) {
    margin_.resize(row_.size());
    entry_.resize(row_.size());
    line_weight_.resize(weights.empty() ? 0 : row_.size());
    for (std::size_t k = 0; k < row_.size(); ++k) {
      const auto i = static_cast<std::size_t>(row_[k]);
      const double y = problem_.target[i];
      margin_[k] = static_cast<float>(y * predictor[i]);
      entry_[k] = static_cast<float>(y * x_[k]);
      if (!weights.empty()) line_weight_[k] = static_cast<float>(weights[i]);
    }
    return;
  }
  predictor_.resize(row_.size());
  target_.resize(row_.size());
  weight_.resize(weights.empty() ? 0 : row_.size());
  for (std::size_t k = 0; k < row_.size(); ++k) {
    const auto i = static_cast<std::size_t>(row_[k]);
    predictor_[k] = predictor[i];
    target_[k] = problem_.target[i];
    if (!weights.empty()) weight_[k] = weights[i];
  }
}

LossAlong::Line LossAlong::at(double d) const {
  const bool weighted = !problem_.sample_weight.empty();
  Line line;
  if (const auto* const logistic = std::get_if<Logistic>(&problem_.loss)) {
    line = along_margins(*logistic, d);
  } else {
    std::visit(
        [&](const auto& l) {
          for (std::size_t k = 0; k < x_.size(); ++k) {
            const double weight = weighted ? weight_[k] : 1;
            if (weight == 0) continue;  // not there, however large its loss
            add(l, predictor_[k] + d * x_[k], target_[k], x_[k], weight, line);
          }
        },
        problem_.loss);
  }
  if (weighted) return line;
  return {uniform_ * line.loss, uniform_ * line.slope, uniform_ * line.curvature};
}

/// In single precision where its range is enough.
LossAlong::Line LossAlong::along_margins(const Logistic& logistic, double d) const {
  const bool weighted = !line_weight_.empty();
  const auto [loss, slope, curvature] =
      logistic_line({margin_.data(), entry_.data(), weighted ? line_weight_.data() : nullptr,
                     static_cast<std::int64_t>(margin_.size())},
                    static_cast<float>(d));
  if (std::isfinite(loss + slope + curvature)) return {loss, slope, curvature};
  Line line;
  for (std::size_t k = 0; k < margin_.size(); ++k) {
    const double entry{entry_[k]}, weight{weighted ? line_weight_[k] : 1.0F};
    if (weight != 0) add(logistic, double{margin_[k]} + d * entry, 1, entry, weight, line);
  }
  return line;
}

void LossAlong::move(double d, std::span<double> predictor) const {
  for (std::size_t k = 0; k < x_.size(); ++k) predictor[static_cast<std::size_t>(row_[k])] += d * x_[k];
}

}  // namespace gist::cpu
