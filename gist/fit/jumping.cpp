#include "gist/fit/jumping.hpp"

#include <cmath>

namespace gist {

Jumping jumping_columns(const Problem& problem, std::span<const double> column_curvature) {
  Jumping count;
  std::visit(
      [&](const auto& penalty) {
        const double limit_of_all = penalty.jumps_below();
        if (limit_of_all <= 0) return;  // no factor makes it jump
        if (problem.factor.empty() && !std::isfinite(limit_of_all)) return;
        for (std::size_t j = 0; j < column_curvature.size(); ++j) {
          const double limit = problem.factor.empty() ? limit_of_all : penalty.scaled(problem.factor[j]).jumps_below();
          if (column_curvature[j] <= 0 || !std::isfinite(limit)) continue;
          ++count.of;
          const double ridge = problem.ridge * (problem.factor.empty() ? 1 : problem.factor[j]);
          count.jumping += column_curvature[j] + ridge < limit ? 1 : 0;
        }
      },
      problem.penalty);
  return count;
}

}  // namespace gist
