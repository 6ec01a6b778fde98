#include "gist/backend/cpu/second_moments.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "gist/backend/cpu/kernels_outer.hpp"

namespace gist::cpu {
namespace {

constexpr std::size_t samples_at_a_time = 512;  // a right panel of so many fits the first-level cache
constexpr std::size_t panels_at_a_time = 4;     // and so many left panels the second

double weight_of(const Problem& problem, std::size_t i) {
  return problem.sample_weight.empty() ? 1.0 / static_cast<double>(problem.samples()) : problem.sample_weight[i];
}

double label_of(const Problem& problem, std::size_t i) {
  return problem.target[i] - (problem.offset.empty() ? 0 : problem.offset[i]);
}

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

/// Some samples of all columns, sqrt(s_i) (z_ij - m_j), as left and as right panels.
class Panels {
 public:
  Panels(const Problem& problem, std::span<const double> centre)
      : problem_(problem),
        centre_(centre),
        padded_((centre.size() + whole_ - 1) / whole_ * whole_),
        left_(padded_ * samples_at_a_time),
        right_(padded_ * samples_at_a_time) {}

  std::size_t width() const { return width_; }
  std::size_t padded() const { return padded_; }
  const double* left(std::size_t panel) const { return left_.data() + panel * width_ * samples_at_a_time; }
  const double* right(std::size_t panel) const { return right_.data() + panel * right_width * samples_at_a_time; }

  /// Fills them and adds to the sums of the columns.
  void fill(std::span<const std::size_t> rows, std::span<const double> root, std::span<double> sum, Team& team) {
    team.run(static_cast<std::int64_t>(padded_), [&](std::int64_t task) {
      const auto j = static_cast<std::size_t>(task);
      double* const as_left = left_.data() + j / width_ * width_ * samples_at_a_time + j % width_;
      double* const as_right = right_.data() + j / right_width * right_width * samples_at_a_time + j % right_width;
      if (j >= centre_.size()) {
        for (std::size_t k = 0; k < rows.size(); ++k) as_left[k * width_] = as_right[k * right_width] = 0;
        return;
      }
      with_column(problem_, j, [&](auto&& value) {
        double total = 0;
        for (std::size_t k = 0; k < rows.size(); ++k) {
          const double entry = root[k] * (value(rows[k]) - centre_[j]);
          total += root[k] * entry;
          as_left[k * width_] = as_right[k * right_width] = entry;
        }
        sum[j] += total;
      });
    });
  }

 private:
  const Problem& problem_;
  std::span<const double> centre_;
  std::size_t width_ = left_width(), whole_ = std::lcm(width_, right_width);  // no panel is cut short
  std::size_t padded_;
  WorkVector left_, right_;
};

}  // namespace

void SecondMoments::subtract(const SecondMoments& part) {
  weight -= part.weight;
  for (std::size_t j = 0; j < count; ++j) sum[j] -= part.sum[j];
  for (std::size_t k = 0; k < product.size(); ++k) product[k] -= part.product[k];
}

std::vector<double> moment_centre(const Problem& problem, Team& team) {
  std::vector<double> centre(static_cast<std::size_t>(problem.features()) + 1);
  if (!problem.intercept) return centre;
  team.run(static_cast<std::int64_t>(centre.size()), [&](std::int64_t task) {
    const auto j = static_cast<std::size_t>(task);
    with_column(problem, j, [&](auto&& value) {
      for (std::size_t i = 0; i < static_cast<std::size_t>(problem.samples()); ++i) {
        const double s = weight_of(problem, i);
        if (s > 0) centre[j] += s * value(i);
      }
    });
  });
  return centre;
}

SecondMoments second_moments(const Problem& problem, std::span<const double> centre, std::span<const Index> rows,
                             Team& team) {
  Panels panels(problem, centre);
  SecondMoments moments;
  moments.count = centre.size();
  moments.stride = panels.padded();
  moments.centre.assign(centre.begin(), centre.end());
  moments.sum.assign(centre.size(), 0);
  moments.product.assign(panels.padded() * panels.padded(), 0);
  const std::size_t block = panels_at_a_time * panels.width();
  const auto blocks = static_cast<std::int64_t>((panels.padded() + block - 1) / block);
  std::vector<std::size_t> some;
  std::vector<double> root;
  const auto add_some = [&] {
    panels.fill(some, root, moments.sum, team);
    team.run(blocks, [&](std::int64_t task) {
      const std::size_t begin = static_cast<std::size_t>(blocks - 1 - task) * block;  // those with most to do first
      const std::size_t end = std::min(begin + block, panels.padded());
      for (std::size_t b = 0; b < end; b += right_width) {
        for (std::size_t a = std::max(begin, b / panels.width() * panels.width()); a < end; a += panels.width()) {
          add_outer_products(panels.left(a / panels.width()), panels.right(b / right_width), some.size(),
                             moments.product.data() + b * panels.padded() + a, panels.padded());
        }
      }
    });
    some.clear();
    root.clear();
  };
  for (const Index row : rows) {
    const auto i = static_cast<std::size_t>(row);
    const double s = weight_of(problem, i);
    if (!(s > 0)) continue;
    moments.weight += s;
    some.push_back(i);
    root.push_back(std::sqrt(s));
    if (some.size() == samples_at_a_time) add_some();
  }
  if (!some.empty()) add_some();
  return moments;
}

SecondMoments second_moments(const Problem& problem, std::span<const double> centre, Team& team) {
  std::vector<Index> all(static_cast<std::size_t>(problem.samples()));
  std::iota(all.begin(), all.end(), Index{0});
  return second_moments(problem, centre, all, team);
}

}  // namespace gist::cpu
