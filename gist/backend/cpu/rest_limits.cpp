#include "gist/backend/cpu/rest_limits.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <variant>

#include "gist/backend/cpu/column_screen.hpp"

namespace gist::cpu {
namespace {

constexpr std::size_t exponents = 2048;  // of doubles

}  // namespace

void RestLimits::classify(std::span<const double> bound) {
  of_penalty_.reset();
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
  if (of_penalty_ && same(*of_penalty_, problem.penalty)) return;
  of_penalty_ = problem.penalty;
  of_power_.assign(exponents, std::numeric_limits<double>::quiet_NaN());
  std::array<double, most> limit{};
  const bool convex = is_convex(problem.penalty);
  if (convex && std::isfinite(least_)) limit.fill(at_rest_below(problem, least_));  // at any curvature
  for (std::size_t c = 0; c < most && !convex; ++c) {
    if (there_[c] && std::isfinite(least_)) limit[c] = at_rest_below(problem, std::ldexp(least_, static_cast<int>(c)));
  }
  of_column_.resize(class_.size());
  for (std::size_t j = 0; j < class_.size(); ++j) of_column_[j] = limit[class_[j]];
}

double RestLimits::at(const Problem& problem, double t) {
  if (!(t > 0)) return 0;
  const std::uint64_t exponent = std::bit_cast<std::uint64_t>(t) >> 52;
  double& limit = of_power_[exponent];
  if (std::isnan(limit))
    limit = at_rest_below(problem, std::bit_cast<double>(exponent << 52));  // the power of two below
  return limit;
}

}  // namespace gist::cpu
