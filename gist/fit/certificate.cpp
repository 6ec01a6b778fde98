#include "gist/fit/certificate.hpp"

#include <algorithm>
#include <cmath>

#include "gist/backend/cpu/coefficient_loops.hpp"
#include "gist/backend/cpu/column_bounds.hpp"
#include "gist/backend/cpu/products.hpp"
#include "gist/backend/cpu/sample_loops.hpp"
#include "gist/backend/cpu/sums.hpp"

namespace gist {
namespace {

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
  space.loss(point);
  space.penalty(point);
  space.gradient(point);
  return certify_computed(space, problem, point, t, column_curvature, team);
}

Certificate certify_computed(cpu::CpuSpace& space, const Problem& problem, const cpu::CpuSpace::Point& point, double t,
                             std::span<const double> column_curvature, Team& team) {
  Certificate result{.loss = point.loss_value, .penalty = point.penalty_value, .t = t};
  result.intercept_slope = problem.intercept ? std::abs(space.intercept_slope()) : 0;
  cpu::CpuSpace::Point moved;  // no margins, no gradient: on wide data even the memory would take its time
  moved.w.resize(point.w.size());
  result.prox = t * space.prox_step(point, t, moved).step_max;
  const bool lasting = cpu::bounded_curvature(problem.loss);
  std::visit(
      [&](const auto& penalty) {
        const cpu::Coordinates coordinates(problem, penalty);
        std::vector<Largest> partial;
        const auto largest =
            cpu::sum_chunks<Largest>(problem.features(), team, partial, [&](std::int64_t begin, std::int64_t end) {
              Largest part;
              for (auto j = static_cast<std::size_t>(begin); j < static_cast<std::size_t>(end); ++j) {
                const double w = point.w[j], g = point.gradient[j], critical = coordinates.critical(j, w, g);
                double coordinate = coordinates.at_rest(j, w, g, column_curvature[j]);
                if (!lasting && !coordinates.convex() && coordinate > critical) {  // a jump
                  const auto step = [&](double t_j) { return coordinates.step(j, w, g, t_j) - w; };
                  const double own =
                      cpu::majorising_curvature(problem, point.margin, point.intercept, j, column_curvature[j], step);
                  coordinate = coordinates.at_rest(j, w, g, own);
                }
                part += {critical, coordinate};
              }
              return part;
            });
        result.critical = largest.critical;
        result.coordinate = largest.coordinate;
        if (result.prox <= std::max(result.critical, result.coordinate)) return;
        // At a large t that may be rounding: looked at closely.
        result.prox = 0;
        for (std::size_t j = 0; j < point.w.size(); ++j)
          result.prox = ProxStep::larger(result.prox, coordinates.at_rest(j, point.w[j], point.gradient[j], t));
      },
      problem.penalty);
  return result;
}

}  // namespace gist
