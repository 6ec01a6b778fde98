#include "gist/backend/cpu/second_moments.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

#include "gist/backend/cpu/kernels_outer.hpp"
#include "gist/backend/cpu/products.hpp"

namespace gist::cpu {
namespace {

constexpr std::size_t samples_at_a_time = 512;  // a right panel of so many fits the first-level cache
constexpr std::size_t panels_at_a_time = 4;     // and so many left panels the second

/// Calls take(value of sample i) for column j of the design or, after the last, for y.
template <class Take>
void with_column(const Problem& problem, std::size_t j, Take&& take) {
  if (j == static_cast<std::size_t>(problem.features()))
    return take([&](std::size_t i) { return label_of(problem, i); });
  std::visit(
      [&](const auto& matrix) {
        if constexpr (!requires { matrix.by_column; }) {
          const auto* column = matrix.value.data() + j * static_cast<std::size_t>(matrix.rows);
          take([column](std::size_t i) { return static_cast<double>(column[i]); });
        }
      },
      problem.design.storage());
}

/// Sums of products of columns, some samples at a time: those as left and as right panels, sqrt(s_i) (z_ij - m_j).
class Panels {
 public:
  /// Of these columns; the one after the last of the design is y.
  Panels(const Problem& problem, std::span<const std::size_t> columns, std::span<const double> centre)
      : problem_(problem),
        columns_(columns),
        centre_(centre),
        padded_(padded_products(columns.size())),
        left_(padded_ * samples_at_a_time),
        right_(padded_ * samples_at_a_time) {}

  /// Adds samples i of weight root_i^2: to the sums of the columns, and to the upper triangle of their products.
  void add(std::span<const std::size_t> rows, std::span<const double> root, std::span<double> sum, double* out,
           std::size_t stride, Team& team) {
    fill(rows, root, sum, team);
    const std::size_t block = panels_at_a_time * width_;
    const auto blocks = static_cast<std::int64_t>((padded_ + block - 1) / block);
    team.run(blocks, [&](std::int64_t task) {
      const std::size_t begin = static_cast<std::size_t>(blocks - 1 - task) * block;  // those with most to do first
      const std::size_t end = std::min(begin + block, padded_);
      for (std::size_t b = 0; b < end; b += right_width) {
        for (std::size_t a = std::max(begin, b / width_ * width_); a < end; a += width_) {
          add_outer_products(left_.data() + a * samples_at_a_time, right_.data() + b * samples_at_a_time, rows.size(),
                             out + b * stride + a, stride);
        }
      }
    });
  }

 private:
  void fill(std::span<const std::size_t> rows, std::span<const double> root, std::span<double> sum, Team& team) {
    // Columns that share their panels together and a few samples at a time: where they go then stays in the near cache.
    constexpr std::size_t few = 64;
    const std::size_t together = std::lcm(width_, right_width);
    team.run(static_cast<std::int64_t>(padded_ / together), [&](std::int64_t task) {
      const std::size_t first = static_cast<std::size_t>(task) * together;
      for (std::size_t k = 0; k < rows.size(); k += few)
        for (std::size_t j = first; j < first + together; ++j)
          fill_some(j, k, std::min(k + few, rows.size()), rows, root, sum);
    });
  }

  /// Samples [begin, end) of column j.
  void fill_some(std::size_t j, std::size_t begin, std::size_t end, std::span<const std::size_t> rows,
                 std::span<const double> root, std::span<double> sum) {
    double* const as_left = left_.data() + j / width_ * width_ * samples_at_a_time + j % width_;
    double* const as_right = right_.data() + j / right_width * right_width * samples_at_a_time + j % right_width;
    if (j >= columns_.size()) {
      for (std::size_t k = begin; k < end; ++k) as_left[k * width_] = as_right[k * right_width] = 0;
      return;
    }
    with_column(problem_, columns_[j], [&](auto&& value) {
      std::array<double, 4> total{};  // sums that do not wait for one another
      for (std::size_t k = begin; k < end; ++k) {
        const double entry = root[k] * (value(rows[k]) - centre_[j]);
        total[k % 4] += root[k] * entry;
        as_left[k * width_] = as_right[k * right_width] = entry;
      }
      sum[j] += (total[0] + total[1]) + (total[2] + total[3]);
    });
  }

