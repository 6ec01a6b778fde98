#pragma once

#include <algorithm>
#include <cmath>
#include <string_view>
#include <tuple>

#include "gist/core/field.hpp"
#include "gist/core/host_device.hpp"
#include "gist/loss/targets.hpp"

namespace gist {

/// Huber's robust loss, e = z - y: e^2 / 2 for |e| <= delta, else delta (|e| - delta / 2).
struct Huber {
  static constexpr std::string_view name = "huber";
  static constexpr std::string_view formula = "e^2 / 2 for |e| <= delta, else delta (|e| - delta/2), e = z - y";
  static constexpr Targets targets = Targets::numbers;
  double delta = 1;
  static constexpr std::tuple fields{
      Field{"delta", &Huber::delta, above(0), "residuals beyond this count linearly, in units of the label"}};

  GIST_HD double value(double z, double y) const {
    const double a = std::abs(z - y);
    return a <= delta ? a * a / 2 : delta * (a - delta / 2);
  }
  GIST_HD double slope(double z, double y) const { return std::clamp(z - y, -delta, delta); }
  GIST_HD double curvature(double z, double y) const { return std::abs(z - y) <= delta ? 1 : 0; }
  double curvature_bound() const { return 1; }
  Escape escape(double m, double /*y*/) const { return {-m, -m, false}; }
};

}  // namespace gist
