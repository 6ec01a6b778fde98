#include "gist/backend/cpu/space.hpp"

#include <algorithm>
#include <atomic>
#include <utility>
#include <variant>

#include "gist/backend/cpu/coefficient_loops.hpp"
#include "gist/backend/cpu/column_bounds.hpp"
#include "gist/backend/cpu/nonzeros.hpp"
#include "gist/backend/cpu/sample_loops.hpp"
#include "gist/backend/cpu/sums.hpp"
#include "gist/penalty/dc_split.hpp"

namespace gist::cpu {
namespace {

/// One number for every look, whichever space it is by: points go from one space to another.
std::uint64_t next_look() {
  static std::atomic<std::uint64_t> looks{0};
  return 1 + looks.fetch_add(1, std::memory_order_relaxed);
}

}  // namespace

CpuSpace::CpuSpace(const Problem& problem, Team& team)
    : problem_(problem),
      team_(team),
      products_(problem.design, team),
      slope_(static_cast<std::size_t>(problem.samples())),
      seen_(slope_.size()),
      scaled_w_(problem.scaling.inverse_scale.empty() ? 0 : static_cast<std::size_t>(problem.features())) {
  // Here rather than at their first use, which would be inside a step.
  const auto chunks = static_cast<std::size_t>(Chunks{problem.features(), vector_chunk}.count());
  pairs_.resize(chunks);
  moved_.resize(chunks);
}

CpuSpace::Point CpuSpace::make_point() const {
  return make_point(WorkVector(static_cast<std::size_t>(problem_.features())));
}

CpuSpace::Point CpuSpace::make_point(WorkVector w) const {
  const auto n = static_cast<std::size_t>(problem_.samples()), d = static_cast<std::size_t>(problem_.features());
  return {.w = std::move(w), .margin = WorkVector(n), .gradient = WorkVector(d)};
}

template <class StepRange>
ProxStep CpuSpace::move_all(StepRange&& step_range) {
  return std::visit(
      [&](const auto& penalty) -> ProxStep {
        const Coordinates coordinates(problem_, penalty);
        return sum_chunks<ProxStep>(problem_.features(), team_, moved_, [&](std::int64_t begin, std::int64_t end) {
          return step_range(coordinates, static_cast<std::size_t>(begin), static_cast<std::size_t>(end));
        });
      },
      problem_.penalty);
}

template <class ValueRange>
double CpuSpace::sum_all(ValueRange&& value_range) {
  return std::visit(
      [&](const auto& penalty) {
        const Coordinates coordinates(problem_, penalty);
        return sum_chunks<double>(problem_.features(), team_, sums_, [&](std::int64_t begin, std::int64_t end) {
          return value_range(coordinates, static_cast<std::size_t>(begin), static_cast<std::size_t>(end));
        });
      },
      problem_.penalty);
}

ProxStep CpuSpace::prox_step(const Point& from, double t, Point& to) {
  const ProxStep moved = move_all([&](const auto& coordinates, std::size_t begin, std::size_t end) {
    return coordinates.step_range(begin, end, from.w.data(), from.gradient.data(), t, to.w.data());
  });
  to.penalty_value = moved.penalty;
  return moved;
}

double CpuSpace::penalty(Point& point) {
  point.penalty_value = sum_all([&](const auto& coordinates, std::size_t begin, std::size_t end) {
    double part = 0;
    for_each_nonzero(point.w.data(), begin, end, [&](std::size_t j) { part += coordinates.value(j, point.w[j]); });
    return part;
  });
  return point.penalty_value;
}

/// r1 - r2 of each coefficient with r2 linearised at the anchor's w. For a penalty without such a split (which fit()
/// refuses) kappa is infinite and every coefficient stays at 0.
ProxStep CpuSpace::linearised_step(const Point& anchor, const Point& from, double t, Point& to) {
  const ProxStep moved = move_all([&](const auto& coordinates, std::size_t begin, std::size_t end) {
    return coordinates.surrogate_range(
        begin, end, from.w.data(), from.gradient.data(), t, to.w.data(),
        [&](std::size_t j, double v, double step) {
          const DcSplit split(coordinates.penalty(j));
          return split.linearised_prox(split.r2_slope(anchor.w[j]), v, step);
        },
        [&](std::size_t j, double x) { return DcSplit(coordinates.penalty(j)).linearised(anchor.w[j], x); });
  });
  to.penalty_value = moved.penalty;
  return moved;
}

double CpuSpace::linearised_penalty(const Point& anchor, Point& point) {
  point.penalty_value = sum_all([&](const auto& coordinates, std::size_t begin, std::size_t end) {
    return coordinates.surrogate_value(begin, end, point.w.data(), [&](std::size_t j, double x) {
      return DcSplit(coordinates.penalty(j)).linearised(anchor.w[j], x);
    });
  });
  return point.penalty_value;
}

namespace {

/// Reweighting is for lq alone: fit() refuses it for every other penalty.
const Lq& lq_of(const Penalty& penalty) { return std::get<Lq>(penalty); }

}  // namespace

ProxStep CpuSpace::reweighted_step(const Point& from, double t, const Reweighting& smoothing, Point& to) {
  const Lq& lq = lq_of(problem_.penalty);
  const SmoothedLq smoothed(lq.q, smoothing);
  const ProxStep moved = move_all([&](const auto& coordinates, std::size_t begin, std::size_t end) {
    const auto lambda = [&](std::size_t j) { return lq.lambda * coordinates.factor(j); };
    return coordinates.surrogate_range(
        begin, end, from.w.data(), from.gradient.data(), t, to.w.data(),
        [&](std::size_t j, double v, double step) {
          return smoothed.prox(smoothed.weight(lambda(j), from.w[j]), v, step);
        },
        [&](std::size_t j, double x) { return smoothed.value(lambda(j), x); });
  });
  to.penalty_value = moved.penalty;
  return moved;
}

double CpuSpace::smoothed_penalty(const Reweighting& smoothing, const Point& point) {
  const Lq& lq = lq_of(problem_.penalty);
  const SmoothedLq smoothed(lq.q, smoothing);
  return sum_all([&](const auto& coordinates, std::size_t begin, std::size_t end) {
    return coordinates.surrogate_value(begin, end, point.w.data(), [&](std::size_t j, double x) {
      return smoothed.value(lq.lambda * coordinates.factor(j), x);
    });
  });
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
  products_.multiply(w, point.margin);
  ++passes_;
  finish_margins(shift, point);
  point.look = 0;
}

void CpuSpace::finish_margins(double shift, Point& point) {
  if (shift != 0) {
    for (double& m : point.margin) m += shift;
  }
  if (!problem_.offset.empty()) {
    for (std::size_t i = 0; i < point.margin.size(); ++i) point.margin[i] += problem_.offset[i];
  }
}

double CpuSpace::loss(Point& point) {
  linear_part(point);
  return loss_of_margins(point);
}

double CpuSpace::loss_of_margins(Point& point) {
  const Samples samples(problem_, point.margin);
  if (problem_.intercept) intercept_ = search_.best(problem_.loss, samples, intercept_, team_);
  point.intercept = intercept_;
  const Look look = look_at(problem_.loss, samples, point.intercept, seen_, team_, pairs_);
  seen_sum_ = look.slope;
  point.look = last_look_ = next_look();
  return point.loss_value = look.loss;
}

/// X' slopes, over the lazily scaled columns: diag(1/s) (X' slopes - mean sum(slopes)).
void CpuSpace::gradient(Point& point) {
  weigh_slopes(point);
  multiply_slopes(point);
}

const WorkVector& CpuSpace::weigh_slopes(const Point& point) {
  if (point.look != 0 && point.look == weighed_) return slope_;
  if (point.look != 0 && point.look == last_look_) {
    std::swap(slope_, seen_);
    std::swap(slope_sum_, seen_sum_);
    std::swap(weighed_, last_look_);
    return slope_;
  }
  slope_sum_ = weighted_slopes(problem_.loss, Samples(problem_, point.margin), point.intercept, slope_, team_, sums_);
  weighed_ = point.look;
  return slope_;
}

std::span<const double> CpuSpace::known_slopes(const Point& point) const {
  if (point.look == 0) return {};
  if (point.look == weighed_) return slope_;
  return point.look == last_look_ ? std::span<const double>(seen_) : std::span<const double>();
}

void CpuSpace::multiply_slopes(Point& point) {
  products_.multiply_transposed(slope_, point.gradient);
  ++passes_;
  finish_gradient(point.gradient);
}

void CpuSpace::finish_gradient(WorkVector& gradient) {
  if (problem_.scaling.inverse_scale.empty()) return;
  team_.run_chunks(Chunks{problem_.features(), vector_chunk}, [&](std::int64_t, std::int64_t begin, std::int64_t end) {
    for (auto j = static_cast<std::size_t>(begin); j < static_cast<std::size_t>(end); ++j)
      gradient[j] = scaled_product(j, gradient[j]);
  });
}

void CpuSpace::squares_here(const Point& point, WorkVector& squares) {
  sample_curvature_.resize(point.margin.size());
  model_curvatures(problem_, point.margin, point.intercept, 1, known_slopes(point), sample_curvature_);
  squares.resize(point.w.size());
  products_.column_squares(sample_curvature_, squares);
}

WorkVector CpuSpace::curvatures_here(const Point& point) {
  WorkVector squares;
  squares_here(point, squares);
  scale_squares(problem_, sample_curvature_, squares, team_);
  return squares;
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

double CpuSpace::gradient_change_along(const Point& from, const Point& to) {
  return slope_change_along(problem_.loss, Samples(problem_, from.margin), from.intercept, Samples(problem_, to.margin),
                            to.intercept, team_, sums_);
}

void CpuSpace::extrapolate(const Point& before, const Point& now, double momentum, Point& to) {
  const auto combine = [&](const WorkVector& old, const WorkVector& present, WorkVector& out) {
    team_.run_chunks(Chunks{static_cast<std::int64_t>(out.size()), vector_chunk},
                     [&](std::int64_t, std::int64_t begin, std::int64_t end) {
                       for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i)
                         out[i] = present[i] + momentum * (present[i] - old[i]);
                     });
  };
  combine(before.w, now.w, to.w);
  combine(before.margin, now.margin, to.margin);  // the offset stays: the weights 1 + momentum and -momentum sum to 1
  loss_of_margins(to);
}

Turn CpuSpace::turn(const Point& now, const Point& from, const Point& next) {
  const Pair sums = sum_chunks<Pair>(problem_.features(), team_, pairs_, [&](std::int64_t begin, std::int64_t end) {
    Pair part;
    for (auto j = static_cast<std::size_t>(begin); j < static_cast<std::size_t>(end); ++j) {
      const double moved = next.w[j] - now.w[j];
      part.first += moved * moved;
      part.second += (from.w[j] - next.w[j]) * moved;
    }
    return part;
  });
  return {sums.first, sums.second};
}

}  // namespace gist::cpu
