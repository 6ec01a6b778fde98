#pragma once

#include <span>

#include "gist/solver/problem.hpp"

namespace gist {

/// The smallest lambda at which w = 0 is a critical point, given the gradient there (unpenalised coefficients at their
/// best). For l0 and lq, where 0 always is one, and where `theta_follows` (theta a multiple of lambda makes lambda
/// cancel from r'(0+) of lsp and geman), the value of the l1 penalty. 0 for `none`.
double lambda_max(const Problem& problem, std::span<const double> gradient, bool theta_follows);

}  // namespace gist
