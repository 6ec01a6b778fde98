#include "gist/backend/cpu/rest_limits.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <variant>

#include "gist/backend/cpu/column_screen.hpp"
#include "gist/backend/cpu/kernels_still.hpp"

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
  const auto least_bits = std::bit_cast<std::uint64_t>(least_);
  class_.resize(bound.size());
  there_.fill(false);
  for (std::size_t j = 0; j < bound.size(); ++j) {
    // Positive doubles are in the order of their bits, each power of two 2^52 of them further on: this is the exponent
    // of bound / least, rounded down, without a division.
    const std::uint64_t further = bound[j] > 0 ? std::bit_cast<std::uint64_t>(bound[j]) - least_bits : 0;
    class_[j] = static_cast<std::uint8_t>(std::min<std::uint64_t>(further >> 52, most - 1));
    there_[class_[j]] = true;
  }
}

void RestLimits::measure(const Problem& problem) {
  if (of_penalty_ && same(*of_penalty_, problem.penalty)) return;
  of_penalty_ = problem.penalty;
  of_power_.assign(exponents, std::numeric_limits<double>::quiet_NaN());
  same_for_all_.reset();
  if (is_convex(problem.penalty)) {  // the same at any curvature
    same_for_all_ = std::isfinite(least_) ? at_rest_below(problem, least_) : 0;
    return;
  }
  std::array<double, most> limit{};
  for (std::size_t c = 0; c < most; ++c) {
    if (there_[c] && std::isfinite(least_)) limit[c] = at_rest_below(problem, std::ldexp(least_, static_cast<int>(c)));
  }
  of_column_.resize(class_.size());
  for (std::size_t j = 0; j < class_.size(); ++j) of_column_[j] = limit[class_[j]];
}

std::size_t RestLimits::next_moving(const double* w, const double* g, std::size_t from, std::size_t end) const {
  return same_for_all_ ? first_moving(w, g, 1, *same_for_all_, from, end)
                       : first_moving(w, g, of_column_.data(), from, end);
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
