#pragma once

#include <cmath>
#include <string_view>
#include <tuple>

#include "gist/core/field.hpp"
#include "gist/core/host_device.hpp"
#include "gist/loss/targets.hpp"

namespace gist {

/// Poisson regression with log link: exp(z) - y z, y >= 0 (the constant log y! is left out). Its slope is not
/// Lipschitz; a trial that overflows has an infinite objective and the line search shortens the step.
struct Poisson {
  static constexpr std::string_view name = "poisson";
  static constexpr std::string_view formula = "exp(z) - y z";
  static constexpr Targets targets = Targets::counts;
  static constexpr std::tuple<> fields{};

  GIST_HD double value(double z, double y) const { return std::exp(z) - y * z; }
  GIST_HD double slope(double z, double y) const { return std::exp(z) - y; }
  GIST_HD double curvature(double z, double /*y*/) const { return std::exp(z); }
  double curvature_bound() const { return infinity; }
  Escape escape(double m, double y) const { return {y > 0 ? -m : -infinity, -m, y == 0}; }
};

}  // namespace gist
