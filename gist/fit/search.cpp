#include "gist/fit/search.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "gist/penalty/softened.hpp"

namespace gist {
namespace {

/// Steps of Algorithm 1 from 0: by then it has chosen its basin, and working-set is faster at going down in it.
constexpr int steps_to_a_basin = 100;

/// The penalty with another lambda; its bend, where it is measured in multiples of lambda or not, as it is.
Penalty stronger(const Penalty& penalty, double times) {
  return with_strength(penalty, lambda_of(penalty) * times, std::nullopt);
}

}  // namespace

Search::Search(cpu::ColumnSpace& space, Problem& problem, const Stop& stop, WorkVector start, const Observer& observe)
    : whole_{space, problem, cpu::ExactMoves(problem, space.team())},
      stop_(stop),
      target_(problem.penalty),
      start_(std::move(start)),
      observe_(observe) {}

bool Search::started() const {
  return std::any_of(start_.begin(), start_.end(), [](double w) { return w != 0; });
}

/// One solver from where the place is to where it ends.
void Search::leg(const Penalty& penalty, const SolverOptions& how, const Stop& stop, Place& place) {
  if (over()) {
    place.status = stop_.limits(iterations_);
    return;
  }
  problem().penalty = penalty;
  const bool known = place.known && place.known->w == place.w && std::holds_alternative<WorkingSetOptions>(how);
  auto point = known ? std::move(*place.known) : space().make_point();
  if (!known) point.w = std::move(place.w);
  Observer told;
  if (observe_ && &penalty == &target_) {
    told = [&](Step step, double seconds) {
      step.iteration += iterations_;
      step.stage = stage();
      observe_(step, seconds);
    };
  }
  Solved solved = solve(space(), problem(), how, stop, std::move(point), place.t, told, known);
  problem().penalty = target_;
  iterations_ += solved.iterations;
  place.w = std::move(solved.w);
  place.known = std::move(solved.looked_at);
  place.t = solved.t;
  place.status = solved.status;
}

double Search::loose() const {
  constexpr double at_most = 1e-3, at_least = 1e-5;
  const bool roughly = std::holds_alternative<Squared>(problem().loss) && !problem().small();
  const double share_of_slope = roughly ? 0.03 : 0.01;
  const double slope = slope_at_zero(target_) / stop_.gradient_scale();
  return std::isfinite(slope) ? std::clamp(share_of_slope * slope, at_least, at_most) : at_most;
}

void Search::loosely(const Penalty& penalty, int most, Place& place) {
  WorkingSetOptions bold;
  bold.admission = Admission::bold;
  leg(penalty, bold, stop_.after(iterations_).leg(loose(), most), place);
}

void Search::by_gist(const Penalty& penalty, int most, Place& place) {
  leg(penalty, GistOptions{}, stop_.after(iterations_).leg(loose() / 10, most), place);
}

/// To the l1 solution of the same slope at 0, or so many steps towards it.
void Search::to_l1(int most, Place& place) { loosely(L1{slope_at_zero(target_)}, most, place); }

/// From the l1 solution, the bend of the penalty growing to its own.
void Search::down_theta(int stages, double from, int most, Place& place) {
  for (int k = 1; k < stages; ++k)
    loosely(softened_penalty(target_, std::pow(from, 1 - static_cast<double>(k) / stages)), most, place);
}

/// From where hardly anything is off 0, lambda falling to its own.
template <class Leg>
void Search::down_lambda(int stages, double stretch, Leg&& take) {
  problem().penalty = target_;
  auto zero = look(start_);
  zero.gradient.resize(start_.size());
  space().gradient(zero);
  double largest = 0;
  for (const double g : zero.gradient) largest = std::max(largest, std::abs(g));
  const double slope = slope_at_zero(target_);
  // Where the slope at 0 is infinite lambda is on no scale of the gradient's: a hundredfold will do.
  const double from = std::isfinite(slope) ? std::max(1.0, largest / slope) : 100;
  for (int k = 1; k < stages; ++k) {
    const double times = std::pow(from, 1 - static_cast<double>(k) / stages);
    take(softened_penalty(stronger(target_, times), stretch));
  }
  for (double s = std::sqrt(stretch); s > 1.05; s = std::sqrt(s)) take(softened_penalty(target_, s));
}

/// What others answer with; from there it is at times a short way to something lower.
void Search::classical(Place& place) {
  WorkingSetOptions rule;
  rule.admission = Admission::subgradient;
  leg(target_, rule, stop_.after(iterations_).leg(loose(), 50), place);
}

/// From a tenth of lambda, where many columns are in, up to its own.
void Search::up_lambda(Place& place) {
  constexpr int stages = 3;
  for (int k = 0; k < stages; ++k) {
    const double times = std::pow(0.1, 1 - static_cast<double>(k) / stages);
    loosely(stronger(target_, times), k == 0 ? 20 : 3, place);
  }
  loosely(target_, 20, place);
}

/// Goes a way from the start and keeps where it led if nothing lower is known. The first way is gone even where there
/// is no time for it: there must be an answer.
void Search::go(std::string name, const Way& way) {
  if (!runs_.empty() && over()) return;
  const double begun = stop_.seconds();
  const int before = iterations_;
  Place place = at_start();
  way(place);
  place.objective = worth(place.w);
  note(std::move(name), begun, before, place);
  const bool lower = std::isfinite(place.objective) && !(lowest_.objective <= place.objective);
  if (lower || lowest_.w.empty()) lowest_ = std::move(place);
}

/// What a run was: from when, with the steps taken by then, to where.
void Search::note(std::string name, double begun, int before, const Place& place) {
  const auto count = static_cast<std::int64_t>(nonzeros(place.w));
  runs_.push_back({std::move(name), place.objective, count, iterations_ - before, stop_.seconds() - begun});
}

Solved Search::answer(std::string engine, std::string why) {
  const bool begun = std::isfinite(lowest_.objective);
  if (!lowest_.finished) {
    const double since = stop_.seconds();
    const int before = iterations_;
    finish(lowest_);
    note("finished", since, before, lowest_);
  }
  return {.status = lowest_.status,
          .iterations = iterations_,
          .w = std::move(lowest_.w),
          .t = lowest_.t,
          .begun = begun,
          .engine = std::move(engine),
          .why = std::move(why),
          .runs = std::move(runs_)};
}

void Search::settle_low(Place& place) {
  loosely(target_, 100, place);
  improve(place);
  finish(place);
}

/// From the lowest place known, disturbed, again and again: so many rounds, and so many at most that lead no lower.
/// Coming back to the same place is no reason to leave it for what is known less well.
void Search::restart(int rounds, int in_vain, std::uint64_t seed) {
  constexpr double same = 1e-8;
  std::mt19937_64 random(seed);
  int failures = 0;
  for (int round = 0; round < rounds && failures < in_vain && !over(); ++round) {
    const Place low = lowest_;
    go(round % 2 == 0 ? "reheated" : "perturbed", [&](Place& place) {
      place = low;
      perturb(round, random, place);
      settle_low(place);
    });
    const bool lower = lowest_.objective < low.objective - same * std::abs(low.objective);
    failures = lower ? 0 : failures + 1;
    if (!lower) lowest_ = low;
  }
}

Solved Search::automatic(const Enough& enough) {
  if (makes_convex(target_) || started()) {
    go("working-set", [&](Place& place) { finish(place); });
    return answer("working-set", makes_convex(target_) ? "the penalty is convex: every way leads to the same objective"
                                                       : "there is a start: the search goes on from it");
  }
  if (!low_points(enough))
    return {.status = Status::running, .iterations = iterations_, .w = std::move(lowest_.w), .t = 1, .runs = runs_};
  const auto of_a_way = [](const Run& run) {
    return run.name != "improved" && run.name != "reheated" && run.name != "perturbed";
  };
  const Run* lowest = &runs_.front();
  for (const Run& run : runs_)
    if (of_a_way(run) && run.objective < lowest->objective) lowest = &run;
  const bool improved = std::any_of(runs_.begin(), runs_.end(), [&](const Run& run) { return !of_a_way(run); });
  return answer("working-set", "the penalty is not convex: " + lowest->name + " led lowest, " +
                                   (improved ? "improved and finished" : "finished"));
}

Solved Search::go_on() {
  constexpr double worth_improving = 1e-3;
  go("others let in", [&](Place& place) {
    const double before = worth(place.w);
    loosely(target_, 100, place);
    if (worth(place.w) < (1 - worth_improving) * before) improve(place);
    finish(place);
  });
  return answer("working-set", {});
}

Solved Search::best(const BestOptions& options) {
  patient_ = true;
  const auto with = [&](auto&& way) { return [this, way](Place& place) { way(place), settle_low(place); }; };
  const auto gist = [&](int most) { return [this, most](Place& place) { by_gist(target_, most, place); }; };
  const auto down = [&](double stretch) {
    return [this, stretch](Place& place) {
      down_lambda(20, stretch, [&](const Penalty& penalty) { loosely(penalty, 2, place); });
    };
  };
  if (started()) go("the start", with([](Place&) {}));
  for (std::size_t j = 0; j < start_.size(); ++j) start_[j] = moves().at_rest(j);
  if (!makes_convex(target_)) low_points();
  go("zero", with([](Place&) {}));
  if (!makes_convex(target_)) {
    go("gist", with(gist(steps_to_a_basin)));
    go("gist, longer", with(gist(8 * steps_to_a_basin)));
    if (bends()) {
      go("down theta", with([&](Place& place) { to_l1(50, place), down_theta(8, 300, 2, place); }));
      go("down theta, slowly", with([&](Place& place) { to_l1(50, place), down_theta(16, 30, 20, place); }));
      go("down lambda and theta", with(down(3)));
    }
    go("down lambda", with(down(1)));
    go("gist down lambda", with([&](Place& place) {
         down_lambda(20, 1, [&](const Penalty& penalty) { by_gist(penalty, 40, place); });
         by_gist(target_, steps_to_a_basin, place);
       }));
    restart(options.restarts, options.restarts, static_cast<std::uint64_t>(options.restart_seed));
  }
  const auto lowest = std::min_element(runs_.begin(), runs_.end(),
                                       [](const Run& a, const Run& b) { return a.objective < b.objective; });
  std::string why = "lowest of " + std::to_string(runs_.size()) + " runs: " + lowest->name;
  return answer("working-set", std::move(why));
}

}  // namespace gist
