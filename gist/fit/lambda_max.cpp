#include "gist/fit/lambda_max.hpp"

#include <algorithm>
#include <cmath>

#include "gist/fit/spec.hpp"

namespace gist {

double lambda_max(const Problem& problem, std::span<const double> gradient, bool theta_follows) {
  if (std::holds_alternative<None>(problem.penalty)) return 0;
  double largest = 0;
  for (std::size_t j = 0; j < gradient.size(); ++j) {
    const double factor = problem.factor.empty() ? 1 : problem.factor[j];
    const double low = problem.lower.empty() ? -infinity : problem.lower[j];
    const double high = problem.upper.empty() ? infinity : problem.upper[j];
    if (factor == 0 || low > 0 || high < 0) continue;  // never at 0, or not the penalty's doing
    // Only a direction the bounds leave open can tempt the coefficient away from 0.
    const double pull = std::max(high > 0 ? -gradient[j] : 0.0, low < 0 ? gradient[j] : 0.0);
    largest = std::max(largest, pull / factor);
  }
  // r'(0+) is proportional to lambda; with lambda = 1 it is the constant.
  const double unit = slope_at_zero(with_strength(problem.penalty, 1, std::nullopt));
  const bool proportional = std::isfinite(unit) && !(theta_follows && unit != 1);
  return proportional ? largest / unit : largest;
}

}  // namespace gist
