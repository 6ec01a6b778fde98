#pragma once

#include <string_view>
#include <tuple>

#include "gist/core/field.hpp"
#include "gist/core/host_device.hpp"
#include "gist/penalty/candidates.hpp"

namespace gist {

/// No penalty: r(x) = 0. With --ridge it is ridge regression.
struct None {
  static constexpr std::string_view name = "none";
  static constexpr std::string_view formula = "0";
  static constexpr bool convex = true;
  static constexpr std::tuple<> fields{};

  struct Prox {
    GIST_HD double operator()(double v) const { return v; }
  };
  Prox prox(double /*step*/) const { return {}; }

  GIST_HD double value(double /*x*/) const { return 0; }
  Slopes slopes(double /*a*/) const { return {0, 0}; }
  double slope_at_zero() const { return 0; }
  Candidates candidates(double a, double /*step*/) const { return Candidates(a); }
  None scaled(double /*factor*/) const { return *this; }
  double flat_from() const { return 0; }
  double jumps_below() const { return 0; }
};

}  // namespace gist
