#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "gist/backend/cpu/coefficient_loops.hpp"
#include "gist/solver/working_set.hpp"

namespace gist::cpu {

/// Slope and bend of r_j + ridge_j w^2 / 2 on the branch of the penalty that a coefficient off 0 stands on.
struct Branch {
  double slope, bend;
  bool smooth;  ///< not at a kink of the penalty, where there is no one branch
};

template <class P>
Branch branch_at(const Coordinates<P>& coordinates, std::size_t j, double w) {
  const P penalty = coordinates.penalty(j);
  const double a = std::abs(w), h = 1e-4 * a, ridge = coordinates.ridge(j);
  const auto [low, high] = penalty.slopes(a);
  const double bend = (penalty.slopes(a + h).low - penalty.slopes(a - h).low) / (2 * h);
  return {std::copysign(low, w) + ridge * w, bend + ridge, low == high && std::isfinite(bend)};
}

/// The Newton step of one coefficient on its branch. Not a number where the branch is too concave for the curvature to
/// hold it.
template <class P>
double on_branch(const Coordinates<P>& coordinates, std::size_t j, double w, double slope, double curvature) {
  const auto [pull, bend, smooth] = branch_at(coordinates, j, w);
  const double convex = curvature + coordinates.ridge(j);
  if (!(curvature + bend > convex / 4)) return std::numeric_limits<double>::quiet_NaN();
  return w - (slope + pull) / (curvature + bend);
}

/// How coefficients may move on a model.
struct Manner {
  Jumps jumps = Jumps::bold;
  Admission admission = Admission::coordinate;
};

/// Where coefficient j goes from w on a model with this slope and curvature. Where the curvature is too small to keep
/// the operator from jumping, the model's word is not enough for a jump: the loss may bend more on the way than it does
/// here. So jumps are taken at the column's curvature bound, where the model is above the loss, and between jumps the
/// coefficient follows its branch.
template <class P>
double move(const Coordinates<P>& coordinates, std::size_t j, double w, double slope, double curvature, double bound,
            Manner manner) {
  if (w == 0 && manner.admission == Admission::subgradient && !(coordinates.critical(j, w, slope) > 0)) return w;
  if (manner.jumps == Jumps::bold || curvature + coordinates.ridge(j) >= coordinates.penalty(j).jumps_below())
    return coordinates.step(j, w, slope, curvature);
  const double safe = coordinates.step(j, w, slope, bound);
  if (w == 0 || !(std::abs(safe - w) <= std::abs(w) / 2)) return safe;
  const double free = on_branch(coordinates, j, w, slope, curvature);
  const double newton = std::min(std::max(free, coordinates.lower(j)), coordinates.upper(j));
  if (!(newton * w > 0)) return safe;
  const auto rise = [&](double x) {
    return (x - w) * (slope + curvature / 2 * (x - w)) + coordinates.value(j, x) - coordinates.value(j, w);
  };
  return rise(newton) < rise(safe) ? newton : safe;
}

}  // namespace gist::cpu
