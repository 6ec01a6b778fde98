#include "gist/backend/cpu/column_block.hpp"

#include <variant>

namespace gist::cpu {

void ColumnBlock::take(const Problem& problem, std::span<const Index> columns, std::span<const double> row_factor) {
  columns_ = columns.size();
  rows_ = static_cast<std::size_t>(problem.samples());
  start_.assign(1, 0);
  row_.clear();
  value_.clear();
  const auto scale = [&](Index j) {
    return problem.scaling.inverse_scale.empty() ? 1.0 : problem.scaling.inverse_scale[static_cast<std::size_t>(j)];
  };
  std::visit(
      [&](const auto& matrix) {
        if constexpr (requires { matrix.by_column; }) {
          dense_ = false;
          const auto& from = *matrix.by_column;
          for (const Index j : columns) {
            const auto at = static_cast<std::size_t>(j);
            for (auto k = static_cast<std::size_t>(from.start[at]); k < static_cast<std::size_t>(from.start[at + 1]);
                 ++k) {
              const Index i = from.index[k];
              row_.push_back(i);
              value_.push_back(
                  static_cast<float>(double{from.value[k]} * scale(j) * row_factor[static_cast<std::size_t>(i)]));
            }
            start_.push_back(static_cast<std::int64_t>(value_.size()));
          }
        } else {
          dense_ = true;
          for (const Index j : columns) {
            const auto* column = matrix.value.data() + static_cast<std::size_t>(j) * rows_;
            for (std::size_t i = 0; i < rows_; ++i)
              value_.push_back(static_cast<float>(double{column[i]} * scale(j) * row_factor[i]));
            start_.push_back(static_cast<std::int64_t>(value_.size()));
          }
        }
      },
      problem.design.storage());
}

double ColumnBlock::dot(std::size_t c, const float* u) const {
  const auto begin = static_cast<std::size_t>(start_[c]), end = static_cast<std::size_t>(start_[c + 1]);
  const float* const a = value_.data();
  float sum[8] = {};
  std::size_t k = begin;
  if (dense_) {
    const float* const x = u - begin;
    for (; k + 8 <= end; k += 8) {
      for (std::size_t q = 0; q < 8; ++q) sum[q] += a[k + q] * x[k + q];
    }
    for (; k < end; ++k) sum[0] += a[k] * x[k];
  } else {
    const Index* const row = row_.data();
    for (; k + 4 <= end; k += 4) {
      for (std::size_t q = 0; q < 4; ++q) sum[q] += a[k + q] * u[row[k + q]];
    }
    for (; k < end; ++k) sum[0] += a[k] * u[row[k]];
  }
  return (double{sum[0]} + sum[1]) + (double{sum[2]} + sum[3]) +
         ((double{sum[4]} + sum[5]) + (double{sum[6]} + sum[7]));
}

double ColumnBlock::square(std::size_t c) const {
  double sum = 0;
  for (auto k = static_cast<std::size_t>(start_[c]); k < static_cast<std::size_t>(start_[c + 1]); ++k)
    sum += double{value_[k]} * double{value_[k]};
  return sum;
}

void ColumnBlock::add(std::size_t c, double by, float* u) const {
  const auto begin = static_cast<std::size_t>(start_[c]), end = static_cast<std::size_t>(start_[c + 1]);
  const auto step = static_cast<float>(by);
  const float* const a = value_.data();
  if (dense_) {
    float* const x = u - begin;
    for (std::size_t k = begin; k < end; ++k) x[k] += step * a[k];
  } else {
    const Index* const row = row_.data();
    for (std::size_t k = begin; k < end; ++k) u[row[k]] += step * a[k];
  }
}

}  // namespace gist::cpu
