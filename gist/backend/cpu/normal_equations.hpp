#pragma once

#include <cstddef>
#include <vector>

#include "gist/backend/cpu/second_moments.hpp"

namespace gist::cpu {

/// Least squares without their samples. With A and b the scaled columns and y - offset, sqrt(s_i) times each sample and
/// the intercept profiled out,
///   loss(w) = 1/2 ||A w - b||^2 = 1/2 (square - 2 <moment, w> + <w, gram w>),   gradient(w) = gram w - moment.
struct NormalEquations {
  std::size_t columns = 0;
  WorkVector gram;             ///< A'A, row after row
  std::vector<double> moment;  ///< A'b
  double square = 0;           ///< b'b
  double level = 0;            ///< the best intercept at w is level - <shift, w>
  std::vector<double> shift;

  const double* row(std::size_t j) const { return gram.data() + j * columns; }
  double curvature(std::size_t j) const { return gram[j * columns + j]; }
};

/// Those of a problem, from the moments of its samples. Moments may be of samples that are weighted alike but for a
/// factor: they are divided by their weight.
NormalEquations normal_equations(const Problem& problem, const SecondMoments& moments);

}  // namespace gist::cpu
