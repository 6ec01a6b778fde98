#include "gist/backend/cpu/column_bounds.hpp"

#include <algorithm>
#include <cmath>

#include "gist/backend/cpu/products.hpp"
#include "gist/backend/cpu/sample_loops.hpp"

namespace gist::cpu {

void scale_squares(const Problem& problem, std::span<const double> sample, std::span<double> squares, Team& team) {
  const auto& [mean, inverse_scale] = problem.scaling;
  if (!mean.empty()) {
    double total = 0;
    for (const double c : sample) total += c;
    std::vector<double> sum(squares.size());
    multiply_transposed(problem.design, sample, sum, team);
    for (std::size_t j = 0; j < squares.size(); ++j)
      squares[j] = std::max(0.0, squares[j] - 2 * mean[j] * sum[j] + mean[j] * mean[j] * total);
  }
  for (std::size_t j = 0; j < inverse_scale.size(); ++j) squares[j] *= inverse_scale[j] * inverse_scale[j];
}

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
  std::vector<double> squares(static_cast<std::size_t>(problem.features()));
  column_squares(problem.design, sample, squares, team);
  scale_squares(problem, sample, squares, team);
  return squares;
}

double majorising_curvature(const Problem& problem, std::span<const double> margin, double intercept, std::size_t j,
                            double here, const std::function<double(double)>& step_at) {
  constexpr int patience = 10, enough = 200;
  if (problem.design.only_by_rows()) return here;  // which only those ask for who have no jumps
  const auto& [mean, inverse_scale] = problem.scaling;
  const double scale = inverse_scale.empty() ? 1 : inverse_scale[j];
  std::vector<double> x(margin.size(), mean.empty() ? 0 : -mean[j] * scale);
  add_column(problem.design, static_cast<Index>(j), scale, x);
  const Samples samples(problem, margin);
  double curvature = here;
  for (int round = 0; round < enough; ++round) {
    const double step = step_at(curvature);
    if (step == 0) break;
    const double needed = std::visit(
        [&](const auto& loss) {
          double sum = 0;
          for (std::size_t i = 0; i < x.size(); ++i) {
            if (x[i] == 0) continue;
            const double z = margin[i] + intercept, y = samples.target[i];
            const double most = std::max(loss.curvature(z, y), loss.curvature(z + step * x[i], y));
            sum += samples.weighted(i, most * x[i] * x[i]);
          }
          return sum;
        },
        problem.loss);
    if (needed <= curvature) break;
    const double doubled = 2 * curvature;  // in the end; and where the loss at the other end is out of all bounds
    curvature = std::isfinite(needed) && round < patience ? needed : doubled;
  }
  return curvature;
}

}  // namespace gist::cpu
