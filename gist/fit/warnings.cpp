#include "gist/fit/warnings.hpp"

#include <cmath>
#include <cstdint>

#include "gist/core/alternatives.hpp"

namespace gist {

std::string no_minimiser_warning(const Problem& problem) {
  return "the objective has no minimiser: the coefficients that the penalty " + std::string(name_of(problem.penalty)) +
         " leaves free separate the data, and growing them lowers the loss for ever. The point returned is on the way "
         "to infinity; a "
         "small --ridge (1e-4, say) makes the problem well posed";
}

std::optional<std::string> jump_regime_warning(const Problem& problem, std::span<const double> column_curvature) {
  if (!problem.scaling.inverse_scale.empty())
    return std::nullopt;  // standardised: scales are even, the remedy is taken
  std::int64_t used = 0, jumping = 0;
  std::visit(
      [&](const auto& penalty) {
        for (std::size_t j = 0; j < column_curvature.size(); ++j) {
          const double limit = (problem.factor.empty() ? penalty : penalty.scaled(problem.factor[j])).jumps_below();
          if (column_curvature[j] <= 0 || !std::isfinite(limit)) continue;
          ++used;
          const double ridge = problem.ridge * (problem.factor.empty() ? 1 : problem.factor[j]);
          jumping += column_curvature[j] + ridge < limit ? 1 : 0;
        }
      },
      problem.penalty);
  if (2 * jumping <= used) return std::nullopt;
  return std::to_string(jumping) + " of " + std::to_string(used) + " columns are so small in scale that the penalty " +
         std::string(name_of(problem.penalty)) +
         " lets them in only by a jump: weak, rare columns may enter with large weights, and a low objective need not "
         "predict well. "
         "--standardize, or a --ridge, is the remedy";
}

}  // namespace gist
