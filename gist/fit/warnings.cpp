#include "gist/fit/warnings.hpp"

#include "gist/core/alternatives.hpp"
#include "gist/fit/jumping.hpp"

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
  const Jumping columns = jumping_columns(problem, column_curvature);
  if (!columns.most()) return std::nullopt;
  return std::to_string(columns.jumping) + " of " + std::to_string(columns.of) +
         " columns are so small in scale that the penalty " + std::string(name_of(problem.penalty)) +
         " lets them in only by a jump: weak, rare columns may enter with large weights, and a low objective need not "
         "predict well. "
         "--standardize, or a --ridge, is the remedy";
}

}  // namespace gist
