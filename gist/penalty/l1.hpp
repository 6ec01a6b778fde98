#pragma once

#include <cmath>
#include <string_view>
#include <tuple>

#include "gist/core/field.hpp"
#include "gist/core/host_device.hpp"
#include "gist/penalty/candidates.hpp"

namespace gist {

/// The l1 norm (lasso): r(x) = lambda |x|.
struct L1 {
  static constexpr std::string_view name = "l1";
  static constexpr std::string_view formula = "lambda |w|";
  static constexpr bool convex = true;
  double lambda = 1;
  static constexpr std::tuple fields{Field{"lambda", &L1::lambda, at_least(0), "strength of the penalty"}};

  /// Soft threshold at lambda * step.
  struct Prox {
    double threshold;
    GIST_HD double operator()(double v) const {
      const double a = std::abs(v);
      return a <= threshold ? 0.0 : std::copysign(a - threshold, v);
    }
  };
  Prox prox(double step) const { return {lambda * step}; }

  GIST_HD double value(double x) const { return lambda * std::abs(x); }
  Slopes slopes(double /*a*/) const { return {lambda, lambda}; }
  double slope_at_zero() const { return lambda; }
  Candidates candidates(double a, double step) const { return Candidates(a - lambda * step); }
  L1 scaled(double factor) const { return {lambda * factor}; }
  double flat_from() const { return lambda > 0 ? infinity : 0; }
  double jumps_below() const { return 0; }
};

}  // namespace gist
