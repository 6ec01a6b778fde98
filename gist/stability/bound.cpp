#include "gist/stability/bound.hpp"

#include <algorithm>
#include <cmath>

namespace gist {

double worst_case_bound(double q, double p, double threshold) { return q * q / ((2 * threshold - 1) * p); }

std::optional<double> unimodal_bound(double q, double p, double threshold, int pairs) {
  const double share = q / p, square = share * share, b = pairs;
  if (share > 1 / std::sqrt(3.0) || threshold > 1) return std::nullopt;
  if (threshold > 0.75) return 4 * (1 - threshold + 1 / (2 * b)) / (1 + 1 / b) * q * share;
  // The theorem is for thresholds from 1/2 + 1/B on; nearer to 1/2 its constant is negative or worse than none.
  if (threshold < 0.5 + 1 / b || threshold <= 0.5 + std::min(square, 1 / (2 * b) + 0.75 * square)) return std::nullopt;
  return q * share / (2 * (2 * threshold - 1 - 1 / (2 * b)));
}

int selections_for(double errors, double p, double threshold) {
  const double most = std::sqrt(errors * (2 * threshold - 1) * p);
  return static_cast<int>(std::clamp(std::floor(most * (1 + 1e-12)), 1.0, p));
}

}  // namespace gist
