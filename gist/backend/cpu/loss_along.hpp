#pragma once

#include <span>
#include <vector>

#include "gist/solver/problem.hpp"

namespace gist::cpu {

/// The loss as a function of one coefficient, all others and the intercept held: the samples its column touches,
/// gathered once and looked at as often as need be.
///
/// A centred column touches every sample. Where few entries of it are there, and there is an intercept, it is the
/// intercept of the column as it is that is held: the coefficient changes by d and the intercept of the centred columns
/// by d times the mean, so that only the samples of those entries see it.
///
/// Logistic loss is worked out in single precision: a move is chosen by what it is worth beside others and beside the
/// penalty, which a millionth does not change, and whether the objective fell is then seen in double precision.
class LossAlong {
 public:
  explicit LossAlong(const Problem& problem)
      : problem_(problem), uniform_(1.0 / static_cast<double>(problem.target.size())) {}

  /// Column j, where the samples stand at these linear predictors: margin and intercept. A sparse design must hold its
  /// columns.
  void take(std::size_t j, std::span<const double> predictor);

  /// Whether column j is taken with its mean away, where columns are centred.
  bool centred(std::size_t j) const;

  /// Over the samples that the column touches.
  struct Line {
    double loss = 0, slope = 0, curvature = 0;
  };
  /// With the coefficient changed by d.
  Line at(double d) const;
  /// Of the curvature, whatever d; infinite where the loss has none.
  double curvature_bound() const { return bound_; }

  /// predictor += d x_j.
  void move(double d, std::span<double> predictor) const;

 private:
  void gather(std::span<const double> predictor);
  Line along_margins(const Logistic& logistic, double d) const;

  const Problem& problem_;
  double uniform_;  // the weight of every sample where none are given
  double bound_ = 0;
  std::vector<Index> row_;
  std::vector<double> x_, predictor_, target_, weight_;  // of those samples; no weights where all are the same
  std::vector<float> margin_, entry_, line_weight_;      // of logistic loss: each times its target
};

}  // namespace gist::cpu
