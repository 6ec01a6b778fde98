#include "gist/backend/cpu/rest_limits.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <variant>

#include "gist/backend/cpu/column_screen.hpp"
#include "gist/backend/cpu/kernels_still.hpp"
#include "gist/backend/cpu/sums.hpp"

namespace gist::cpu {
namespace {

constexpr std::size_t exponents = 2048;  // of doubles
constexpr std::uint64_t most = 64;       // classes; in the last are all that are steeper still
/// The smallest that is larger than 0. Positive doubles are in the order of their bits; one less, and 0 is the largest.
struct Least {
  std::uint64_t bits = std::bit_cast<std::uint64_t>(infinity) - 1;
  static Least of(double t) { return {std::bit_cast<std::uint64_t>(t) - 1}; }
  Least& operator+=(const Least& other) {
    bits = std::min(bits, other.bits);
    return *this;
  }
};

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

}  // namespace

void RestLimits::begin(std::span<const double> bound) {
  of_penalty_.reset();
  const auto count = static_cast<std::int64_t>(bound.size());
  const Least least = sum_in_lanes<Least>(0, count, [&](Least& lane, std::size_t j) { lane += Least::of(bound[j]); });
  least_ = std::bit_cast<double>(least.bits + 1);
}

void RestLimits::measure(const Problem& problem, std::span<const double> bound) {
  if (of_penalty_ && same(*of_penalty_, problem.penalty)) return;
  of_penalty_ = problem.penalty;
  of_power_.assign(exponents, unknown);
  same_for_all_.reset();
  if (is_convex(problem.penalty)) {  // the same at any curvature
    same_for_all_ = std::isfinite(least_) ? at_rest_below(problem, least_) : 0;
    return;
  }
  of_column_.assign(bound.size(), 0);
  if (!std::isfinite(least_)) return;
  std::array<double, most> of_class{};
  of_class.fill(unknown);
  const auto least_bits = std::bit_cast<std::uint64_t>(least_);
  for (std::size_t j = 0; j < bound.size(); ++j) {
    // Positive doubles are in the order of their bits, each power of two 2^52 of them further on: this is the exponent
    // of bound / least, rounded down, without a division.
    const std::uint64_t further = bound[j] > 0 ? std::bit_cast<std::uint64_t>(bound[j]) - least_bits : 0;
    const std::uint64_t c = std::min<std::uint64_t>(further >> 52, most - 1);
    double& limit = of_class[c];
    if (std::isnan(limit)) limit = at_rest_below(problem, std::ldexp(least_, static_cast<int>(c)));
    of_column_[j] = limit;
  }
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
