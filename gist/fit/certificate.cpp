#include "gist/fit/certificate.hpp"

#include "gist/backend/cpu/coefficient_loops.hpp"
#include "gist/backend/cpu/column_bounds.hpp"
#include "gist/backend/cpu/column_screen.hpp"
#include "gist/backend/cpu/kernels_still.hpp"
#include "gist/backend/cpu/rest_limits.hpp"
#include "gist/backend/cpu/sums.hpp"

namespace gist {
namespace {

struct Largest {
  double critical = 0, prox = 0, coordinate = 0;
  Largest& operator+=(const Largest& other) {
    critical = ProxStep::larger(critical, other.critical);
    prox = ProxStep::larger(prox, other.prox);
    coordinate = ProxStep::larger(coordinate, other.coordinate);
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

Certificate certify_computed(const cpu::CpuSpace& space, const Problem& problem, const cpu::CpuSpace::Point& point,
                             double t, std::span<const double> column_curvature, Team& team) {
  Certificate result{.loss = point.loss_value, .penalty = point.penalty_value, .t = t};
  result.intercept_slope = problem.intercept ? std::abs(space.intercept_slope()) : 0;
  const bool lasting = cpu::bounded_curvature(problem.loss);
  // Nearly every coefficient is 0 and far inside the limit up to which its residuals are 0 by definition: those are
  // passed over. Of the others jumps are looked at closely where the loss has no bound on its curvature.
  cpu::RestLimits own;
  own.begin(column_curvature);
  own.measure(problem, column_curvature);
  const double limit_at_t = cpu::at_rest_below(problem, t);
  const double *const w = point.w.data(), *const g = point.gradient.data();
  std::visit(
      [&](const auto& penalty) {
        const cpu::Coordinates coordinates(problem, penalty);
        const auto coordinate_residual = [&](std::size_t j, double critical) {
          const double at_bound = coordinates.at_rest(j, w[j], g[j], column_curvature[j]);
          if (lasting || coordinates.convex() || !(at_bound > critical)) return at_bound;
          const auto step = [&](double t_j) { return coordinates.step(j, w[j], g[j], t_j) - w[j]; };
          return coordinates.at_rest(
              j, w[j], g[j],
              cpu::majorising_curvature(problem, point.margin, point.intercept, j, column_curvature[j], step));
        };
        std::vector<Largest> partial;
        const auto largest =
            cpu::sum_chunks<Largest>(problem.features(), team, partial, [&](std::int64_t begin, std::int64_t end) {
              Largest part;
              const auto first = static_cast<std::size_t>(begin), last = static_cast<std::size_t>(end);
              for (auto j = own.next_moving(w, g, first, last); j < last; j = own.next_moving(w, g, j + 1, last)) {
                const double critical = coordinates.critical(j, w[j], g[j]);
                part += {.critical = critical, .coordinate = coordinate_residual(j, critical)};
              }
              const auto moving_at_t = [&](std::size_t from) {
                return cpu::first_moving(w, g, 1, limit_at_t, from, last);
              };
              for (auto j = moving_at_t(first); j < last; j = moving_at_t(j + 1))
                part += {.prox = coordinates.at_rest(j, w[j], g[j], t)};
              return part;
            });
        result.critical = largest.critical;
        result.prox = largest.prox;
        result.coordinate = largest.coordinate;
      },
      problem.penalty);
  return result;
}

}  // namespace gist
