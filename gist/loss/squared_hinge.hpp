#pragma once

#include <algorithm>
#include <string_view>
#include <tuple>

#include "gist/core/field.hpp"
#include "gist/core/host_device.hpp"
#include "gist/loss/targets.hpp"

namespace gist {

/// Squared hinge (L2-loss support vector machine): max(0, 1 - y z)^2 / 2, y = -1 or +1.
struct SquaredHinge {
  static constexpr std::string_view name = "squared-hinge";
  static constexpr std::string_view formula = "max(0, 1 - y z)^2 / 2";
  static constexpr Targets targets = Targets::classes;
  static constexpr std::tuple<> fields{};

  GIST_HD double value(double z, double y) const {
    const double short_by = std::max(0.0, 1 - y * z);
    return short_by * short_by / 2;
  }
  GIST_HD double slope(double z, double y) const { return -y * std::max(0.0, 1 - y * z); }
  GIST_HD double curvature(double z, double y) const { return y * z <= 1 ? 1 : 0; }
  double curvature_bound() const { return 1; }
  /// Reaches its minimum 0 at a finite margin: nothing escapes.
  Escape escape(double m, double y) const { return {y > 0 ? -m : -infinity, y > 0 ? infinity : -m, false}; }
};

}  // namespace gist
