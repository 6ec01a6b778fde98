#include "gist/fit/search_in_play.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "gist/data/densify.hpp"
#include "gist/fit/jumping.hpp"
#include "gist/fit/part.hpp"
#include "gist/fit/search.hpp"

namespace gist {
namespace {

/// A column may come into play that would move if its gradient were so many times as large: as others come in, it may
/// become so.
constexpr double times_gradient = 1.4;
/// A search goes over its columns many times, which repays picking more of them than a convex fit would.
constexpr double most_entries = 0.5;
/// Where more columns than this share of those off 0 would come in from outside, the search begins again with them,
/// so many times: to let them in at the end finds another, often a higher point.
constexpr double few_outside = 0.05;
constexpr int most_again = 2;
/// The part is solved a little closer than the whole has to be: margins worked out anew differ by rounding.
constexpr double share_of_goal = 0.9;

}  // namespace

bool may_search_in_play(const Design& design, const Loss& loss, const Penalty& penalty, const SolverOptions& solver,
                        const StopOptions& stop) {
  return std::holds_alternative<AutoOptions>(solver) && !makes_convex(penalty) &&
         std::holds_alternative<Squared>(loss) && stop.stop == StopRule::residual && design.kind() == "sparse" &&
         !hardly_sparse(design);
}

std::optional<Solved> search_in_play(cpu::ColumnSpace& space, const Problem& problem, const Stop& stop,
                                     cpu::CpuSpace::Point point, const Observer& observe, Team& team) {
  if (problem.small() || problem.few_columns()) return std::nullopt;
  const double goal = stop.residual_goal();
  space.admit_by(Admission::coordinate);
  space.violation(point);
  // Columns that leave 0 continuously come in one after the other, each where those before it leave something to
  // explain: w = 0 tells less of them, and mostly they are many.
  if (!jumping_columns(problem, space.column_bounds()).most()) return std::nullopt;
  Part part(problem, team);
  const auto wanted = space.stirred(point, times_gradient);
  if (wanted.empty() || part.too_many(wanted, most_entries)) return std::nullopt;
  part.widen(wanted);

  // Whether all columns are at rest where the part's coefficients are these.
  const auto all_at_rest = [&](const WorkVector& w) {
    auto here = part.space().make_point();
    here.w = w;
    part.put_back(here, point);
    space.gradient(point);
    return space.violation(point) <= goal;
  };
  // Puts into play what nearly would move now. Says whether anything came.
  const auto widen = [&] {
    const std::size_t before = part.columns().size();
    const auto more = space.stirred(point, times_gradient);
    if (part.too_many(more, most_entries))
      part.take_all();
    else
      part.widen(more);
    return part.columns().size() > before;
  };
  Solved solved{.status = Status::running, .iterations = 0, .w = {}, .t = 1};
  int tries_left = most_again;
  const auto enough = [&](const WorkVector& w) {
    const bool over = stop.limits(solved.iterations) != Status::running;
    if (over || tries_left == 0 || part.has_all() || all_at_rest(w)) return true;
    const double outside = static_cast<double>(space.wanted(point));
    const double inside = static_cast<double>(space.choose(point, 0));
    return outside <= few_outside * inside + 1;
  };

  const Stop nearly = stop.until(share_of_goal * goal);
  const auto told = [&](Step step, double seconds) {
    step.iteration += solved.iterations;
    step.stage += static_cast<int>(solved.runs.size());
    observe(step, seconds);
  };
  const Observer observer = observe ? Observer(told) : Observer();
  WorkVector before;  // of the lowest point of searches that have begun again, and its objective
  double lowest = infinity;
  bool searched = false;
  while (solved.status == Status::running) {
    const Stop rest = nearly.after(solved.iterations);
    const WorkVector start = searched ? part.of_whole(point.w) : WorkVector(part.columns().size());
    Search search(part.space(), part.problem(), rest, start, observer);
    search.assume_jumps();
    Solved found = searched ? search.go_on() : search.automatic(enough);
    solved.iterations += found.iterations;
    solved.runs.insert(solved.runs.end(), found.runs.begin(), found.runs.end());
    solved.begun = found.begun;
    if (found.status == Status::running) {
      space.penalty(point);
      if (point.objective() < lowest) before = point.w, lowest = point.objective();
      tries_left = widen() ? tries_left - 1 : 0;
      std::fill(point.w.begin(), point.w.end(), 0.0);
      continue;
    }
    if (!searched) solved.engine = found.engine, solved.why = found.why;
    searched = true;
    if (all_at_rest(found.w) || found.status != Status::converged || !widen()) solved.status = found.status;
  }
  solved.t = space.curvature_bound();
  solved.why += "; " + std::to_string(part.columns().size()) + " of " + std::to_string(problem.features()) +
                " columns came into play";
  space.penalty(point);
  if (solved.status != Status::converged && point.objective() > lowest) {  // a limit came too soon
    point.w = std::move(before);
    space.loss(point);
    space.penalty(point);
    space.gradient(point);
  }
  solved.objective = point.objective();
  solved.evaluated = std::move(point);
  return solved;
}

}  // namespace gist
