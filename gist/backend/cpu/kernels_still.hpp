#pragma once

#include <cstddef>

namespace gist::cpu {

/// The first j in [begin, end) with w[j] != 0 or |g[j] * scale| > reach, or `end`. Not a number counts as larger.
/// In a sparse problem nearly every coefficient is at 0 and stays there; this passes over them in vector instructions.
std::size_t first_moving(const double* w, const double* g, double scale, double reach, std::size_t begin,
                         std::size_t end);
/// The same with a reach of each coefficient's own, the scale 1, and |g[j]| == reach[j] no longer at rest.
std::size_t first_moving(const double* w, const double* g, const double* reach, std::size_t begin, std::size_t end);

}  // namespace gist::cpu
