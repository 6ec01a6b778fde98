#pragma once

#include <cstdint>

namespace gist::cpu {

/// The logistic loss over samples [begin, end), in vector instructions chosen at run time: exp and log1p are most of
/// what a small fit does outside the products. Within four units in the last place of loss/logistic.hpp; the same bits
/// however the samples are cut into ranges that begin at multiples of 8. `weight` null stands for ones.
struct LogisticSamples {
  const double* margin;
  const double* target;
  const double* weight;
  double intercept;
};

/// sum_i s_i log(1 + exp(-y_i (margin_i + b))) and the slopes as below, by one exponential a sample.
struct LogisticLook {
  double loss = 0, slope = 0;
};
LogisticLook logistic_look(const LogisticSamples& samples, double scale, double* out, std::int64_t begin,
                           std::int64_t end);

/// out_i = scale s_i slope_i; returns their sum.
double logistic_slopes(const LogisticSamples& samples, double scale, double* out, std::int64_t begin, std::int64_t end);

/// out_i = factor s_i min(bound, scale max(curvature_i, least, caution slope_i^2 / (2 loss_i))).
struct CurvatureLimits {
  double least, caution, scale, bound;
};
void logistic_curvatures(const LogisticSamples& samples, const CurvatureLimits& limits, double factor, double* out,
                         std::int64_t begin, std::int64_t end);

/// What the search for the intercept looks at, each sum times s_i: slopes, their sizes, curvatures.
struct LogisticShape {
  double slope = 0, size = 0, curvature = 0;
};
LogisticShape logistic_shape(const LogisticSamples& samples, std::int64_t begin, std::int64_t end);

}  // namespace gist::cpu
