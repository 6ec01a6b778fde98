#include "gist/backend/cpu/intercept_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "gist/backend/cpu/kernels_logistic.hpp"

namespace gist::cpu {

InterceptSearch::Shape& InterceptSearch::Shape::operator+=(const Shape& other) {
  slope += other.slope;
  curvature += other.curvature;
  size += other.size;
  return *this;
}

namespace {

template <class L>
InterceptSearch::Shape shape_range(const L& loss, const Samples& samples, double b, std::int64_t begin,
                                   std::int64_t end) {
  InterceptSearch::Shape part;
  for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i) {
    const double z = samples.margin[i] + b;
    const double slope = samples.weighted(i, loss.slope(z, samples.target[i]));
    part.slope += slope;
    part.size += std::abs(slope);
    part.curvature += samples.weighted(i, loss.curvature(z, samples.target[i]));
  }
  return part;
}
InterceptSearch::Shape shape_range(const Logistic&, const Samples& samples, double b, std::int64_t begin,
                                   std::int64_t end) {
  const bool weighted = !samples.weight.empty();
  const LogisticShape sums = logistic_shape(
      {samples.margin.data(), samples.target.data(), weighted ? samples.weight.data() : nullptr, b}, begin, end);
  const double scale = weighted ? 1 : samples.uniform;
  return {scale * sums.slope, scale * sums.curvature, scale * sums.size};
}

}  // namespace

InterceptSearch::Shape InterceptSearch::shape_at(const Loss& loss, const Samples& samples, double b, Team& team) {
  return std::visit(
      [&](const auto& l) {
        return sum_chunks<Shape>(samples.size(), team, partial_, [&](std::int64_t begin, std::int64_t end) {
          return shape_range(l, samples, b, begin, end);
        });
      },
      loss);
}

/// Newton inside a bracket that closes from both sides. A Newton step is followed only while each is at most half of
/// the one before: on the exponential tail of poisson they are all of length 1, and where the curvature vanishes
/// (far-off margins, the linear parts of Huber) they are of any length. Otherwise the bracket is halved or, while one
/// side is still open, a reach that doubles is stepped out; so any start comes to any intercept in some tens of looks.
double InterceptSearch::best(const Loss& loss, const Samples& samples, double start, Team& team) {
  constexpr double rounding = 4 * std::numeric_limits<double>::epsilon();
  constexpr int enough = 500;
  double b = start, low = -infinity, high = infinity, reach = 1, last = infinity;
  for (int i = 0; i < enough; ++i) {
    const Shape shape = shape_at(loss, samples, b, team);
    if (std::isnan(shape.slope)) break;  // so are the margins; the loss will tell
    if (std::isfinite(shape.size) && std::abs(shape.slope) <= rounding * shape.size) break;
    (shape.slope > 0 ? high : low) = b;
    const bool bracketed = std::isfinite(low) && std::isfinite(high);
    if (bracketed && high - low <= rounding * std::max(std::abs(low), std::abs(high))) break;
    const double newton = -shape.slope / shape.curvature;
    const bool followed =
        std::abs(newton) <= last / 2 && (bracketed ? low < b + newton && b + newton < high : std::abs(newton) <= reach);
    last = followed ? std::abs(newton) : infinity;
    double next = b + newton;
    if (!followed) next = bracketed ? low + (high - low) / 2 : b - std::copysign(reach, shape.slope);
    if (!bracketed) reach *= 2;
    if (next == b) break;
    b = next;
  }
  return b;
}

}  // namespace gist::cpu
