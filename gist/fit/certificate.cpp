#include "gist/fit/certificate.hpp"

#include <algorithm>
#include <cmath>

#include "gist/backend/cpu/coefficient_loops.hpp"
#include "gist/backend/cpu/products.hpp"
#include "gist/backend/cpu/sample_loops.hpp"
#include "gist/backend/cpu/sums.hpp"

namespace gist {
namespace {

/// How far the directional derivatives of h(x) = g x + ridge/2 x^2 + r(x) at w are from allowing no descent inside the
/// box. With slopes the set d r1 - d r2 at |w|, that is the distance of 0 to g + ridge w + sign(w) slopes, cut to the
/// directions the bounds leave open.
template <class P>
double critical_residual(const P& penalty, double w, double g, double ridge, double low, double high) {
  double down = 0, up = 0;  // the set of derivatives is [down, up]
  if (w == 0) {
    const double at_zero = penalty.slope_at_zero();
    down = g - at_zero;
    up = g + at_zero;
  } else {
    const Slopes slopes = penalty.slopes(std::abs(w));
    const double smooth = g + ridge * w;
    down = smooth + (w > 0 ? slopes.low : -slopes.high);
    up = smooth + (w > 0 ? slopes.high : -slopes.low);
  }
  // Descent upwards needs room above and a negative derivative there; downwards the mirror image.
  const double upward = w < high ? std::max(0.0, -up) : 0;
  const double downward = w > low ? std::max(0.0, down) : 0;
  return std::max(upward, downward);
}

struct Largest {
  double critical = 0, coordinate = 0;
  Largest& operator+=(const Largest& other) {
    critical = std::max(critical, other.critical);
    coordinate = std::max(coordinate, other.coordinate);
    return *this;
  }
};

}  // namespace

Certificate certify(cpu::CpuSpace& space, const Problem& problem, cpu::CpuSpace::Point& point, double t,
                    std::span<const double> column_curvature, Team& team) {
  Certificate result{.t = t};
  result.loss = space.loss(point);
  result.penalty = space.penalty(point);
  space.gradient(point);
  result.intercept_slope = problem.intercept ? std::abs(space.intercept_slope()) : 0;
  cpu::CpuSpace::Point moved = space.make_point();
  result.prox = t * space.prox_step(point, t, moved).step_max;
  std::visit(
      [&](const auto& penalty) {
        const cpu::Coordinates coordinates(problem, penalty);
        std::vector<Largest> partial;
        const auto largest =
            cpu::sum_chunks<Largest>(problem.features(), team, partial, [&](std::int64_t begin, std::int64_t end) {
              Largest part;
              for (auto j = static_cast<std::size_t>(begin); j < static_cast<std::size_t>(end); ++j) {
                const double w = point.w[j], g = point.gradient[j], own = column_curvature[j];
                part += {critical_residual(coordinates.penalty(j), w, g, coordinates.ridge(j), coordinates.lower(j),
                                           coordinates.upper(j)),
                         own > 0 ? own * std::abs(w - coordinates.step(j, w, g, own)) : 0.0};
              }
              return part;
            });
        result.critical = largest.critical;
        result.coordinate = largest.coordinate;
      },
      problem.penalty);
  return result;
}

}  // namespace gist
