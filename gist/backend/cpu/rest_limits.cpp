#include "gist/backend/cpu/rest_limits.hpp"

#include <algorithm>
#include <cmath>
#include <variant>

#include "gist/backend/cpu/column_screen.hpp"

namespace gist::cpu {

void RestLimits::classify(std::span<const double> bound) {
  least_ = infinity;
  for (const double t : bound) {
    if (t > 0) least_ = std::min(least_, t);
  }
  class_.resize(bound.size());
  there_.fill(false);
  for (std::size_t j = 0; j < bound.size(); ++j) {
    const double times = bound[j] > 0 ? bound[j] / least_ : 1;
    // Down to the power of two: the exponent of a double at least 1 is there to be read.
    const auto power = static_cast<std::size_t>((std::bit_cast<std::uint64_t>(times) >> 52) - 1023);
    class_[j] = static_cast<std::uint8_t>(std::min(power, most - 1));
    there_[class_[j]] = true;
  }
}

void RestLimits::measure(const Problem& problem) {
  const bool convex = is_convex(problem.penalty);
  if (convex || !std::isfinite(least_)) {  // a convex one holds up to its slope at 0, at any curvature
    limit_.fill(convex && std::isfinite(least_) ? at_rest_below(problem, least_) : 0);
    return;
  }
  for (std::size_t c = 0; c < most; ++c) {
    if (there_[c]) limit_[c] = at_rest_below(problem, std::ldexp(least_, static_cast<int>(c)));
  }
}

}  // namespace gist::cpu
