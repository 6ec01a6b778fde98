#include "gist/fit/in_play.hpp"

#include <algorithm>
#include <utility>

#include "gist/data/densify.hpp"
#include "gist/fit/part.hpp"

namespace gist {
namespace {

using Point = cpu::CpuSpace::Point;

/// Columns that may come into play in the first round; later as many as there are already.
constexpr std::size_t first_newcomers = 200;
/// The columns in play are fitted to this share of the worst residual of all, for those outside will have their say.
constexpr double share_of_violation = 0.15;
/// Or to this one, once no column that would come in has been left out.
constexpr double share_when_all_are_in = 0.01;
/// And to the end, where at most this share of them has just come in: there will hardly be a say.
constexpr double few_newcomers = 0.1;
/// With this few columns every one is in play from the beginning: to read the rows again for each handful costs more.
constexpr Index few_columns = 400;
/// How many columns may come into play in a round: as many as are there already, or more where the wanted do not get
/// fewer. A column may be wanted only as long as another is missing. Of those wanted before the last round some share
/// was left after it; what three more rounds like it would leave is likely to come in sooner or later. But not too many
/// at once: columns that should have stayed out go back to 0 slowly.
class Newcomers {
 public:
  std::size_t next(std::size_t wanted, std::size_t in_play) {
    const double stay = before_ == 0 ? 0 : static_cast<double>(wanted) / static_cast<double>(before_);
    before_ = wanted;
    const double likely = std::min(1.0, stay * stay * stay) * static_cast<double>(wanted);
    return std::max({first_newcomers, in_play, std::min(4 * in_play, static_cast<std::size_t>(likely))});
  }

 private:
  std::size_t before_ = 0;
};

}  // namespace

bool may_play(const Design& design, const Penalty& penalty, const SolverOptions& solver, const StopOptions& stop) {
  const bool ours = std::holds_alternative<AutoOptions>(solver) || std::holds_alternative<WorkingSetOptions>(solver);
  return ours && makes_convex(penalty) && stop.stop == StopRule::residual && design.kind() == "sparse" &&
         !hardly_sparse(design);
}

Solved solve_in_play(cpu::ColumnSpace& space, const Problem& problem, const WorkingSetOptions& how, const Stop& stop,
                     Point point, bool studied, const Observer& observe, Team& team) {
  const double goal = stop.residual_goal();
  Solved solved{.status = stop.limits(0), .iterations = 0, .w = {}, .t = 1};
  Part part(problem, team);
  Newcomers newcomers;
  const bool narrow = problem.features() <= few_columns;
  bool at_rest = false;
  space.admit_by(how.admission);
  if (!studied) space.loss(point);
  while (solved.status == Status::running) {
    if (!std::exchange(studied, false)) space.gradient(point);
    const double violation = space.violation(point);
    solved.t = space.curvature_bound();
    at_rest = violation <= goal;
    if (at_rest) break;
    const std::size_t wanted = space.wanted(point), coming = newcomers.next(wanted, part.columns().size());
    const std::size_t chosen = space.choose(point, coming);
    bool wider = false, settled = part.has_all();
    if (!settled) {
      const bool all = narrow || (chosen > part.columns().size() && part.too_many(space.chosen()));
      if (all) part.take_all();
      const std::size_t came = all ? 0 : part.widen(space.chosen());
      wider = all || came > 0;
      settled = all || (wanted <= coming &&
                        static_cast<double>(came) <= few_newcomers * static_cast<double>(part.columns().size()));
    }
    const auto columns = part.columns();

    Point here = part.space().make_point();
    here.w = part.of_whole(point.w);
    const double share = settled ? 0 : wanted <= coming ? share_when_all_are_in : share_of_violation;
    const double due = std::max(0.9 * goal, share * violation);
    WorkingSetOptions all_at_once = how;  // columns were let into play one round at a time
    if (!narrow) all_at_once.first_columns = static_cast<int>(part.has_all() ? chosen : columns.size());
    WorkingSet solver(part.space(), all_at_once, std::move(here), due);
    const auto told = [&](Step step, double seconds) {
      step.iteration += solved.iterations;
      observe(step, seconds);
    };
    const auto outcome = run(solver, stop.after(solved.iterations).until(due), observe ? Observer(told) : Observer());
    solved.iterations += outcome.iterations;
    part.put_back(*outcome.point, point);
    if (outcome.status != Status::converged) solved.status = outcome.status;
    if (outcome.iterations == 0 && !wider) break;  // rounding is all that is left
  }
  if (solved.status == Status::running) solved.status = Status::converged;
  space.penalty(point);
  solved.objective = point.objective();
  if (at_rest)
    solved.evaluated = std::move(point);
  else
    solved.w = std::move(point.w);
  return solved;
}

}  // namespace gist
