#include "gist/backend/cpu/sparse_moments.hpp"

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

/// With an intercept, a column of so small a share of its square about its mean is one of rounding.
constexpr double least_spread = 1e-8;

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

SparseMoments sparse_moments(const Problem& problem) {
  SparseMoments result;
  SecondMoments& moments = result.moments;
  const auto d = static_cast<std::size_t>(problem.features());
  moments.count = moments.stride = d + 1;
  moments.centre.assign(d + 1, 0);
  moments.sum.assign(d + 1, 0);
  moments.product.assign((d + 1) * (d + 1), 0);
  with_rows(problem.design, [&](const auto& rows) {
    for (Index i = 0; i < rows.lines(); ++i) {
      const auto line = static_cast<std::size_t>(i);
      const double s = weight_of(problem, line);
      if (!(s > 0)) continue;
      const double y = label_of(problem, line);
      const auto begin = static_cast<std::size_t>(rows.start[line]),
                 end = static_cast<std::size_t>(rows.start[line + 1]);
      moments.weight += s;
      for (std::size_t a = begin; a < end; ++a) {
        const auto j = static_cast<std::size_t>(rows.index[a]);
        const double x = s * static_cast<double>(rows.value[a]);
        double* const row = moments.product.data() + j * moments.stride;
        moments.sum[j] += x;
        for (std::size_t b = a; b < end; ++b)
          row[static_cast<std::size_t>(rows.index[b])] += x * static_cast<double>(rows.value[b]);
        row[d] += x * y;
      }
      moments.sum[d] += s * y;
      moments.product[d * moments.stride + d] += s * y * y;
    }
  });
  for (std::size_t j = 0; problem.intercept && j <= d; ++j) {
    const double square = moments.at(j, j), mean = moments.sum[j] / moments.weight;
    result.lost = result.lost || square - moments.weight * mean * mean < least_spread * square;
  }
  return result;
}

}  // namespace gist::cpu
