#pragma once

#include <cmath>
#include <functional>
#include <span>
#include <vector>

#include "gist/core/team.hpp"
#include "gist/solver/problem.hpp"

namespace gist::cpu {

/// Whether the curvature of the loss has a bound that holds everywhere. Poisson's has none.
inline bool bounded_curvature(const Loss& loss) {
  return std::isfinite(std::visit([](const auto& l) { return l.curvature_bound(); }, loss));
}

/// For every column j the curvature bound sum_i s_i c_i x_ij^2 of the loss along coordinate j, c_i the bound of the
/// loss (or, where there is none, its curvature at these margins). 0 for a column that is out of the problem.
std::vector<double> column_curvatures(const Problem& problem, std::span<const double> margin, double intercept,
                                      Team& team);

/// sum_i sample_i x_ij^2 of the columns as the problem scales and centres them, from that of the columns as they are.
void scale_squares(const Problem& problem, std::span<const double> sample, std::span<double> squares, Team& team);

/// For a loss whose curvature has no bound: at least `here`, the curvature along coordinate j at this point, and enough
/// to lie above the loss on the whole way of a step made with it; `step_at` says which step that is. A promise made at
/// the curvature here is not kept where the loss bends more on the way.
double majorising_curvature(const Problem& problem, std::span<const double> margin, double intercept, std::size_t j,
                            double here, const std::function<double(double)>& step_at);

}  // namespace gist::cpu
