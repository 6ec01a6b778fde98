#pragma once

#include <string_view>
#include <tuple>

#include "gist/core/field.hpp"
#include "gist/core/host_device.hpp"
#include "gist/loss/targets.hpp"

namespace gist {

/// Smooth hinge (Rennie 2005), m = y z: 1/2 - m for m <= 0, (1 - m)^2 / 2 up to 1, then 0. Linear in gross errors,
/// where the squared hinge is quadratic.
struct SmoothHinge {
  static constexpr std::string_view name = "smooth-hinge";
  static constexpr std::string_view formula = "1/2 - m for m <= 0, (1 - m)^2 / 2 up to 1, then 0, m = y z";
  static constexpr Targets targets = Targets::classes;
  static constexpr std::tuple<> fields{};

  GIST_HD double value(double z, double y) const {
    const double m = y * z;
    if (m <= 0) return 0.5 - m;
    return m < 1 ? (1 - m) * (1 - m) / 2 : 0;
  }
  GIST_HD double slope(double z, double y) const {
    const double m = y * z;
    if (m <= 0) return -y;
    return m < 1 ? -y * (1 - m) : 0;
  }
  /// At a kink of the slope, the larger side.
  GIST_HD double curvature(double z, double y) const { return y * z >= 0 && y * z <= 1 ? 1 : 0; }
  double curvature_bound() const { return 1; }
  /// Never rises while the margin grows, and is at its minimum from a finite margin on: it does not keep falling.
  Escape escape(double m, double y) const { return {y > 0 ? -m : -infinity, y > 0 ? infinity : -m, false}; }
};

}  // namespace gist
