#include "gist/backend/cpu/column_bounds.hpp"

#include <algorithm>
#include <cmath>

#include "gist/backend/cpu/products.hpp"
#include "gist/backend/cpu/sample_loops.hpp"

namespace gist::cpu {
namespace {

/// sum_i sample_i x_ij^2 for every column, as the problem scales and centres it.
std::vector<double> squares(const Problem& problem, std::span<const double> sample, Team& team) {
  const auto& [mean, inverse_scale] = problem.scaling;
  std::vector<double> curvature(static_cast<std::size_t>(problem.features()));
  column_squares(problem.design, sample, curvature, team);
  if (!mean.empty()) {
    double total = 0;
    for (const double c : sample) total += c;
    std::vector<double> sum(curvature.size());
    multiply_transposed(problem.design, sample, sum, team);
    for (std::size_t j = 0; j < curvature.size(); ++j)
      curvature[j] = std::max(0.0, curvature[j] - 2 * mean[j] * sum[j] + mean[j] * mean[j] * total);
  }
  for (std::size_t j = 0; j < inverse_scale.size(); ++j) curvature[j] *= inverse_scale[j] * inverse_scale[j];
  return curvature;
}

}  // namespace

std::vector<double> column_curvatures(const Problem& problem, std::span<const double> margin, double intercept,
                                      Team& team) {
  const double bound = std::visit([](const auto& l) { return l.curvature_bound(); }, problem.loss);
  if (!problem.scaling.mean.empty() && std::isfinite(bound)) {
    // Centred columns of variance 1: known without a pass, and without the cancellation a large mean brings below.
    std::vector<double> same = problem.scaling.inverse_scale;
    for (double& c : same) c = c > 0 ? bound : 0;
    return same;
  }
  std::vector<double> sample(static_cast<std::size_t>(problem.samples()));
  weighted_curvature_bounds(problem.loss, Samples(problem, margin), intercept, sample, team);
  return squares(problem, sample, team);
}

std::vector<double> column_curvatures_here(const Problem& problem, std::span<const double> margin, double intercept,
                                           Team& team) {
  std::vector<double> sample(static_cast<std::size_t>(problem.samples()));
  model_curvatures(problem, margin, intercept, 1, {}, sample);
  return squares(problem, sample, team);
}

}  // namespace gist::cpu
