#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string_view>
#include <vector>

#include "gist/core/field.hpp"

namespace gist {

enum class AcceptanceKind { monotone, nonmonotone };
template <>
struct Names<AcceptanceKind> {
  static constexpr std::array<std::string_view, 2> names{"monotone", "nonmonotone"};
};

/// Whether `objective` is at most `reference` up to a few units in the last place, which is all that is left of a
/// decrease near the end.
inline bool no_higher(double objective, double reference) {
  return objective <= reference + 4 * std::numeric_limits<double>::epsilon() * std::abs(reference);
}

/// The line search criterion: a trial is accepted when its objective is at most
///   max of the last m objectives - sufficient          (m = 1: the monotone rule, eq. 3; m > 1: eq. 4)
/// up to a few units in the last place of the objective, below which the comparison would only see rounding.
class Acceptance {
 public:
  explicit Acceptance(int memory) : recent_(static_cast<std::size_t>(memory)) {}

  /// Remembers the objective of an accepted point.
  void push(double objective) {
    recent_[static_cast<std::size_t>(count_ % recent_.size())] = objective;
    ++count_;
  }

  void forget() { count_ = 0; }

  double reference() const {
    const auto kept = std::min(count_, recent_.size());
    return *std::max_element(recent_.begin(), recent_.begin() + static_cast<std::ptrdiff_t>(kept));
  }

  bool accepts(double objective, double sufficient) const {
    const double reference_value = reference();
    return objective <= reference_value - sufficient + rounding * std::abs(reference_value);
  }

  static constexpr double rounding = 4 * std::numeric_limits<double>::epsilon();

 private:
  std::vector<double> recent_;
  std::size_t count_ = 0;
};

}  // namespace gist
