#include "gist/backend/cpu/intercept_search.hpp"

#include <algorithm>
#include <array>
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

/// Block by block: first every sample by itself, then sums that do not wait for one another.
template <class L>
InterceptSearch::Shape shape_range(const L& loss, const Samples& samples, double b, std::int64_t begin,
                                   std::int64_t end) {
  constexpr std::int64_t block = 128;
  std::array<double, block> slope, curvature;
  InterceptSearch::Shape sum;
  for (std::int64_t first = begin; first < end; first += block) {
    const std::int64_t count = std::min(block, end - first);
    const double* const margin = samples.margin.data() + first;
    const double* const target = samples.target.data() + first;
    for (std::int64_t k = 0; k < count; ++k) {
      const auto at = static_cast<std::size_t>(k);
      slope[at] = loss.slope(margin[k] + b, target[k]);
      curvature[at] = loss.curvature(margin[k] + b, target[k]);
    }
    for (std::int64_t k = 0; !samples.weight.empty() && k < count; ++k) {
      const auto at = static_cast<std::size_t>(k), i = static_cast<std::size_t>(first + k);
      slope[at] = samples.weighted(i, slope[at]);
      curvature[at] = samples.weighted(i, curvature[at]);
    }
    sum += sum_in_lanes<InterceptSearch::Shape>(0, count, [&](InterceptSearch::Shape& part, std::size_t k) {
      part.slope += slope[k];
      part.size += std::abs(slope[k]);
      part.curvature += curvature[k];
    });
  }
  const double scale = samples.weight.empty() ? samples.uniform : 1;
  return {scale * sum.slope, scale * sum.curvature, scale * sum.size};
}
InterceptSearch::Shape shape_range(const Logistic&, const Samples& samples, double b, std::int64_t begin,
                                   std::int64_t end) {
  const bool weighted = !samples.weight.empty();
  const LogisticShape sums = logistic_shape(
      {samples.margin.data(), samples.target.data(), weighted ? samples.weight.data() : nullptr, b}, begin, end);
  const double scale = weighted ? 1 : samples.uniform;
  return {scale * sums.slope, scale * sums.curvature, scale * sums.size};
}

/// Between the ends of a bracket: half way, or half the orders of magnitude where there are many.
double middle(double low, double high) {
  constexpr double many = 1e4;
  if (low < 0 && high > 0) return 0;
  const double near = std::max(1.0, std::min(std::abs(low), std::abs(high)));
  const double far = std::max(std::abs(low), std::abs(high));
  if (far > many * near) return std::copysign(std::sqrt(near) * std::sqrt(far), low + high);
  return low + (high - low) / 2;
}

/// Whether after this step of Newton's no more than step^2 times the curvature before it is left of the slope, so that
/// there is no need to look. Of these losses the third derivative is no larger than the second: what is left is at most
/// exp(step) - 1 - step times the curvature.
bool there_by_newton(const Loss& loss, double step) {
  return std::abs(step) <= 1 && (std::holds_alternative<Logistic>(loss) || std::holds_alternative<Poisson>(loss) ||
                                 std::holds_alternative<Squared>(loss));
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
/// side is still open, a reach that doubles is stepped out. The first reach leads back to 0: a start may be where the
/// intercept of a point that was tried and left, with coefficients out of all proportion, has been. So any start comes
/// to any intercept in some tens of looks.
double InterceptSearch::best(const Loss& loss, const Samples& samples, double start, Team& team) {
  constexpr double rounding = 4 * std::numeric_limits<double>::epsilon();
  constexpr int enough = 500;
  if (!std::isfinite(start)) start = 0;  // expected of a point that was tried and is out of all bounds
  double b = start, low = -infinity, high = infinity, last = infinity;
  double reach = std::max(1.0, std::abs(start));
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
    if (!followed) next = bracketed ? middle(low, high) : b - std::copysign(reach, shape.slope);
    if (!bracketed) reach *= 2;
    if (next == b) break;
    b = next;
    if (followed && there_by_newton(loss, newton) && shape.curvature * newton * newton <= rounding * shape.size) break;
  }
  return b;
}

}  // namespace gist::cpu
