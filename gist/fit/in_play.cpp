#include "gist/fit/in_play.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

#include "gist/backend/cpu/pick_columns.hpp"
#include "gist/data/densify.hpp"
#include "gist/data/transpose.hpp"

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
/// Once those to be in play hold this share of all entries, every other comes in too: to pick them would cost as much
/// as to transpose all.
constexpr double most_entries = 0.4;

template <class Vector>
std::vector<double> some_of(const Vector& all, std::span<const Index> chosen) {
  std::vector<double> some;
  if (all.empty()) return some;
  some.reserve(chosen.size());
  for (const Index j : chosen) some.push_back(all[static_cast<std::size_t>(j)]);
  return some;
}

/// The problem on some of its columns, in the order they came into play, all other coefficients being 0.
class Part {
 public:
  Part(const Problem& whole, Team& team)
      : whole_(whole), team_(team), picked_(whole.design), is_in_(static_cast<std::size_t>(whole.features())) {
    problem_.loss = whole.loss;
    problem_.target = whole.target;
    problem_.sample_weight = whole.sample_weight;
    problem_.offset = whole.offset;
    problem_.intercept = whole.intercept;
    problem_.penalty = whole.penalty;
    problem_.ridge = whole.ridge;
  }

  /// Puts into play those of `wanted` that are not. Returns how many that were.
  std::size_t widen(std::span<const Index> wanted) {
    std::vector<Index> more;
    for (const Index j : wanted) {
      if (!is_in_[static_cast<std::size_t>(j)]) more.push_back(j);
      is_in_[static_cast<std::size_t>(j)] = true;
    }
    if (more.empty()) return 0;
    picked_.add(more, team_);
    problem_.design = picked_.design();
    columns_.insert(columns_.end(), more.begin(), more.end());
    follow_columns();
    return more.size();
  }

  /// Puts all columns into play, in the order of the whole.
  void take_all() {
    problem_.design = complete(whole_.design, team_);
    picked_ = cpu::PickedColumns(whole_.design);  // their memory is free again
    columns_.resize(is_in_.size());
    std::iota(columns_.begin(), columns_.end(), Index{0});
    is_in_.assign(columns_.size(), true);
    follow_columns();
  }

  bool has_all() const { return columns_.size() == is_in_.size(); }
  std::span<const Index> columns() const { return columns_; }
  cpu::ColumnSpace& space() { return *space_; }

 private:
  void follow_columns() {
    problem_.scaling = {some_of(whole_.scaling.mean, columns_), some_of(whole_.scaling.inverse_scale, columns_)};
    problem_.factor = some_of(whole_.factor, columns_);
    problem_.lower = some_of(whole_.lower, columns_);
    problem_.upper = some_of(whole_.upper, columns_);
    space_.emplace(problem_, team_);
  }

  const Problem& whole_;
  Team& team_;
  cpu::PickedColumns picked_;
  std::vector<bool> is_in_;
  std::vector<Index> columns_;
  Problem problem_;
  std::optional<cpu::ColumnSpace> space_;
};

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
  const bool convex = lambda_of(penalty) == 0 || is_convex(penalty);
  return ours && convex && stop.stop == StopRule::residual && design.kind() == "sparse" && !hardly_sparse(design);
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
      const bool all = narrow || (chosen > part.columns().size() &&
                                  cpu::share_of_entries(problem.design, space.chosen()) > most_entries);
      if (all) part.take_all();
      const std::size_t came = all ? 0 : part.widen(space.chosen());
      wider = all || came > 0;
      settled = all || (wanted <= coming &&
                        static_cast<double>(came) <= few_newcomers * static_cast<double>(part.columns().size()));
    }
    const auto columns = part.columns();

    Point here = part.space().make_point();
    for (std::size_t c = 0; c < columns.size(); ++c) here.w[c] = point.w[static_cast<std::size_t>(columns[c])];
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
    here = *outcome.point;
    part.space().loss(here);  // anew from the coefficients: what the last look over all columns finds is the answer's
    for (std::size_t c = 0; c < columns.size(); ++c) point.w[static_cast<std::size_t>(columns[c])] = here.w[c];
    std::swap(point.margin, here.margin);
    point.look = here.look;
    point.intercept = here.intercept;
    point.loss_value = here.loss_value;
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
