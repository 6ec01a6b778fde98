#pragma once

#include <span>
#include <vector>

#include "gist/backend/cpu/space.hpp"

namespace gist {

/// What the answer is worth, worked out from the coefficients alone after the solver is done.
///
/// Three stationarity residuals, weakest first (docs/math.md): `critical`, the distance of -gradient to d r1 - d r2;
/// `prox`, t ||w - prox(w - gradient/t)||_inf at the t recorded here; `coordinate`, the same with every coordinate's
/// own curvature for t. All absolute, on the scale the penalty acts on; divide by `gradient_scale` to compare across
/// problems.
struct Certificate {
  double loss = 0, penalty = 0;
  double critical = 0, prox = 0, coordinate = 0;
  double t = 1;
  double intercept_slope = 0;  ///< |gradient with respect to the intercept|
  double objective() const { return loss + penalty; }
};

/// The certificate of w for the problem. `column_curvature` holds t_j (backend/cpu/column_bounds.hpp). Three residuals,
/// one pass each way.
Certificate certify(cpu::CpuSpace& space, const Problem& problem, cpu::CpuSpace::Point& point, double t,
                    std::span<const double> column_curvature, Team& team);

/// The same of a point whose loss, penalty and gradient have just been computed by the space.
Certificate certify_computed(const cpu::CpuSpace& space, const Problem& problem, const cpu::CpuSpace::Point& point,
                             double t, std::span<const double> column_curvature, Team& team);

}  // namespace gist
