#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "gist/core/field.hpp"

namespace gist::testing_support {

/// Random numbers for property tests, the same on every machine: the engine is specified by the standard, and the
/// distributions (which are not) are written here.
class Draw {
 public:
  explicit Draw(std::uint64_t seed) : engine_(seed) {}

  double uniform(double low, double high) {
    return low + (high - low) * (static_cast<double>(engine_() >> 11) * 0x1p-53);
  }
  double log_uniform(double low, double high) { return std::exp(uniform(std::log(low), std::log(high))); }
  bool chance(double probability) { return uniform(0, 1) < probability; }
  int below(int count) { return static_cast<int>(engine_() % static_cast<std::uint64_t>(count)); }
  template <class T>
  T one_of(const std::vector<T>& items) {
    return items[static_cast<std::size_t>(below(static_cast<int>(items.size())))];
  }

  /// x moved by at most three steps to a neighbouring double, x >= 0.
  double nudge(double x) {
    for (int k = below(7) - 3; k != 0; k += k > 0 ? -1 : 1) x = std::nextafter(x, k > 0 ? infinity : 0.0);
    return x;
  }

  /// x itself, a neighbour, a little off, or somewhere within a factor of ten.
  double near(double x) {
    switch (below(4)) {
      case 0: return nudge(x);
      case 1: return x * (1 + uniform(-1, 1) * log_uniform(1e-15, 1e-2));
      case 2: return x * uniform(0.5, 2);
      default: return x * log_uniform(0.1, 10);
    }
  }

  /// A value a field may take: half of the time of ordinary size, else anywhere in many decades or at a closed end.
  double inside(const Range& range) {
    const bool ordinary = chance(0.5);
    if (std::isfinite(range.low) && std::isfinite(range.high)) {
      const double margin = ordinary ? uniform(0.1, 0.9) : log_uniform(1e-8, 0.5);
      return chance(0.5) ? range.low + margin * (range.high - range.low)
                         : range.high - margin * (range.high - range.low);
    }
    if (!range.low_open && chance(0.05)) return range.low;
    const double width = range.low_open ? 1e8 : 1e10;
    return range.low + (ordinary ? log_uniform(0.1, 10) : log_uniform(1 / width, width));
  }

  /// A penalty or loss with random parameters, out of its own table of fields.
  template <class T>
  T parameters() {
    T drawn;
    for_each_field<T>([&](const auto& field) { drawn.*field.member = inside(field.range); });
    return drawn;
  }

 private:
  std::mt19937_64 engine_;
};

/// "mcp lambda=2 theta=3", for messages.
template <class T>
std::string describe(const T& options) {
  std::string text(T::name);
  for_each_field<T>(
      [&](const auto& field) { text += " " + std::string(field.name) + "=" + shortest(options.*field.member); });
  return text;
}

/// The largest a >= 0 with below(a), for a predicate that is true up to some point and false beyond, by bisection over
/// the doubles themselves; infinity if it is never false.
template <class Predicate>
double last_where(const Predicate& below) {
  std::uint64_t yes = 0, no = std::bit_cast<std::uint64_t>(1e300);
  if (below(1e300)) return infinity;
  while (no - yes > 1) {
    const std::uint64_t middle = yes + (no - yes) / 2;
    (below(std::bit_cast<double>(middle)) ? yes : no) = middle;
  }
  return std::bit_cast<double>(yes);
}

}  // namespace gist::testing_support
