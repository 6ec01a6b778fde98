#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "gist/core/field.hpp"

namespace gist {

/// Where the line search of an iteration starts its inverse step t.
enum class StepStart {
  one,       ///< t = 1
  previous,  ///< the t accepted last
  bb,        ///< Barzilai-Borwein: <dw, dg> / <dw, dw> over the last step
};
template <>
struct Names<StepStart> {
  static constexpr std::array<std::string_view, 3> names{"one", "previous", "bb"};
};

/// Proposes t at the start of an iteration.
class StepRule {
 public:
  StepRule(StepStart start, double t_min, double t_max) : start_(start), t_min_(t_min), t_max_(t_max) {}

  bool needs_curvature() const { return start_ == StepStart::bb; }

  /// `accepted` is the t of the last accepted step, `curvature` its BB quotient (ignored unless needed). A quotient
  /// that is not positive or not finite says nothing about the curvature, so the accepted t stands in for it.
  double propose(double accepted, double curvature) const {
    double t = 1;
    if (start_ == StepStart::previous) t = accepted;
    if (start_ == StepStart::bb) t = std::isfinite(curvature) && curvature > 0 ? curvature : accepted;
    return std::clamp(t, t_min_, t_max_);
  }
  /// Before the first step: 1, or the t a warm start was certified at, where that is a t at all.
  double first(double known) const {
    const bool usable = start_ != StepStart::one && std::isfinite(known) && known > 0;
    return std::clamp(usable ? known : 1.0, t_min_, t_max_);
  }

 private:
  StepStart start_;
  double t_min_, t_max_;
};

}  // namespace gist
