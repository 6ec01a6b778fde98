#include "gist/backend/cpu/column_space.hpp"

#include <algorithm>
#include <cmath>

#include "gist/backend/cpu/coefficient_loops.hpp"
#include "gist/backend/cpu/column_bounds.hpp"
#include "gist/backend/cpu/nonzeros.hpp"
#include "gist/backend/cpu/products.hpp"
#include "gist/backend/cpu/sample_loops.hpp"
#include "gist/backend/cpu/sums.hpp"

namespace gist::cpu {
namespace {

constexpr std::size_t fewest_newcomers = 20;

/// Whether a column that is not at rest would come in.
bool newcomer(const ColumnSpace::Point& point, Index column, double violation) {
  return point.w[static_cast<std::size_t>(column)] == 0 && violation > 0;
}

}  // namespace

ColumnSpace::ColumnSpace(const Problem& problem, Team& team)
    : CpuSpace(problem, team), problem_(problem), team_(team), model_(problem) {}

/// A loss whose curvature has a bound needs measuring once; another (poisson) at every point.
void ColumnSpace::measure_columns(const Point& point) {
  if (measured_ && bounded_curvature(problem_.loss)) return;
  bound_ = column_curvatures(problem_, point.margin, point.intercept, team_);
  note_bounds();
}

void ColumnSpace::note_bounds() {
  largest_bound_ = *std::max_element(bound_.begin(), bound_.end());
  limits_.begin(bound_);
  measured_ = true;
}

void ColumnSpace::study(Point& point) {
  const bool lasting = bounded_curvature(problem_.loss);
  if (!lasting || !problem_.scaling.inverse_scale.empty() || !problem_.design.only_by_rows()) return gradient(point);
  const WorkVector& slopes = weigh_slopes(point);
  WorkVector sample(point.margin.size());
  weighted_curvature_bounds(problem_.loss, Samples(problem_, point.margin), point.intercept, sample, team_);
  bound_.resize(point.w.size());
  products().product_and_squares(slopes, sample, point.gradient, bound_);
  count_passes(1);
  note_bounds();
}

double ColumnSpace::rest_limit() const {
  const bool lasting = bounded_curvature(problem_.loss);
  const double least = limits_.least_bound();
  return measured_ && lasting && std::isfinite(least) ? at_rest_below(problem_, least) : 0;
}

void ColumnSpace::read_some(Point& point, std::span<const Index> columns, const WorkVector& slopes) {
  multiply_transposed_some(problem_.design, columns, slopes, point.gradient, team_);
  for (const Index j : columns) {
    const auto at = static_cast<std::size_t>(j);
    point.gradient[at] = scaled_product(at, point.gradient[at]);
  }
  read_ += static_cast<std::int64_t>(columns.size());
  count_passes(read_ / problem_.features());
  read_ %= problem_.features();
}

/// Comparing slopes costs as much as a pass over rows this short.
void ColumnSpace::screen() {
  constexpr Offset short_row = 20;
  if (problem_.design.nonzeros() >= short_row * problem_.samples()) screen_.emplace(problem_, team_);
}

void ColumnSpace::gradient(Point& point) {
  if (confined_) {
    off_zero_.clear();
    for_each_nonzero(point.w.data(), 0, point.w.size(),
                     [&](std::size_t j) { off_zero_.push_back(static_cast<Index>(j)); });
    const WorkVector& slopes = weigh_slopes(point);
    std::fill(point.gradient.begin(), point.gradient.end(), 0.0);
    return read_some(point, off_zero_, slopes);
  }
  // The rule of admission `bold` looks at every column closer than the screen does.
  if (!screen_ || admission_ == Admission::bold) return CpuSpace::gradient(point);
  const WorkVector& slopes = weigh_slopes(point);
  const double limit = rest_limit();
  if (!(limit > 0) || !screen_->choose(slopes, point.w, limit)) {
    multiply_slopes(point);
    if (limit > 0) screen_->remember(slopes, point.gradient);
    return;
  }
  point.gradient = screen_->remembered();
  read_some(point, screen_->columns(), slopes);
}

bool ColumnSpace::look_closely() {
  const bool lasting = bounded_curvature(problem_.loss);
  if (lasting || closely_ || is_convex(problem_.penalty)) return false;
  closely_ = true;
  return true;
}

double ColumnSpace::violation(const Point& point) {
  measure_columns(point);
  violations_.begin(problem_.features());
  margin_change_.resize(point.margin.size());
  limits_.measure(problem_, bound_);
  const auto residuals_of = [&](const auto& coordinates, std::int64_t begin, std::int64_t end) {
    Largest part;
    auto& found = violations_.chunk(begin);
    const auto first = static_cast<std::size_t>(begin), last = static_cast<std::size_t>(end);
    const auto next_moving = [&](std::size_t from) {  // nearly every one is at rest
      return limits_.next_moving(point.w.data(), point.gradient.data(), from, last);
    };
    for (std::size_t j = next_moving(first); j < last; j = next_moving(j + 1)) {
      const double w = point.w[j], g = point.gradient[j], own = bound_[j];
      const double critical = coordinates.critical(j, w, g);
      const bool classical = w == 0 && admission_ == Admission::subgradient;
      if (closely_ && own > 0 && !classical && coordinates.at_rest(j, w, g, own) > critical) {
        const auto step = [&](double t) { return coordinates.step(j, w, g, t) - w; };
        bound_[j] = majorising_curvature(problem_, point.margin, point.intercept, j, own, step);
      }
      if (!(own > 0)) continue;
      const double size = classical ? critical : std::max(critical, coordinates.at_rest(j, w, g, bound_[j]));
      part += {size};
      if (size != 0) found.push_back({static_cast<Index>(j), size});
    }
    return part;
  };
  const double largest = std::visit(
      [&](const auto& penalty) {
        const Coordinates coordinates(problem_, penalty);
        return sum_chunks<Largest>(
                   problem_.features(), team_, largest_,
                   [&](std::int64_t begin, std::int64_t end) { return residuals_of(coordinates, begin, end); })
            .value;
      },
      problem_.penalty);
  violations_.gather();
  if (closely_) largest_bound_ = *std::max_element(bound_.begin(), bound_.end());
  return largest;
}

/// Where the loss bends less here than its bound, a coefficient at 0 whose own majoriser keeps it there may still gain
/// by a jump: the majoriser of logistic loss promises a tenth of what fitting a nearly right sample brings.
double ColumnSpace::temptation(const Point& point) {
  const bool convex = is_convex(problem_.penalty);
  if (convex || std::holds_alternative<Squared>(problem_.loss)) return 0;  // nothing the majoriser has not said
  squares_here(point, here_);
  const auto& inverse_scale = problem_.scaling.inverse_scale;
  return std::visit(
      [&](const auto& penalty) {
        const Coordinates coordinates(problem_, penalty);
        double largest = 0;
        candidates_.clear();
        for (std::size_t j = 0; j < here_.size(); ++j) {
          if (point.w[j] != 0 || !(bound_[j] > 0)) continue;
          const double own = inverse_scale.empty() ? here_[j] : here_[j] * inverse_scale[j] * inverse_scale[j];
          const double t = std::min(own, bound_[j]);
          if (std::abs(point.gradient[j]) < limits_.at(problem_, t)) continue;  // nearly every one
          const double tempted = coordinates.at_rest(j, 0, point.gradient[j], t);
          if (tempted > 0) candidates_.push_back({static_cast<Index>(j), tempted});
          largest = std::max(largest, tempted);
        }
        violations_.add(candidates_);
        return largest;
      },
      problem_.penalty);
}

std::size_t ColumnSpace::wanted(const Point& point) const {
  std::size_t count = 0;
  for (const auto& [j, size] : violations_.all()) count += newcomer(point, j, size) ? 1 : 0;
  return count;
}

std::vector<Index> ColumnSpace::stirred(const Point& point, double times) const {
  std::vector<Index> columns;
  std::visit(
      [&](const auto& penalty) {
        const Coordinates coordinates(problem_, penalty);
        for (std::size_t j = 0; j < point.w.size(); ++j) {
          const double w = point.w[j], g = times * point.gradient[j];
          if (w == 0 && (!(bound_[j] > 0) || std::abs(g) < limits_.of(j))) continue;
          if (w != 0 || coordinates.critical(j, 0, g) > 0 || coordinates.at_rest(j, 0, g, bound_[j]) > 0)
            columns.push_back(static_cast<Index>(j));
        }
      },
      problem_.penalty);
  return columns;
}

std::size_t ColumnSpace::choose(const Point& point, std::size_t newcomers) {
  working_.clear();
  candidates_.clear();
  for_each_nonzero(point.w.data(), 0, point.w.size(),
                   [&](std::size_t j) { working_.push_back(static_cast<Index>(j)); });
  for (const Violation& v : violations_.all())
    if (newcomer(point, v.column, v.size)) candidates_.push_back(v);
  // Few samples are soon explained, and every column let in beyond that has to be got rid of again.
  if (is_convex(problem_.penalty) && problem_.few_samples())
    newcomers = std::min(newcomers, std::max(fewest_newcomers, static_cast<std::size_t>(problem_.samples() / 2)));
  keep_worst(candidates_, newcomers);
  for (const Violation& v : candidates_) working_.push_back(v.column);
  std::sort(working_.begin(), working_.end());
  return working_.size();
}

ModelStep ColumnSpace::descend(const Point& from, Jumps jumps, double curvature_scale, const ModelGoal& goal) {
  model_.build(from, known_slopes(from), working_, curvature_scale);
  const auto [decrease, done] = model_.descend(from, bound_, {jumps, admission_}, goal);
  const auto arrival = model_.arrival();
  std::vector<Index> moved;
  std::vector<double> by;
  double shift = 0;
  ModelStep result{.decrease = decrease, .sweeps = done};
  for (std::size_t c = 0; c < working_.size(); ++c) {
    const auto j = static_cast<std::size_t>(working_[c]);
    const double step = arrival[c] - from.w[j];
    if (step == 0) continue;
    const double scale = problem_.scaling.inverse_scale.empty() ? 1 : problem_.scaling.inverse_scale[j];
    moved.push_back(working_[c]);
    by.push_back(scale * step);
    if (!problem_.scaling.mean.empty()) shift += problem_.scaling.mean[j] * scale * step;
    result.step_sq += step * step;
  }
  combine_some(problem_.design, moved, by, margin_change_, team());
  if (shift != 0) {
    for (double& m : margin_change_) m -= shift;
  }
  intercept_change_ = problem_.intercept ? -model_.weighted_mean(margin_change_) : 0;
  return result;
}

std::int64_t ColumnSpace::along(const Point& from, double share, Point& to) {
  to.w = from.w;
  std::int64_t nonzeros = 0;  // all are among the working columns
  const auto arrival = model_.arrival();
  for (std::size_t c = 0; c < working_.size(); ++c) {
    const auto j = static_cast<std::size_t>(working_[c]);
    to.w[j] = share == 1 ? arrival[c] : from.w[j] + share * (arrival[c] - from.w[j]);
    nonzeros += to.w[j] != 0 ? 1 : 0;
  }
  for (std::size_t i = 0; i < to.margin.size(); ++i) to.margin[i] = from.margin[i] + share * margin_change_[i];
  if (problem_.intercept) expect_intercept(from.intercept + share * intercept_change_);
  loss_of_margins(to);
  penalty(to);
  return nonzeros;
}

double ColumnSpace::reach(const Point& from) const {
  if (std::holds_alternative<Squared>(problem_.loss)) return 1;  // the model is the loss: nothing to gain beyond it
  double least = infinity;
  const auto arrival = model_.arrival();
  for (std::size_t c = 0; c < working_.size(); ++c) {
    const auto j = static_cast<std::size_t>(working_[c]);
    const double w = from.w[j], step = arrival[c] - w;
    if (step == 0) continue;
    double end = step > 0 ? (problem_.upper.empty() ? infinity : problem_.upper[j])
                          : (problem_.lower.empty() ? -infinity : problem_.lower[j]);
    if (w * step < 0) end = step > 0 ? std::min(end, 0.0) : std::max(end, 0.0);
    least = std::min(least, (end - w) / step);
  }
  return least;
}

void ColumnSpace::scaled(const Point& from, double times, Point& to) {
  to.w.resize(from.w.size());
  to.margin.resize(from.margin.size());
  for (std::size_t j = 0; j < to.w.size(); ++j) to.w[j] = times * from.w[j];
  for (std::size_t i = 0; i < to.margin.size(); ++i) {
    const double fixed = problem_.offset.empty() ? 0 : problem_.offset[i];
    to.margin[i] = fixed + times * (from.margin[i] - fixed);
  }
  loss_of_margins(to);
  penalty(to);
}

}  // namespace gist::cpu
