#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <tuple>

#include "gist/core/field.hpp"
#include "gist/path/path.hpp"

namespace gist {

/// Information criteria: -2 log likelihood + price per degree of freedom, lower is better.
///   aic   2                          (Akaike 1974)
///   bic   log n                      (Schwarz 1978)
///   ebic  log n, and 2 log(d over m) for m non-zeros of d features   (Chen and Chen 2008, gamma = 1)
///   gic   log(log n) log d           (Fan and Tang 2013)
enum class Criterion { aic, bic, ebic, gic };
template <>
struct Names<Criterion> {
  static constexpr std::array<std::string_view, 4> names{"aic", "bic", "ebic", "gic"};
};

/// What the criteria are made of.
struct Likelihood {
  double minus_twice_log;  ///< up to a constant of the data: n log(2 loss) for squared (variance profiled out), 2 n
                           ///< loss above the saturated loss otherwise
  double samples;          ///< n: the sum of the weights, each the number of times its sample was seen
  double freedom;  ///< degrees of freedom: the non-zeros, and 1 for the intercept (Zou, Hastie, Tibshirani 2007)
  double features, nonzeros;
};

double criterion_value(Criterion criterion, const Likelihood& likelihood);

/// All four at one point of a path, in the order of the enumeration. Throws Error for a loss that is no likelihood.
using CriterionValues = std::array<double, 4>;
struct PointCriteria {
  double freedom;
  CriterionValues value;
};
/// `sample_weights` is the sum of the weights, or n.
PointCriteria criteria_at(const PathResult& path, std::size_t point, double sample_weights);

/// Throws Error unless the loss is a likelihood: squared, logistic, poisson.
void check_criterion(const Loss& loss);

/// The point where the criterion is lowest; of equal ones the first, which is the sparser of a curve.
std::size_t best_point(const PathResult& path, Criterion criterion, double sample_weights);

}  // namespace gist
