#pragma once

#include "gist/backend/cpu/second_moments.hpp"

namespace gist::cpu {

/// Multiplications that sparse_moments() takes: half the squares of the rows' entries. Infinite where there are no
/// rows to go by.
double sparse_moments_cost(const Design& design);

/// The moments of a sparse design that is there by rows, about 0: a centre would fill it. So with an intercept a
/// column whose values hardly differ loses digits; `lost` says whether one has lost more than half of them.
struct SparseMoments {
  SecondMoments moments;
  bool lost = false;
};
SparseMoments sparse_moments(const Problem& problem);

}  // namespace gist::cpu
