#include "gist/backend/cpu/space.hpp"

#include <algorithm>
#include <variant>

#include "gist/backend/cpu/coefficient_loops.hpp"
#include "gist/backend/cpu/products.hpp"
#include "gist/backend/cpu/sample_loops.hpp"
#include "gist/backend/cpu/sums.hpp"

namespace gist::cpu {

CpuSpace::Moved& CpuSpace::Moved::operator+=(const Moved& other) {
  penalty += other.penalty;
  step_sq += other.step_sq;
  if (!(other.step_max <= step_max)) step_max = other.step_max;
  nonzeros += other.nonzeros;
  return *this;
}

CpuSpace::CpuSpace(const Problem& problem, Team& team)
    : problem_(problem),
      team_(team),
      slope_(static_cast<std::size_t>(problem.samples())),
      scaled_w_(problem.scaling.inverse_scale.empty() ? 0 : static_cast<std::size_t>(problem.features())) {
  // Here rather than at their first use, which would be inside a step.
  const auto chunks = static_cast<std::size_t>(Chunks{problem.features(), vector_chunk}.count());
  pairs_.resize(chunks);
  moved_.resize(chunks);
}

CpuSpace::Point CpuSpace::make_point() const {
  const auto n = static_cast<std::size_t>(problem_.samples()), d = static_cast<std::size_t>(problem_.features());
  return {.w = WorkVector(d), .margin = WorkVector(n), .gradient = WorkVector(d)};
}

ProxStep CpuSpace::prox_step(const Point& from, double t, Point& to) {
  const ProxStep moved = std::visit(
      [&](const auto& penalty) -> ProxStep {
        const Coordinates coordinates(problem_, penalty);
        return sum_chunks<Moved>(problem_.features(), team_, moved_, [&](std::int64_t begin, std::int64_t end) {
          return Moved{coordinates.step_range(static_cast<std::size_t>(begin), static_cast<std::size_t>(end),
                                              from.w.data(), from.gradient.data(), t, to.w.data())};
        });
      },
      problem_.penalty);
  to.penalty_value = moved.penalty;
  return moved;
}

double CpuSpace::penalty(Point& point) {
  point.penalty_value = std::visit(
      [&](const auto& penalty) {
        const Coordinates coordinates(problem_, penalty);
        return sum_chunks<double>(problem_.features(), team_, sums_, [&](std::int64_t begin, std::int64_t end) {
          double part = 0;
          for (auto j = static_cast<std::size_t>(begin); j < static_cast<std::size_t>(end); ++j)
            part += coordinates.value(j, point.w[j]);
          return part;
        });
      },
      problem_.penalty);
  return point.penalty_value;
}

/// margin = X w + offset over the lazily scaled columns: X diag(1/s) w - (mean' diag(1/s) w) 1.
void CpuSpace::linear_part(Point& point) {
  std::span<const double> w = point.w;
  double shift = 0;
  if (!scaled_w_.empty()) {
    const auto& mean = problem_.scaling.mean;
    const auto& inverse_scale = problem_.scaling.inverse_scale;
    shift = sum_chunks<double>(problem_.features(), team_, sums_, [&](std::int64_t begin, std::int64_t end) {
      double part = 0;
      for (auto j = static_cast<std::size_t>(begin); j < static_cast<std::size_t>(end); ++j) {
        scaled_w_[j] = point.w[j] * inverse_scale[j];
        if (!mean.empty()) part -= mean[j] * scaled_w_[j];
      }
      return part;
    });
    w = scaled_w_;
  }
  multiply(problem_.design, w, point.margin, team_);
  ++passes_;
  if (shift != 0) {
    for (double& m : point.margin) m += shift;
  }
  if (!problem_.offset.empty()) {
    for (std::size_t i = 0; i < point.margin.size(); ++i) point.margin[i] += problem_.offset[i];
  }
}

double CpuSpace::loss(Point& point) {
  linear_part(point);
  const Samples samples(problem_, point.margin);
  if (problem_.intercept) intercept_ = search_.best(problem_.loss, samples, intercept_, team_);
  point.intercept = intercept_;
  point.loss_value = mean_loss(problem_.loss, samples, point.intercept, team_, sums_);
  return point.loss_value;
}

/// X' slopes, over the lazily scaled columns: diag(1/s) (X' slopes - mean sum(slopes)).
void CpuSpace::gradient(Point& point) {
  slope_sum_ = weighted_slopes(problem_.loss, Samples(problem_, point.margin), point.intercept, slope_, team_, sums_);
  multiply_transposed(problem_.design, slope_, point.gradient, team_);
  ++passes_;
  const auto& mean = problem_.scaling.mean;
  const auto& inverse_scale = problem_.scaling.inverse_scale;
  if (inverse_scale.empty()) return;
  team_.run_chunks(Chunks{problem_.features(), vector_chunk}, [&](std::int64_t, std::int64_t begin, std::int64_t end) {
    for (auto j = static_cast<std::size_t>(begin); j < static_cast<std::size_t>(end); ++j) {
      const double centred = mean.empty() ? point.gradient[j] : point.gradient[j] - mean[j] * slope_sum_;
      point.gradient[j] = centred * inverse_scale[j];
    }
  });
}

double CpuSpace::curvature(const Point& from, const Point& to) {
  const Pair sums = sum_chunks<Pair>(problem_.features(), team_, pairs_, [&](std::int64_t begin, std::int64_t end) {
    Pair part;
    for (auto j = static_cast<std::size_t>(begin); j < static_cast<std::size_t>(end); ++j) {
      const double dw = to.w[j] - from.w[j];
      part.first += dw * (to.gradient[j] - from.gradient[j]);
      part.second += dw * dw;
    }
    return part;
  });
  return sums.first / sums.second;
}

}  // namespace gist::cpu
