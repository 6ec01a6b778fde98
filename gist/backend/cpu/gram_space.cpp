#include "gist/backend/cpu/gram_space.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "gist/backend/cpu/coefficient_loops.hpp"
#include "gist/backend/cpu/column_screen.hpp"
#include "gist/backend/cpu/keep_worst.hpp"
#include "gist/backend/cpu/kernels_block.hpp"

namespace gist::cpu {
namespace {

/// out += sum_j by_j (row j of X'X), four rows at a time.
class RowSum {
 public:
  RowSum(const NormalEquations& equations, WorkVector& out) : equations_(equations), out_(out) {}
  void add(std::size_t j, double by) {
    if (by == 0) return;
    row_[waiting_] = equations_.row(j);
    by_[waiting_] = by;
    if (++waiting_ < 4) return;
    add_four(row_.data(), out_.size(), by_.data(), out_.data());
    waiting_ = 0;
  }
  void finish() {
    for (std::size_t k = 0; k < waiting_; ++k) contiguous_add(row_[k], out_.size(), by_[k], out_.data());
    waiting_ = 0;
  }

 private:
  const NormalEquations& equations_;
  WorkVector& out_;
  std::array<const double*, 4> row_{};
  std::array<double, 4> by_{};
  std::size_t waiting_ = 0;
};

}  // namespace

GramSpace::GramSpace(const Problem& problem, const NormalEquations& equations, std::vector<double> bound)
    : problem_(problem),
      equations_(equations),
      model_(problem),
      bound_(std::move(bound)),
      violation_(equations.columns),
      chosen_(equations.columns) {
  least_bound_ = infinity;
  for (const double bound_of_column : bound_) {
    largest_bound_ = std::max(largest_bound_, bound_of_column);
    if (bound_of_column > 0) least_bound_ = std::min(least_bound_, bound_of_column);
  }
}

GramSpace::Point GramSpace::make_point() const {
  return {.w = WorkVector(equations_.columns), .margin = {}, .gradient = WorkVector(equations_.columns)};
}

ProxStep GramSpace::prox_step(const Point& from, double t, Point& to) const {
  return std::visit(
      [&](const auto& penalty) {
        const Coordinates coordinates(problem_, penalty);
        const ProxStep moved =
            coordinates.step_range(0, from.w.size(), from.w.data(), from.gradient.data(), t, to.w.data());
        to.penalty_value = moved.penalty;
        return moved;
      },
      problem_.penalty);
}

double GramSpace::loss(Point& point) {
  const std::size_t d = equations_.columns;
  if (point.w == last_.w) {  // a search begins where the last one was judged
    point.gradient = last_.gradient;
    return point.loss_value = last_.loss_value;
  }
  for (std::size_t j = 0; j < d; ++j) point.gradient[j] = -equations_.moment[j];
  RowSum sum(equations_, point.gradient);
  for (std::size_t j = 0; j < d; ++j) sum.add(j, point.w[j]);
  sum.finish();
  double twice = equations_.square;
  for (std::size_t j = 0; j < d; ++j) {
    if (point.w[j] != 0) twice += point.w[j] * (point.gradient[j] - equations_.moment[j]);
  }
  point.loss_value = twice / 2;
  remember(point);
  return point.loss_value;
}

void GramSpace::remember(const Point& point) {
  last_.w = point.w;
  last_.gradient = point.gradient;
  last_.loss_value = point.loss_value;
}

double GramSpace::penalty(Point& point) const {
  return point.penalty_value = std::visit(
             [&](const auto& penalty) {
               const Coordinates coordinates(problem_, penalty);
               double sum = 0;
               for (std::size_t j = 0; j < point.w.size(); ++j) sum += coordinates.value(j, point.w[j]);
               return sum;
             },
             problem_.penalty);
}

double GramSpace::curvature(const Point& from, const Point& to) const {
  double along = 0, squares = 0;
  for (std::size_t j = 0; j < from.w.size(); ++j) {
    const double dw = to.w[j] - from.w[j];
    along += dw * (to.gradient[j] - from.gradient[j]);
    squares += dw * dw;
  }
  return along / squares;
}

double GramSpace::violation(const Point& point) {
  const double limit = std::isfinite(least_bound_) ? at_rest_below(problem_, least_bound_) : 0;
  double largest = 0;
  std::visit(
      [&](const auto& penalty) {
        const Coordinates coordinates(problem_, penalty);
        for (std::size_t j = 0; j < point.w.size(); ++j) {
          const double w = point.w[j], g = point.gradient[j], own = bound_[j];
          violation_[j] = 0;
          if (!(own > 0) || (w == 0 && std::abs(g) < limit)) continue;
          const double critical = coordinates.critical(j, w, g);
          const bool classical = w == 0 && admission_ == Admission::subgradient;
          violation_[j] = classical ? critical : std::max(critical, coordinates.at_rest(j, w, g, own));
          largest = ProxStep::larger(largest, violation_[j]);
        }
      },
      problem_.penalty);
  return largest;
}

/// Columns stay in the set when their coefficients go back to 0: there they cost a look at their slope, while taking
/// others in their place would mean to copy their products.
std::size_t GramSpace::choose(const Point& point, std::size_t newcomers) {
  const auto nonzeros =
      static_cast<std::size_t>(std::count_if(point.w.begin(), point.w.end(), [](double w) { return w != 0; }));
  if (working_.size() > 3 * nonzeros + 200) {
    working_.clear();
    chosen_.assign(chosen_.size(), false);
  }
  candidates_.clear();
  const auto take = [&](Index j) {
    working_.push_back(j);
    chosen_[static_cast<std::size_t>(j)] = true;
  };
  for (std::size_t j = 0; j < violation_.size(); ++j) {
    if (chosen_[j]) continue;
    if (point.w[j] != 0)
      take(static_cast<Index>(j));
    else if (violation_[j] > 0)
      candidates_.push_back(static_cast<Index>(j));
  }
  keep_worst(candidates_, violation_, newcomers);
  std::sort(candidates_.begin(), candidates_.end());
  for (const Index j : candidates_) take(j);
  return working_.size();
}

/// The model is the loss itself, so no scale of its curvature would make a better one.
ModelStep GramSpace::descend(const Point& from, Jumps jumps, double /*curvature_scale*/, const ModelGoal& goal) {
  model_.build(from, working_, equations_);
  const auto [decrease, done] = model_.descend(from, bound_, {jumps, admission_}, goal);
  ModelStep result{.decrease = decrease, .sweeps = done};
  for (std::size_t c = 0; c < working_.size(); ++c) {
    const double step = model_.arrival()[c] - from.w[static_cast<std::size_t>(working_[c])];
    result.step_sq += step * step;
  }
  return result;
}

/// The loss by its difference to that of `from`, which is known to more digits than the loss of either: that is a
/// difference of sums of squares of y.
std::int64_t GramSpace::along(const Point& from, double share, Point& to) {
  to.w = from.w;
  to.gradient = from.gradient;
  double twice = 0;
  std::int64_t nonzeros = 0;  // all are among the working columns
  RowSum sum(equations_, to.gradient);
  for (std::size_t c = 0; c < working_.size(); ++c) {
    const auto j = static_cast<std::size_t>(working_[c]);
    const double arrival = model_.arrival()[c];
    to.w[j] = share == 1 ? arrival : from.w[j] + share * (arrival - from.w[j]);
    nonzeros += to.w[j] != 0 ? 1 : 0;
    sum.add(j, to.w[j] - from.w[j]);
  }
  sum.finish();
  for (const Index column : working_) {
    const auto j = static_cast<std::size_t>(column);
    twice += (to.w[j] - from.w[j]) * (from.gradient[j] + to.gradient[j]);
  }
  to.loss_value = from.loss_value + twice / 2;
  penalty(to);
  return nonzeros;
}

}  // namespace gist::cpu
