#include "gist/backend/cpu/column_block.hpp"

#include <variant>

#include "gist/backend/cpu/kernels_block.hpp"

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
  const auto begin = static_cast<std::size_t>(start_[c]), length = static_cast<std::size_t>(start_[c + 1]) - begin;
  const float* const a = value_.data() + begin;
  if (dense_) return contiguous_dot(a, length, u);
  const Index* const row = row_.data() + begin;
  if (length >= 16) return gathered_dot(a, row, length, u);
  float sum = 0;
  for (std::size_t k = 0; k < length; ++k) sum += a[k] * u[row[k]];
  return sum;
}

double ColumnBlock::square(std::size_t c) const {
  double sum = 0;
  for (auto k = static_cast<std::size_t>(start_[c]); k < static_cast<std::size_t>(start_[c + 1]); ++k)
    sum += double{value_[k]} * double{value_[k]};
  return sum;
}

double ColumnBlock::row_pairs() const {
  std::vector<std::int32_t> length(rows_, 0);
  for (const Index i : row_) ++length[static_cast<std::size_t>(i)];
  double pairs = 0;
  for (const std::int32_t l : length) pairs += 0.5 * static_cast<double>(l) * static_cast<double>(l);
  return pairs;
}

void ColumnBlock::add(std::size_t c, double by, float* u) const {
  const auto begin = static_cast<std::size_t>(start_[c]), length = static_cast<std::size_t>(start_[c + 1]) - begin;
  const float* const a = value_.data() + begin;
  const auto step = static_cast<float>(by);
  if (dense_) return contiguous_add(a, length, step, u);
  const Index* const row = row_.data() + begin;
  for (std::size_t k = 0; k < length; ++k) u[row[k]] += step * a[k];
}

}  // namespace gist::cpu