  const Problem& problem_;
  std::span<const std::size_t> columns_;
  std::span<const double> centre_;
  std::size_t width_ = left_width(), padded_;
  WorkVector left_, right_;
};

/// Calls take(rows, roots of their weights) for as many samples of positive weight at a time as panels hold.
template <class Weight, class Take>
void some_at_a_time(std::size_t count, Weight&& weight, Take&& take) {
  std::vector<std::size_t> rows;
  std::vector<double> root;
  for (std::size_t k = 0; k < count; ++k) {
    const auto [i, s] = weight(k);
    if (s > 0) {
      rows.push_back(i);
      root.push_back(std::sqrt(s));
    }
    if (rows.size() < samples_at_a_time && (k + 1 < count || rows.empty())) continue;
    take(rows, root);
    rows.clear();
    root.clear();
  }
}

}  // namespace

void SecondMoments::subtract(const SecondMoments& part) {
  weight -= part.weight;
  for (std::size_t j = 0; j < count; ++j) sum[j] -= part.sum[j];
  for (std::size_t k = 0; k < product.size(); ++k) product[k] -= part.product[k];
}

std::vector<double> moment_centre(const Problem& problem, Team& team) {
  std::vector<double> centre(static_cast<std::size_t>(problem.features()) + 1);
  if (!problem.intercept) return centre;
  std::vector<double> weight(static_cast<std::size_t>(problem.samples()));
  for (std::size_t i = 0; i < weight.size(); ++i) {
    weight[i] = weight_of(problem, i);
    if (weight[i] > 0) centre.back() += weight[i] * label_of(problem, i);
  }
  multiply_transposed(problem.design, weight, std::span(centre).first(centre.size() - 1), team);
  return centre;
}

std::size_t padded_products(std::size_t columns) {
  const std::size_t whole = std::lcm(left_width(), right_width);
  return (columns + whole - 1) / whole * whole;
}

SecondMoments second_moments(const Problem& problem, std::span<const double> centre, std::span<const Index> rows,
                             Team& team) {
  std::vector<std::size_t> all(centre.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  SecondMoments moments;
  moments.count = all.size();
  moments.stride = padded_products(all.size());
  moments.centre.assign(centre.begin(), centre.end());
  moments.sum.assign(all.size(), 0);
  moments.product.assign(moments.stride * moments.stride, 0);
  Panels panels(problem, all, moments.centre);
  some_at_a_time(
      rows.size(),
      [&](std::size_t k) {
        const auto i = static_cast<std::size_t>(rows[k]);
        const double s = weight_of(problem, i);
        moments.weight += s;
        return std::pair(i, s);
      },
      [&](std::span<const std::size_t> some, std::span<const double> root) {
        panels.add(some, root, moments.sum, moments.product.data(), moments.stride, team);
      });
  return moments;
}

void add_weighted_products(const Problem& problem, std::span<const Index> columns, std::span<const double> weight,
                           double* out, std::size_t stride, Team& team) {
  const std::vector<std::size_t> chosen(columns.begin(), columns.end());
  const std::vector<double> origin(chosen.size());
  std::vector<double> sum(chosen.size());
  Panels panels(problem, chosen, origin);
  some_at_a_time(
      weight.size(), [&](std::size_t i) { return std::pair(i, weight[i]); },
      [&](std::span<const std::size_t> some, std::span<const double> root) {
        panels.add(some, root, sum, out, stride, team);
      });
}

SecondMoments second_moments(const Problem& problem, std::span<const double> centre, Team& team) {
  std::vector<Index> all(static_cast<std::size_t>(problem.samples()));
  std::iota(all.begin(), all.end(), Index{0});
  return second_moments(problem, centre, all, team);
}

}  // namespace gist::cpu
