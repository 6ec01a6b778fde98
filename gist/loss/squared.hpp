#pragma once

#include <string_view>
#include <tuple>

#include "gist/core/field.hpp"
#include "gist/core/host_device.hpp"
#include "gist/loss/targets.hpp"

namespace gist {

/// Least squares: (z - y)^2 / 2.
struct Squared {
  static constexpr std::string_view name = "squared";
  static constexpr std::string_view formula = "(z - y)^2 / 2";
  static constexpr Targets targets = Targets::numbers;
  static constexpr std::tuple<> fields{};

  GIST_HD double value(double z, double y) const { return (z - y) * (z - y) / 2; }
  GIST_HD double slope(double z, double y) const { return z - y; }
  GIST_HD double curvature(double /*z*/, double /*y*/) const { return 1; }
  double curvature_bound() const { return 1; }
  /// Constant along the direction or rising.
  Escape escape(double m, double /*y*/) const { return {-m, -m, false}; }
};

}  // namespace gist
