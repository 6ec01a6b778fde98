#include "gist/path/gram_fit.hpp"

#include <algorithm>
#include <cmath>

#include "gist/backend/cpu/coefficient_loops.hpp"
#include "gist/backend/cpu/column_bounds.hpp"
#include "gist/backend/cpu/sparse_moments.hpp"

namespace gist {
namespace {

/// Sparse columns are not centred: of one whose square is all but that of its mean, too few digits are left.
constexpr double least_spread = 1e-3;
/// Below this the residual may be the rounding of the products, above it is the solver's.
constexpr double least_tolerance = 1e-9;
/// A loss so much below that of w = 0 is mostly the rounding of what is subtracted, and is taken from the samples.
constexpr double least_loss = 1e-6;
/// A column of which the samples left out hold more than all but this share has lost as many digits by subtraction.
constexpr double least_spread_left = 1e-3;

std::vector<double> bounds(const Problem& problem, const cpu::NormalEquations& equations) {
  Team team(1);
  if (problem.intercept) return cpu::column_curvatures(problem, std::vector<double>(problem.target.size()), 0, team);
  std::vector<double> own(equations.columns);
  for (std::size_t j = 0; j < own.size(); ++j) own[j] = equations.curvature(j);
  return own;
}

bool is_dense(const Problem& problem) { return problem.design.kind() == "dense"; }

bool suits_products(const Problem& problem, const FitSpec& spec, bool follow) {
  const StopOptions& stop = spec.stop;
  if (!std::holds_alternative<Squared>(problem.loss) || stop.stop != StopRule::residual ||
      stop.threshold() < least_tolerance || problem.features() > cpu::most_columns(problem.design) ||
      problem.samples() < 2 * problem.features())
    return false;
  if (const auto* options = std::get_if<WorkingSetOptions>(&spec.solver)) return options->admission != Admission::bold;
  // What auto does for a non-convex penalty is more than a walk, and needs the samples.
  const bool convex = is_convex(problem.penalty);
  return std::holds_alternative<AutoOptions>(spec.solver) && (convex || follow);
}

}  // namespace

std::shared_ptr<const cpu::SecondMoments> moments_for(const Problem& problem, const FitSpec& spec, bool follow,
                                                      Team& team) {
  if (!suits_products(problem, spec, follow)) return nullptr;
  auto moments = cpu::moments_of(problem, least_spread, team);
  return moments ? std::make_shared<const cpu::SecondMoments>(std::move(*moments)) : nullptr;
}

std::optional<cpu::SecondMoments> moments_without(std::span<const Index> others, const Problem& all,
                                                  const cpu::SecondMoments& moments, const Problem& rest, Team& team) {
  cpu::SecondMoments left = moments;
  left.subtract(is_dense(all) ? cpu::second_moments(all, moments.centre, others, team)
                              : cpu::sparse_moments(all, others, moments.centre.back()).moments);
  for (std::size_t j = 0; j < left.count; ++j) {
    const auto spread = [&](const cpu::SecondMoments& m) {
      return m.at(j, j) - (all.intercept ? m.sum[j] * m.sum[j] / m.weight : 0);
    };
    if (spread(left) < least_spread_left * spread(moments)) return cpu::moments_of(rest, least_spread, team);
  }
  return left;
}

GramFit::GramFit(Fitting& fitting, const cpu::SecondMoments& moments)
    : fitting_(fitting),
      problem_(fitting.problem()),
      equations_(cpu::normal_equations(problem_, moments)),
      space_(problem_, equations_, bounds(problem_, equations_)) {}

Answer GramFit::solve(const WorkingSetOptions& options, const Penalty& penalty, const Answer& from,
                      const SearchLimits& limits) {
  Answer answer = column_search(space_, problem_, options, penalty, from, limits);
  space_.remember(answer.point);  // where the next search begins
  answer.point.intercept = equations_.level;
  for (std::size_t j = 0; j < equations_.columns; ++j) {
    if (answer.point.w[j] != 0) answer.point.intercept -= equations_.shift[j] * answer.point.w[j];
  }
  answer.point.margin.resize(problem_.target.size());
  return answer;
}

FitReport GramFit::judge(Answer& answer) {
  problem_.penalty = answer.penalty;
  auto& point = answer.point;
  double level = point.intercept;
  for (std::size_t j = 0; j < equations_.columns; ++j) level += equations_.shift[j] * point.w[j];
  FitReport report = report_of(fitting_, problem_, answer, space_.column_bounds());
  Certificate& certificate = report.certificate;
  space_.penalty(point);
  space_.forget();  // to be worked out anew
  if (!(space_.loss(point) > least_loss * equations_.square / 2)) fitting_.evaluate(answer);
  certificate.loss = point.loss_value;
  certificate.penalty = point.penalty_value;
  certificate.t = answer.t;
  certificate.intercept_slope = std::abs(level - equations_.level);
  cpu::CpuSpace::Point moved;
  moved.w.resize(point.w.size());
  certificate.prox = answer.t * space_.prox_step(point, answer.t, moved).step_max;
  const auto bound = space_.column_bounds();
  std::visit(
      [&](const auto& penalty) {
        const cpu::Coordinates coordinates(problem_, penalty);
        for (std::size_t j = 0; j < point.w.size(); ++j) {
          const double w = point.w[j], g = point.gradient[j];
          certificate.critical = std::max(certificate.critical, coordinates.critical(j, w, g));
          certificate.coordinate = std::max(certificate.coordinate, coordinates.at_rest(j, w, g, bound[j]));
        }
      },
      problem_.penalty);
  report.status = answer.status = fitting_.believed(answer.status, certificate);
  return report;
}

}  // namespace gist
