#include "gist/backend/cpu/normal_equations.hpp"

#include <algorithm>

namespace gist::cpu {

NormalEquations normal_equations(const Problem& problem, const SecondMoments& moments) {
  const std::size_t d = moments.count - 1;
  const double total = moments.weight;
  const auto& [mean, inverse_scale] = problem.scaling;
  std::vector<double> scale(moments.count, 1), off(moments.count, 0);
  for (std::size_t j = 0; j < d; ++j) scale[j] = inverse_scale.empty() ? 1 : inverse_scale[j];
  if (problem.intercept)
    for (std::size_t j = 0; j <= d; ++j) off[j] = moments.sum[j] / total;
  const auto centred = [&](std::size_t j, std::size_t k) {
    return scale[j] * scale[k] * (moments.at(j, k) / total - off[j] * off[k]);
  };

  NormalEquations equations;
  equations.columns = d;
  equations.gram.resize(d * d);
  constexpr std::size_t tile = 32;  // the mirror image is written tile by tile, not across all of memory
  for (std::size_t a = 0; a < d; a += tile) {
    for (std::size_t b = a; b < d; b += tile) {
      for (std::size_t j = a; j < std::min(a + tile, d); ++j) {
        for (std::size_t k = std::max(b, j); k < std::min(b + tile, d); ++k)
          equations.gram[j * d + k] = equations.gram[k * d + j] = centred(j, k);
      }
    }
  }
  for (std::size_t j = 0; j < d; ++j) {
    equations.moment.push_back(centred(j, d));
    const double average = moments.centre[j] + off[j];
    equations.shift.push_back(problem.intercept ? scale[j] * (average - (mean.empty() ? 0 : mean[j])) : 0);
    // What rounding leaves of a constant column is nothing to fit by.
    if (problem.intercept && scale[j] * scale[j] * average * average * 1e-26 >= equations.curvature(j)) {
      equations.moment[j] = 0;
      for (std::size_t k = 0; k < d; ++k) equations.gram[j * d + k] = equations.gram[k * d + j] = 0;
    }
  }
  equations.square = std::max(0.0, centred(d, d));
  equations.level = problem.intercept ? moments.centre[d] + off[d] : 0;
  return equations;
}

}  // namespace gist::cpu
