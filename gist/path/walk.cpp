#include "gist/path/walk.hpp"

#include <cmath>

namespace gist {

namespace {

SolverOptions continuing(const FitSpec& spec, bool follow) {
  SolverOptions solver = spec.solver;
  if (std::holds_alternative<AutoOptions>(solver)) solver = WorkingSetOptions{};
  const bool convex = std::visit([](const auto& p) { return p.convex; }, spec.penalty);
  if (auto* working_set = std::get_if<WorkingSetOptions>(&solver); working_set != nullptr && follow && !convex)
    working_set->admission = Admission::subgradient;
  return solver;
}

}  // namespace

PathWalk::PathWalk(Fitting& fitting, bool follow)
    : fitting_(fitting),
      follow_(follow),
      onwards_(continuing(fitting.spec(), follow)),
      zero_(fitting.start()),
      now_(zero_) {
  fitting_.screen();
  fitting_.expect_many();
}

Answer& PathWalk::next(const Penalty& penalty, std::optional<double> seconds) {
  const bool convex = std::visit([](const auto& p) { return p.convex; }, penalty);
  Answer best = fitting_.solve_by(onwards_, penalty, now_, {}, seconds);
  const double objective = fitting_.evaluate(best);
  origin_ = first_ ? Origin::zero : Origin::previous;
  if (!follow_ && !convex && best.status != Status::interrupted) {
    Answer fresh = fitting_.solve(penalty, zero_, {}, seconds);
    // Rounding is no reason to leave the smooth path.
    if (fitting_.evaluate(fresh) < objective - 1e-9 * std::abs(objective)) {
      best = std::move(fresh);
      origin_ = Origin::zero;
    }
  }
  now_ = std::move(best);
  first_ = false;
  return now_;
}

}  // namespace gist
