#include "gist/path/column_fit.hpp"

#include <cmath>

#include "gist/backend/cpu/column_bounds.hpp"
#include "gist/fit/certificate.hpp"
#include "gist/fit/separation.hpp"
#include "gist/fit/warnings.hpp"

namespace gist {

namespace {

/// A column whose gradient is less than this share of the one that would move its coefficient is far from moving.
constexpr double far = 0.7;

}  // namespace

RememberingSpace::RememberingSpace(const Problem& problem, Team& team)
    : cpu::ColumnSpace(problem, team), problem_(problem) {
  screen();
}

/// Margins, intercept and loss at w.
void RememberingSpace::evaluate(Point& point) {
  if (point.w == last_.w) {
    point.margin = last_.margin;
    point.look = last_.look;
    point.intercept = last_.intercept;
    point.loss_value = last_.loss_value;
    return;
  }
  cpu::ColumnSpace::loss(point);
  last_.w = point.w;
  last_.margin = point.margin;
  last_.look = point.look;
  last_.intercept = point.intercept;
  last_.loss_value = point.loss_value;
  has_gradient_ = false;
}

double RememberingSpace::loss(Point& point) {
  evaluate(point);
  return point.loss_value;
}

void RememberingSpace::gradient(Point& point) {
  evaluate(point);
  if (!has_gradient_) {
    if (gradient_nearby(point)) return;
    cpu::ColumnSpace::gradient(point);
    last_.gradient = point.gradient;
    has_gradient_ = true;
    find_near(point);
  }
  point.gradient = last_.gradient;
}

/// The gradient of the near columns, all others as they were; false where that does not show that the way goes on.
bool RememberingSpace::gradient_nearby(Point& point) {
  if (near_.empty() || !(goal_ > 0) || !(far_below_ < least_that_moves())) return false;
  for (std::size_t j = 0; j < point.w.size(); ++j) {
    if (point.w[j] != 0 && !is_near_[j]) return false;  // a search from elsewhere
  }
  const WorkVector& slopes = weigh_slopes(point);
  point.gradient = last_.gradient;
  read_some(point, near_, slopes);
  return violation(point) > goal_;
}

double RememberingSpace::least_that_moves() {
  const bool lasting = cpu::bounded_curvature(problem_.loss);
  if (!lasting || column_bounds().empty()) return 0;
  if (!(least_bound_ > 0)) {
    least_bound_ = infinity;
    for (const double bound : column_bounds()) least_bound_ = bound > 0 ? std::min(least_bound_, bound) : least_bound_;
  }
  return std::isfinite(least_bound_) ? cpu::at_rest_below(problem_, least_bound_) : 0;
}

void RememberingSpace::find_near(const Point& point) {
  near_.clear();
  far_below_ = far * least_that_moves();
  is_near_.assign(point.w.size(), false);
  for (std::size_t j = 0; j < point.w.size(); ++j) {
    if (point.w[j] == 0 && std::abs(point.gradient[j]) <= far_below_) continue;
    near_.push_back(static_cast<Index>(j));
    is_near_[j] = true;
  }
  if (near_.size() > point.w.size() / 4) near_.clear();
}

Answer ColumnFit::solve(const WorkingSetOptions& options, const Penalty& penalty, const Answer& from,
                        const SearchLimits& limits) {
  Answer answer = column_search(space_, problem_, options, penalty, from, limits);
  space_.loss(answer.point);
  return answer;
}

FitReport ColumnFit::judge(Answer& answer) {
  problem_.penalty = answer.penalty;
  space_.loss(answer.point);
  space_.penalty(answer.point);
  space_.gradient(answer.point);
  space_.violation(answer.point);  // measures the columns, where that depends on the point
  const auto curvature = space_.column_bounds();
  const bool escapes = escapes_to_infinity(space_, problem_, answer.point);
  if (escapes && answer.status == Status::converged && fitting_.spec().stop.stop == StopRule::residual)
    answer.status = Status::unbounded;
  FitReport report = report_of(fitting_, problem_, answer, curvature);
  report.certificate = certify_computed(space_, problem_, answer.point, answer.t, curvature, team_);
  report.status = answer.status = fitting_.believed(answer.status, report.certificate);
  if (escapes) report.warnings.insert(report.warnings.begin(), no_minimiser_warning(problem_));
  return report;
}

}  // namespace gist
