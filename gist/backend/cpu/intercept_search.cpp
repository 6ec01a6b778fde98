#include "gist/backend/cpu/intercept_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gist::cpu {

InterceptSearch::Shape& InterceptSearch::Shape::operator+=(const Shape& other) {
  slope += other.slope;
  curvature += other.curvature;
  size += other.size;
  return *this;
}

InterceptSearch::Shape InterceptSearch::shape_at(const Loss& loss, const Samples& samples, double b, Team& team) {
  return std::visit(
      [&](const auto& l) {
        return sum_chunks<Shape>(samples.size(), team, partial_, [&](std::int64_t begin, std::int64_t end) {
          Shape part;
          for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i) {
            const double z = samples.margin[i] + b, s = samples.weight_of(i);
            const double slope = s * l.slope(z, samples.target[i]);
            part.slope += slope;
            part.size += std::abs(slope);
            part.curvature += s * l.curvature(z, samples.target[i]);
          }
          return part;
        });
      },
      loss);
}

/// Newton inside a bracket that closes from both sides. Where the curvature vanishes (far-off margins, the linear parts
/// of Huber) or one side is still open, the step is limited and the limit doubles, so any start reaches any intercept.
double InterceptSearch::best(const Loss& loss, const Samples& samples, double start, Team& team) {
  constexpr double rounding = 4 * std::numeric_limits<double>::epsilon();
  double b = start, low = -infinity, high = infinity, reach = 1;
  for (int i = 0; i < 200; ++i) {
    const Shape shape = shape_at(loss, samples, b, team);
    if (std::abs(shape.slope) <= rounding * shape.size) break;
    (shape.slope > 0 ? high : low) = b;
    const bool bracketed = std::isfinite(low) && std::isfinite(high);
    if (bracketed && high - low <= rounding * std::max(std::abs(low), std::abs(high))) break;
    double next = b - shape.slope / shape.curvature;
    if (!std::isfinite(next)) next = shape.slope > 0 ? -infinity : infinity;
    if (bracketed) {
      if (!(low < next && next < high)) next = low + (high - low) / 2;
    } else {
      next = std::clamp(next, b - reach, b + reach);
      reach *= 2;
    }
    if (next == b) break;
    b = next;
  }
  return b;
}

}  // namespace gist::cpu
