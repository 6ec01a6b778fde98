#pragma once

#include <cstdint>
#include <span>

#include "gist/solver/problem.hpp"

namespace gist {

/// How many columns have so little curvature that the penalty lets them in only by a jump, and of how many: empty
/// columns, and penalties that let every column in by a jump, do not count.
struct Jumping {
  std::int64_t jumping = 0, of = 0;
  bool most() const { return 2 * jumping > of; }
};

Jumping jumping_columns(const Problem& problem, std::span<const double> column_curvature);

}  // namespace gist
