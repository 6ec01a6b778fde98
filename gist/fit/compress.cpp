#include "gist/fit/compress.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "gist/backend/cpu/kernels_block.hpp"

namespace gist {
namespace {

constexpr std::size_t most_columns = 4000, tile = 4;

double weighted_mean(std::span<const double> x, const std::vector<double>& weight) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) sum += weight[i] * x[i];
  return sum;
}

/// Columns sqrt(s_i) (x_ij - mean_j) and, last, the same of y - offset.
std::vector<double> centred(const Problem& problem, Team& team) {
  const auto n = static_cast<std::size_t>(problem.samples()), d = static_cast<std::size_t>(problem.features());
  std::vector<double> weight = problem.sample_weight;
  if (weight.empty()) weight.assign(n, 1.0 / static_cast<double>(n));
  std::vector<double> columns((d + 1) * n);
  const auto fill = [&](std::size_t j, auto&& value, std::optional<double> known_mean) {
    const std::span<double> out(columns.data() + j * n, n);
    for (std::size_t i = 0; i < n; ++i) out[i] = value(i);
    const double mean = known_mean ? *known_mean : problem.intercept ? weighted_mean(out, weight) : 0;
    for (std::size_t i = 0; i < n; ++i) out[i] = std::sqrt(weight[i]) * (out[i] - mean);
  };
  std::visit(
      [&](const auto& matrix) {
        if constexpr (!requires { matrix.by_column; }) {
          team.run(static_cast<std::int64_t>(d), [&](std::int64_t task) {
            const auto j = static_cast<std::size_t>(task);
            std::optional<double> mean;
            if (!problem.scaling.mean.empty()) mean = problem.scaling.mean[j];
            fill(
                j, [&](std::size_t i) { return static_cast<double>(matrix.value[j * n + i]); }, mean);
          });
        }
      },
      problem.design.storage());
  fill(
      d, [&](std::size_t i) { return problem.target[i] - (problem.offset.empty() ? 0 : problem.offset[i]); },
      std::nullopt);
  return columns;
}

/// Inner products of all columns with each other, in tiles of four by four; the lower triangle.
std::vector<double> inner_products(const std::vector<double>& columns, std::size_t n, std::size_t count, Team& team) {
  std::vector<double> gram(count * count);
  const auto tiles = static_cast<std::int64_t>((count + tile - 1) / tile);
  team.run(tiles, [&](std::int64_t task) {
    const std::size_t first = static_cast<std::size_t>(task) * tile;
    const auto column = [&](std::size_t j) { return columns.data() + std::min(j, count - 1) * n; };
    for (std::size_t other = 0; other <= first; other += tile) {
      const std::array<const double*, tile> x{column(first), column(first + 1), column(first + 2), column(first + 3)};
      const std::array<const double*, tile> y{column(other), column(other + 1), column(other + 2), column(other + 3)};
      std::array<double, tile * tile> products{};
      cpu::tile_products(x.data(), y.data(), n, products.data());
      for (std::size_t a = 0; a < tile && first + a < count; ++a)
        for (std::size_t b = 0; b < tile && other + b < count; ++b)
          gram[(first + a) * count + other + b] = products[a * tile + b];
    }
  });
  return gram;
}

/// L with L L' = gram, in its lower triangle. A column that depends on those before it leaves rounding under the root:
/// it is given nothing of its own.
void factorise(std::vector<double>& gram, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    double* const row = gram.data() + i * count;
    for (std::size_t j = 0; j < i; ++j) {
      const double* const other = gram.data() + j * count;
      double sum = row[j];
      for (std::size_t k = 0; k < j; ++k) sum -= row[k] * other[k];
      row[j] = other[j] > 0 ? sum / other[j] : 0;
    }
    double left = row[i];
    for (std::size_t k = 0; k < i; ++k) left -= row[k] * row[k];
    row[i] = left > 1e-13 * row[i] ? std::sqrt(left) : 0;
  }
}

}  // namespace

std::optional<Problem> compress(const Problem& problem, Team& team) {
  const auto n = static_cast<std::size_t>(problem.samples()), d = static_cast<std::size_t>(problem.features());
  const bool dense = std::visit(
      [](const auto& m) {
        return !requires { m.by_column; };
      },
      problem.design.storage());
  if (!std::holds_alternative<Squared>(problem.loss) || !dense || d > most_columns || n < 4 * (d + 1)) return {};
  const std::size_t count = d + 1;
  auto factor = inner_products(centred(problem, team), n, count, team);
  factorise(factor, count);

  const double scale = std::sqrt(static_cast<double>(count));  // each of its samples counts 1 / (d + 1)
  std::vector<double> value(d * count);
  for (std::size_t j = 0; j < d; ++j)
    for (std::size_t i = 0; i < count; ++i) value[j * count + i] = i <= j ? scale * factor[j * count + i] : 0.0;
  Problem small;
  small.design =
      Design(Dense<double>{static_cast<Index>(count), static_cast<Index>(d), Buffer<double>(std::move(value))});
  small.loss = problem.loss;
  for (std::size_t i = 0; i < count; ++i) small.target.push_back(scale * factor[d * count + i]);
  small.intercept = false;
  small.scaling.inverse_scale = problem.scaling.inverse_scale;
  small.penalty = problem.penalty;
  small.ridge = problem.ridge;
  small.factor = problem.factor;
  small.lower = problem.lower;
  small.upper = problem.upper;
  return small;
}

}  // namespace gist
