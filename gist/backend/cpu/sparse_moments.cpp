#include "gist/backend/cpu/sparse_moments.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <variant>

namespace gist::cpu {
namespace {

/// Calls take(the rows) where the design is sparse and there by rows.
template <class Take>
void with_rows(const Design& design, Take&& take) {
  std::visit(
      [&](const auto& matrix) {
        if constexpr (requires { matrix.by_row; }) {
          if (matrix.by_row) take(*matrix.by_row);
        }
      },
      design.storage());
}

}  // namespace

double sparse_moments_cost(const Design& design) {
  double cost = infinity;
  with_rows(design, [&](const auto& rows) {
    cost = 0;
    for (Index i = 0; i < rows.lines(); ++i) {
      const auto line = static_cast<std::size_t>(i);
      const auto entries = static_cast<double>(rows.start[line + 1] - rows.start[line] + 1);  // and y
      cost += entries * entries / 2;
    }
  });
  return cost;
}

namespace {

/// Adds s x and s x x', above the diagonal, of one row; each(j, s x_j) sees its entries.
template <class Rows, class Each>
void add_row(const Rows& rows, std::size_t line, double s, std::span<double> sum, double* product, std::size_t stride,
             Each&& each) {
  const auto begin = static_cast<std::size_t>(rows.start[line]), end = static_cast<std::size_t>(rows.start[line + 1]);
  for (std::size_t a = begin; a < end; ++a) {
    const auto j = static_cast<std::size_t>(rows.index[a]);
    const double x = s * static_cast<double>(rows.value[a]);
    double* const row = product + j * stride;
    sum[j] += x;
    for (std::size_t b = a; b < end; ++b)
      row[static_cast<std::size_t>(rows.index[b])] += x * static_cast<double>(rows.value[b]);
    each(j, x);
  }
}

/// Adds what one sample, if it has any weight, brings to the moments.
template <class Rows>
void add_sample(const Problem& problem, const Rows& rows, std::size_t line, SecondMoments& moments) {
  const double s = weight_of(problem, line);
  if (!(s > 0)) return;
  const std::size_t d = moments.count - 1;
  const double y = label_of(problem, line) - moments.centre[d];
  moments.weight += s;
  double* const product = moments.product.data();
  add_row(rows, line, s, moments.sum, product, moments.stride,
          [&](std::size_t j, double x) { product[j * moments.stride + d] += x * y; });
  moments.sum[d] += s * y;
  moments.product[d * moments.stride + d] += s * y * y;
}

/// for_each(visit) calls visit(i) for every sample that counts.
template <class ForEach>
SparseMoments moments_over(const Problem& problem, double label_centre, ForEach&& for_each) {
  SparseMoments result;
  SecondMoments& moments = result.moments;
  const auto d = static_cast<std::size_t>(problem.features());
  moments.count = moments.stride = d + 1;
  moments.centre.assign(d + 1, 0);
  moments.centre[d] = label_centre;
  moments.sum.assign(d + 1, 0);
  moments.product.assign((d + 1) * (d + 1), 0);
  with_rows(problem.design,
            [&](const auto& rows) { for_each([&](std::size_t i) { add_sample(problem, rows, i, moments); }); });
  for (std::size_t j = 0; problem.intercept && j < d; ++j) {
    const double square = moments.at(j, j), mean = moments.sum[j] / moments.weight;
    if (square > 0) result.spread = std::min(result.spread, 1 - moments.weight * mean * mean / square);
  }
  return result;
}

}  // namespace

SparseMoments sparse_moments(const Problem& problem) {
  const auto n = static_cast<std::size_t>(problem.samples());
  double weight = 0, sum = 0;
  for (std::size_t i = 0; problem.intercept && i < n; ++i) {
    weight += weight_of(problem, i);
    sum += weight_of(problem, i) * label_of(problem, i);
  }
  return moments_over(problem, weight > 0 ? sum / weight : 0, [&](auto&& visit) {
    for (std::size_t i = 0; i < n; ++i) visit(i);
  });
}

SparseMoments sparse_moments(const Problem& problem, std::span<const Index> rows, double label_centre) {
  return moments_over(problem, label_centre, [&](auto&& visit) {
    for (const Index i : rows) visit(static_cast<std::size_t>(i));
  });
}

void sparse_weighted_products(const Problem& problem, std::span<const double> weight, std::span<double> sum,
                              double* out, std::size_t stride) {
  std::fill(sum.begin(), sum.end(), 0.0);
  std::fill(out, out + sum.size() * stride, 0.0);
  with_rows(problem.design, [&](const auto& rows) {
    for (std::size_t i = 0; i < weight.size(); ++i)
      add_row(rows, i, weight[i], sum, out, stride, [](std::size_t, double) {});
  });
}

std::optional<SecondMoments> moments_of(const Problem& problem, double least_spread, Team& team) {
  if (problem.design.kind() == "dense") return second_moments(problem, moment_centre(problem, team), team);
  if (std::isinf(sparse_moments_cost(problem.design))) return {};
  auto [moments, spread] = sparse_moments(problem);
  if (spread < least_spread) return {};
  return std::move(moments);
}

}  // namespace gist::cpu
