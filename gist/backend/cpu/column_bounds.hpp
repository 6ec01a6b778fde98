#pragma once

#include <span>
#include <vector>

#include "gist/core/team.hpp"
#include "gist/solver/problem.hpp"

namespace gist::cpu {

/// For every column j the curvature bound sum_i s_i c_i x_ij^2 of the loss along coordinate j, c_i the bound of the
/// loss (or, where there is none, its curvature at these margins). 0 for a column that is out of the problem.
std::vector<double> column_curvatures(const Problem& problem, std::span<const double> margin, double intercept,
                                      Team& team);

/// The same at the curvature of the loss at these margins, whatever its bound: what a model of the loss here would say.
std::vector<double> column_curvatures_here(const Problem& problem, std::span<const double> margin, double intercept,
                                           Team& team);

}  // namespace gist::cpu
