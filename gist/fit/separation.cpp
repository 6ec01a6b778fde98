#include "gist/fit/separation.hpp"

#include <algorithm>
#include <cmath>

#include "gist/backend/cpu/coefficient_loops.hpp"
#include "gist/backend/cpu/nonzeros.hpp"

namespace gist {
namespace {

/// w where nothing holds it back, 0 elsewhere; empty if that is 0 everywhere.
WorkVector free_coefficients(const Problem& problem, const WorkVector& w) {
  WorkVector out;
  std::visit(
      [&](const auto& penalty) {
        const cpu::Coordinates coordinates(problem, penalty);
        cpu::for_each_nonzero(w.data(), 0, w.size(), [&](std::size_t j) {
          const bool open = w[j] > 0 ? coordinates.upper(j) == infinity : coordinates.lower(j) == -infinity;
          const bool flat = std::abs(w[j]) >= coordinates.penalty(j).flat_from() && coordinates.ridge(j) == 0;
          if (!flat || !open) return;
          out.resize(w.size());
          out[j] = w[j];
        });
      },
      problem.penalty);
  return out;
}

}  // namespace

bool escapes_to_infinity(cpu::CpuSpace& space, const Problem& problem, const cpu::CpuSpace::Point& point) {
  const bool can_fall =
      std::visit([](const auto& l) { return l.escape(1, 1).falls || l.escape(-1, 0).falls; }, problem.loss);
  if (!can_fall) return false;
  cpu::CpuSpace::Point direction;  // its gradient is not asked for
  direction.w = free_coefficients(problem, point.w);
  if (direction.w.empty()) return false;
  direction.margin.resize(point.margin.size());
  space.linear_part(direction);

  // Intersect, over the samples, the intercepts along which no loss rises; then look for one that falls.
  double low = problem.intercept ? -infinity : 0, high = problem.intercept ? infinity : 0;
  const auto each_escape = [&](auto&& take) {
    std::visit(
        [&](const auto& l) {
          for (std::size_t i = 0; i < problem.target.size(); ++i) {
            if (!problem.sample_weight.empty() && problem.sample_weight[i] == 0) continue;
            const double m = direction.margin[i] - (problem.offset.empty() ? 0 : problem.offset[i]);
            take(m, l.escape(m, problem.target[i]));
          }
        },
        problem.loss);
  };
  each_escape([&](double, const Escape& escape) {
    low = std::max(low, escape.low);
    high = std::min(high, escape.high);
  });
  if (!(low <= high)) return false;
  const double b = std::isfinite(low) && std::isfinite(high) ? low + (high - low) / 2 : std::isfinite(low) ? low : high;
  bool falls = false;
  each_escape([&](double m, const Escape& escape) { falls = falls || (escape.falls && m + b != 0); });
  return falls;
}

}  // namespace gist
