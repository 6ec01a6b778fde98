#pragma once

#include <cstdint>

namespace gist::cpu {

/// The samples that one coefficient touches, in single precision: y_i (margin_i + b), y_i x_i and s_i; `weight` null
/// stands for ones.
struct LogisticLineSamples {
  const float* margin;
  const float* entry;
  const float* weight;
  std::int64_t count;
};

/// The logistic loss of these samples with the coefficient changed by d, its slope and curvature in d, each sum times
/// s_i. In single precision but for the sums over many: what a move of one coefficient is worth need be known to a
/// millionth, and twice as many samples go into a vector as in double precision, with half the terms of every series.
struct LogisticLine {
  double loss = 0, slope = 0, curvature = 0;
};
LogisticLine logistic_line(const LogisticLineSamples& samples, float d);

}  // namespace gist::cpu
