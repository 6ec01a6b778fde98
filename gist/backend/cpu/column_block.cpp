#include "gist/backend/cpu/column_block.hpp"

#include <algorithm>
#include <array>
#include <variant>

#include "gist/backend/cpu/column_origin.hpp"
#include "gist/backend/cpu/kernels_block.hpp"
#include "gist/backend/cpu/kernels_take.hpp"

namespace gist::cpu {
namespace {

/// What an entry costs that has to be found by its row, in entries that lie side by side; and up to how many entries
/// it is not worth thinking about.
constexpr std::int64_t sparse_costs = 6, few_entries = 1 << 13;

}  // namespace

void ColumnBlock::take(const Problem& problem, std::span<const Index> columns, std::span<const float> row_factor) {
  rows_ = static_cast<std::size_t>(problem.samples());
  start_.assign(1, 0);
  row_.clear();
  square_.clear();
  const auto& inverse_scale = problem.scaling.inverse_scale;
  const auto scale = [&](Index j) { return inverse_scale.empty() ? 1.0 : inverse_scale[static_cast<std::size_t>(j)]; };
  std::visit(
      [&](const auto& matrix) {
        if constexpr (requires { matrix.by_column; }) {
          const auto& from = *matrix.by_column;
          for (const Index j : columns) {
            const Offset first = from.start[static_cast<std::size_t>(j)];
            row_.push_back(from.index.data() + first);
            start_.push_back(start_.back() + from.start[static_cast<std::size_t>(j) + 1] - first);
          }
          const std::int64_t places = static_cast<std::int64_t>(rows_) * static_cast<std::int64_t>(columns.size());
          const std::int64_t entries = start_.back();
          dense_ = entries > std::max(few_entries, places / sparse_costs) || entries > places - places / 8;
          if (dense_)
            value_.assign(static_cast<std::size_t>(places), 0.0F);
          else
            value_.resize(static_cast<std::size_t>(entries));
          for (std::size_t c = 0; c < columns.size(); ++c) {
            const auto* const value = from.value.data() + (row_[c] - from.index.data());
            packed_.resize(dense_ ? length(c) : 0);
            float* const to = dense_ ? packed_.data() : value_.data() + start_[c];
            // Of a column with gaps the zeros in them would have to be moved too; and its mean is no larger than they
            // make its spread.
            const bool full = length(c) == rows_ && problem.intercept;
            const double origin = full ? column_origin(value, row_[c], rows_, row_factor.data()) : 0;
            square_.push_back(
                origin == 0
                    ? take_column(value, row_[c], length(c), row_factor.data(), scale(columns[c]), to)
                    : take_column_from(origin, value, row_[c], rows_, row_factor.data(), scale(columns[c]), to));
            for (std::size_t k = 0; k < packed_.size(); ++k)
              value_[c * rows_ + static_cast<std::size_t>(row_[c][k])] = packed_[k];
          }
          if (!dense_) return;
          for (std::size_t c = 0; c < start_.size(); ++c) start_[c] = static_cast<std::int64_t>(c * rows_);
          row_.clear();
        } else {
          dense_ = true;
          value_.resize(columns.size() * rows_);
          for (const Index j : columns) {
            const auto* const column = matrix.value.data() + static_cast<std::size_t>(j) * rows_;
            const double origin = problem.intercept ? column_origin(column, nullptr, rows_, row_factor.data()) : 0;
            float* const to = value_.data() + start_.back();
            square_.push_back(origin == 0
                                  ? take_column(column, rows_, row_factor.data(), scale(j), to)
                                  : take_column_from(origin, column, nullptr, rows_, row_factor.data(), scale(j), to));
            start_.push_back(start_.back() + static_cast<std::int64_t>(rows_));
          }
        }
      },
      problem.design.storage());
}

double ColumnBlock::dot(std::size_t c, const float* u) const {
  const float* const a = value_.data() + start_[c];
  const std::size_t entries = length(c);
  if (dense_) return contiguous_dot(a, entries, u);
  const Index* const row = row_[c];
  if (entries >= 16) return gathered_dot(a, row, entries, u);
  float sum = 0;
  for (std::size_t k = 0; k < entries; ++k) sum += a[k] * u[row[k]];
  return sum;
}

double ColumnBlock::row_pairs(std::span<const std::size_t> chosen) const {
  std::vector<std::int32_t> in_row(rows_, 0);
  for (const std::size_t c : chosen)
    for (std::size_t k = 0; k < length(c); ++k) ++in_row[static_cast<std::size_t>(row_[c][k])];
  double pairs = 0;
  for (const std::int32_t l : in_row) pairs += 0.5 * static_cast<double>(l) * static_cast<double>(l);
  return pairs;
}

void ColumnBlock::products(std::span<const std::size_t> chosen, std::span<double> out) const {
  if (dense_) return dense_products(chosen, out);
  // The entries row by row: in each, the places of the columns that have one there, ascending.
  std::vector<std::size_t> begin(rows_ + 1, 0);
  for (const std::size_t c : chosen)
    for (std::size_t k = 0; k < length(c); ++k) ++begin[static_cast<std::size_t>(row_[c][k]) + 1];
  for (std::size_t i = 0; i < rows_; ++i) begin[i + 1] += begin[i];
  std::vector<std::size_t> place(begin.back()), next(begin.begin(), begin.end() - 1);
  std::vector<float> value(begin.back());
  for (std::size_t a = 0; a < chosen.size(); ++a) {
    const std::size_t c = chosen[a];
    for (std::size_t k = 0; k < length(c); ++k) {
      const std::size_t at = next[static_cast<std::size_t>(row_[c][k])]++;
      place[at] = a;
      value[at] = value_[static_cast<std::size_t>(start_[c]) + k];
    }
  }
  const std::size_t size = chosen.size();
  std::fill(out.begin(), out.end(), 0.0);
  for (std::size_t i = 0; i < rows_; ++i) {
    for (std::size_t p = begin[i]; p < begin[i + 1]; ++p) {
      double* const row = out.data() + place[p] * size;
      for (std::size_t q = p; q < begin[i + 1]; ++q) row[place[q]] += double{value[p]} * double{value[q]};
    }
  }
  for (std::size_t a = 0; a < size; ++a)
    for (std::size_t b = 0; b < a; ++b) out[a * size + b] = out[b * size + a];
}

double ColumnBlock::exact_dot(std::size_t c, const float* u) const {
  const float* const a = value_.data() + start_[c];
  double sum = 0;
  for (std::size_t k = 0; k < length(c); ++k)
    sum += double{a[k]} * double{u[dense_ ? k : static_cast<std::size_t>(row_[c][k])]};
  return sum;
}

void ColumnBlock::dense_products(std::span<const std::size_t> chosen, std::span<double> out) const {
  constexpr std::size_t tile = 4;
  const std::size_t size = chosen.size();
  std::array<const float*, tile> x{}, y{};
  std::array<double, tile * tile> products{};
  const auto columns_from = [&](std::size_t first, auto& columns) {
    for (std::size_t k = 0; k < tile; ++k) columns[k] = dense_column(chosen[std::min(first + k, size - 1)]);
  };
  for (std::size_t a = 0; a < size; a += tile) {
    columns_from(a, x);
    for (std::size_t b = a; b < size; b += tile) {
      columns_from(b, y);
      exact_tile_products(x.data(), y.data(), rows_, products.data());
      for (std::size_t i = 0; i < tile && a + i < size; ++i)
        for (std::size_t j = 0; j < tile && b + j < size; ++j)
          out[(a + i) * size + b + j] = out[(b + j) * size + a + i] = products[i * tile + j];
    }
  }
}

void ColumnBlock::add(std::size_t c, double by, float* u) const {
  const float* const a = value_.data() + start_[c];
  const auto step = static_cast<float>(by);
  if (dense_) return contiguous_add(a, length(c), step, u);
  scattered_add(a, row_[c], length(c), step, u);
}

}  // namespace gist::cpu
