#pragma once

#include <atomic>
#include <cstdint>

#include "gist/backend/cpu/column_space.hpp"
#include "gist/core/pages.hpp"
#include "gist/core/team.hpp"
#include "gist/fit/spec.hpp"
#include "gist/solver/problem.hpp"

namespace gist {

/// What is known at w = 0, before the strength of the penalty is settled.
struct NullModel {
  double gradient_scale;  ///< largest |gradient_j| at w = 0 with the best intercept (but see rounding.hpp)
  double lambda_max;      ///< see lambda_max.hpp; here unpenalised coefficients are at their best
  std::int64_t passes;    ///< over the data, to find out, beyond those the space has counted
  double loss = 0;        ///< mean loss at w = 0 with the best intercept
  double intercept = 0;   ///< which is this
  bool at_zero = true;    ///< every coefficient is penalised, so the gradient is the one at w = 0
  WorkVector gradient{};  ///< with the unpenalised coefficients at their best: what lambda_max is made from
};

/// Looks at w = 0 in `space`, that of the problem. Throws Error for data so large that the gradient there is not
/// finite.
NullModel study_null(cpu::ColumnSpace& space, const Problem& problem, const FitSpec& spec, Team& team,
                     const std::atomic<bool>* interrupt);

}  // namespace gist
