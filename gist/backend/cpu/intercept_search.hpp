#pragma once

#include <vector>

#include "gist/backend/cpu/sample_loops.hpp"

namespace gist::cpu {

/// Finds the intercept b that minimises sum_i s_i loss(margin_i + b, y_i), to rounding.
///
/// Profiling the intercept out, instead of giving it a coordinate of the gradient step, makes it exact at every w: at
/// lambda_max, and under any class imbalance, where a shared step size would crawl.
class InterceptSearch {
 public:
  double best(const Loss& loss, const Samples& samples, double start, Team& team);

  /// Slope, curvature, and summed |slope_i| of b -> sum_i s_i loss(margin_i + b, y_i).
  struct Shape {
    double slope = 0, curvature = 0, size = 0;
    Shape& operator+=(const Shape& other);
  };

 private:
  Shape shape_at(const Loss& loss, const Samples& samples, double b, Team& team);

  std::vector<Shape> partial_;
};

}  // namespace gist::cpu
