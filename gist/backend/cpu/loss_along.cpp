#include "gist/backend/cpu/loss_along.hpp"

#include <algorithm>
#include <cmath>
#include <variant>

#include "gist/backend/cpu/kernels_logistic.hpp"
#include "gist/backend/cpu/sample_loops.hpp"

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

void LossAlong::add(std::size_t row, double x) {
  row_.push_back(static_cast<Index>(row));
  x_.push_back(x);
}

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
  row_.clear();
  x_.clear();
  std::visit(
      [&](const auto& matrix) {
        if (!centre) {
          for_entries(matrix, j, [&](std::size_t i, double x) {
            if (x != 0) add(i, scale * x);
          });
          return;
        }
        // A centred column touches every sample.
        for (std::size_t i = 0; i < predictor.size(); ++i) add(i, -scale * mean[j]);
        for_entries(matrix, j, [&](std::size_t i, double x) { x_[i] += scale * x; });
      },
      problem_.design.storage());

  const Samples samples(problem_, predictor);
  const double bend = std::visit([](const auto& l) { return l.curvature_bound(); }, problem_.loss);
  predictor_.resize(row_.size());
  target_.resize(row_.size());
  weight_.resize(row_.size());
  double squares = 0;
  for (std::size_t k = 0; k < row_.size(); ++k) {
    const auto i = static_cast<std::size_t>(row_[k]);
    predictor_[k] = predictor[i];
    target_[k] = samples.target[i];
    weight_[k] = samples.weight_of(i);
    squares += weight_[k] * x_[k] * x_[k];
  }
  bound_ = squares > 0 ? bend * squares : 0;
}

LossAlong::Line LossAlong::at(double d) const {
  if (std::holds_alternative<Logistic>(problem_.loss)) {
    const LogisticSamples samples{predictor_.data(), target_.data(), weight_.data(), 0};
    const auto [loss, slope, curvature] = logistic_along(samples, x_.data(), d, static_cast<std::int64_t>(x_.size()));
    return {loss, slope, curvature};
  }
  return std::visit(
      [&](const auto& l) {
        Line line;
        for (std::size_t k = 0; k < x_.size(); ++k) {
          if (weight_[k] == 0) continue;  // not there, however large its loss
          const double z = predictor_[k] + d * x_[k];
          line.loss += weight_[k] * l.value(z, target_[k]);
          line.slope += weight_[k] * x_[k] * l.slope(z, target_[k]);
          line.curvature += weight_[k] * x_[k] * x_[k] * l.curvature(z, target_[k]);
        }
        return line;
      },
      problem_.loss);
}

void LossAlong::move(double d, std::span<double> predictor) const {
  for (std::size_t k = 0; k < x_.size(); ++k) predictor[static_cast<std::size_t>(row_[k])] += d * x_[k];
}

}  // namespace gist::cpu
