#pragma once

#include <cstdint>
#include <vector>

#include "gist/fit/fit.hpp"
#include "tests/support/plain_scalars.hpp"

namespace gist::testing {

/// How a matrix is handed to the library.
enum class Kind { dense, sparse_rows, sparse_columns, dense_float, sparse_float };
inline constexpr std::initializer_list<Kind> all_kinds{Kind::dense, Kind::sparse_rows, Kind::sparse_columns,
                                                       Kind::dense_float, Kind::sparse_float};

/// A small dense matrix, row after row: what everything is made from and judged by.
struct Matrix {
  std::size_t rows = 0, columns = 0;
  std::vector<double> value;
  double& at(std::size_t i, std::size_t j) { return value[i * columns + j]; }
  double at(std::size_t i, std::size_t j) const { return value[i * columns + j]; }
};

Design design_of(const Matrix& matrix, Kind kind = Kind::dense);

/// A matrix with the library's labels and everything else a fit takes.
struct Plain {
  Matrix x;
  std::vector<double> label;
  std::vector<double> weight, offset, factor, lower, upper;

  FitData data(Kind kind = Kind::dense) const;
};

/// Labels that suit the loss, from a planted sparse w plus noise: never separable, counts small, a third of the matrix
/// zero. All values are exact in float.
Plain random_plain(std::size_t rows, std::size_t columns, Targets targets, std::uint64_t seed);

/// A spec that says only what is minimised.
FitSpec spec_of(const Loss& loss, const Penalty& penalty);

/// All of w, zeros included.
std::vector<double> dense_w(const Model& model);

/// What a model is worth, recomputed from its coefficients on the original scale, its intercept, its spec and the data.
struct Judgement {
  Real loss = 0, penalty = 0;
  Real critical = 0, prox = 0, coordinate = 0;
  Real intercept_slope = 0;
  Real gradient_scale = 0;     ///< largest |gradient_j| at w = 0 with the best intercept
  std::vector<Real> at_zero;   ///< the gradient there
  std::vector<Real> gradient;  ///< at the model, on the scale the penalty acts on
  Real objective() const { return loss + penalty; }
};
Judgement judge(const Plain& plain, const Model& model);

/// Objective of the spec at any (w, b) of the original scale.
Real objective_at(const Plain& plain, const FitSpec& spec, const std::vector<double>& w, double b);

}  // namespace gist::testing
