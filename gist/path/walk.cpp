#include "gist/path/walk.hpp"

#include <algorithm>
#include <cmath>

namespace gist {

namespace {

SolverOptions continuing(const FitSpec& spec, bool follow) {
  SolverOptions solver = spec.solver;
  if (std::holds_alternative<AutoOptions>(solver)) solver = WorkingSetOptions{};
  const bool convex = is_convex(spec.penalty);
  if (auto* working_set = std::get_if<WorkingSetOptions>(&solver); working_set != nullptr && follow && !convex)
    working_set->admission = Admission::subgradient;
  return solver;
}

}  // namespace

PathWalk::PathWalk(Fitting& fitting, bool follow, Team& team, const cpu::SecondMoments* moments,
                   const std::atomic<bool>* interrupt)
    : fitting_(fitting),
      follow_(follow),
      interrupt_(interrupt),
      onwards_(continuing(fitting.spec(), follow)),
      zero_(fitting.start()),
      now_(zero_) {
  const bool convex = is_convex(fitting.spec().penalty);
  const SolverOptions& afresh = convex || follow ? onwards_ : fitting.spec().solver;
  if (moments != nullptr) {
    gram_.emplace(fitting_, *moments);
  } else if (std::holds_alternative<WorkingSetOptions>(onwards_) && std::holds_alternative<WorkingSetOptions>(afresh)) {
    fitting_.screen();  // from here on its design is there by columns
    columns_.emplace(fitting_, team);
  } else {
    fitting_.screen();
    fitting_.expect_many();
  }
}

Answer PathWalk::search(const SolverOptions& solver, const Penalty& penalty, const Answer& from,
                        std::optional<double> seconds) {
  const SearchLimits limits{.fitting = fitting_, .seconds = seconds, .interrupt = interrupt_};
  if (gram_) return gram_->solve(std::get<WorkingSetOptions>(solver), penalty, from, limits);
  if (columns_) return columns_->solve(std::get<WorkingSetOptions>(solver), penalty, from, limits);
  Answer answer = fitting_.solve_by(solver, penalty, from.point.w, from.t, {}, seconds);
  fitting_.evaluate(answer);
  return answer;
}

FitReport PathWalk::judge(Answer& answer) {
  return gram_ ? gram_->judge(answer) : columns_ ? columns_->judge(answer) : fitting_.judge(answer);
}

/// Where the next search begins. Coefficients of a convex path go nearly straight between two lambdas, so the third is
/// looked for where they would be; one that would change its sign stops at 0.
const Answer& PathWalk::ahead(const Penalty& penalty) {
  const double to = lambda_of(penalty), now = lambda_of(now_.penalty), before = lambda_of(before_.penalty);
  if (!columns_ || !is_convex(penalty) || before_.point.w.size() != now_.point.w.size() || !(before > now && now > to))
    return now_;
  constexpr double too_far = 1.5;  // beside the last step, to be known from it
  constexpr double close = 0.8;    // further apart, the way is not straight
  const double share = (now - to) / (before - now);
  if (share > too_far || to < close * now) return now_;
  const Problem& problem = fitting_.problem();
  ahead_.penalty = now_.penalty;
  ahead_.point.w = now_.point.w;
  ahead_.point.intercept = now_.point.intercept;
  for (std::size_t j = 0; j < ahead_.point.w.size(); ++j) {
    const double w = now_.point.w[j], from = before_.point.w[j];
    if (w == 0 || w == from) continue;
    const double next = w + share * (w - from);
    const double low = problem.lower.empty() ? -infinity : problem.lower[j];
    const double high = problem.upper.empty() ? infinity : problem.upper[j];
    ahead_.point.w[j] = std::clamp(next * w > 0 ? next : 0, low, high);
  }
  return ahead_;
}

Answer& PathWalk::next(const Penalty& penalty, std::optional<double> seconds) {
  const bool convex = is_convex(penalty);
  Answer best = search(onwards_, penalty, ahead(penalty), seconds);
  const double objective = best.point.objective();
  origin_ = first_ ? Origin::zero : Origin::previous;
  if (!follow_ && !convex && best.status != Status::interrupted) {
    Answer fresh = search(fitting_.spec().solver, penalty, zero_, seconds);
    // Rounding is no reason to leave the smooth path.
    if (fresh.point.objective() < objective - 1e-9 * std::abs(objective)) {
      best = std::move(fresh);
      origin_ = Origin::zero;
    }
  }
  before_ = std::move(now_);
  now_ = std::move(best);
  first_ = false;
  return now_;
}

}  // namespace gist
