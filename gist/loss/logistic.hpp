#pragma once

#include <cmath>
#include <string_view>
#include <tuple>

#include "gist/core/field.hpp"
#include "gist/core/host_device.hpp"
#include "gist/loss/targets.hpp"

namespace gist {

/// Logistic regression: log(1 + exp(-y z)), y = -1 or +1. Every branch has its exponential of a number <= 0: no margin
/// overflows.
struct Logistic {
  static constexpr std::string_view name = "logistic";
  static constexpr std::string_view formula = "log(1 + exp(-y z))";
  static constexpr Targets targets = Targets::classes;
  static constexpr std::tuple<> fields{};

  GIST_HD double value(double z, double y) const {
    const double m = y * z;
    const double e = std::log1p(std::exp(-std::abs(m)));
    return m > 0 ? e : e - m;
  }
  GIST_HD double slope(double z, double y) const {
    const double m = y * z;
    const double e = std::exp(-std::abs(m));
    return -y * (m > 0 ? e : 1.0) / (1 + e);
  }
  GIST_HD double curvature(double z, double /*y*/) const {
    const double e = std::exp(-std::abs(z));
    return e / ((1 + e) * (1 + e));
  }
  double curvature_bound() const { return 0.25; }
  Escape escape(double m, double y) const { return {y > 0 ? -m : -infinity, y > 0 ? infinity : -m, true}; }
};

}  // namespace gist
