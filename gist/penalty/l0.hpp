#pragma once

#include <cmath>
#include <string_view>
#include <tuple>

#include "gist/core/field.hpp"
#include "gist/core/host_device.hpp"
#include "gist/penalty/candidates.hpp"

namespace gist {

/// The number of non-zeros: r(x) = lambda [x != 0].
struct L0 {
  static constexpr std::string_view name = "l0";
  static constexpr std::string_view formula = "lambda [w != 0]";
  static constexpr bool convex = false;
  double lambda = 1;
  static constexpr std::tuple fields{Field{"lambda", &L0::lambda, at_least(0), "strength of the penalty"}};

  /// Hard threshold at sqrt(2 lambda step).
  struct Prox {
    double threshold;
    GIST_HD double operator()(double v) const { return std::abs(v) <= threshold ? 0.0 : v; }
  };
  Prox prox(double step) const { return {std::sqrt(2 * lambda * step)}; }

  GIST_HD double value(double x) const { return x == 0 ? 0.0 : lambda; }
  Slopes slopes(double /*a*/) const { return {0, 0}; }
  double slope_at_zero() const { return lambda > 0 ? infinity : 0; }
  Candidates candidates(double a, double /*step*/) const { return Candidates(a); }
  L0 scaled(double factor) const { return {lambda * factor}; }
  double flat_from() const { return 0; }
  double jumps_below() const { return lambda > 0 ? infinity : 0; }
};

}  // namespace gist
