#include "gist/fit/search.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "gist/fit/jumping.hpp"
#include "gist/penalty/softened.hpp"

namespace gist {
namespace {

/// Steps of Algorithm 1 from 0: by then it has chosen its basin, and working-set is faster at going down in it.
constexpr int steps_to_a_basin = 100;
/// After this many it shows whether that is a low one; where what it is worth then is so many times the lowest known,
/// the rest of them never made up for it.
constexpr int steps_to_tell = 33;
constexpr double hopeless = 1.5;

bool convex(const Penalty& penalty) { return lambda_of(penalty) == 0 || is_convex(penalty); }

/// The penalty with another lambda; its bend, where it is measured in multiples of lambda or not, as it is.
Penalty stronger(const Penalty& penalty, double times) {
  return with_strength(penalty, lambda_of(penalty) * times, std::nullopt);
}

}  // namespace

Search::Search(cpu::ColumnSpace& space, Problem& problem, const Stop& stop, WorkVector start, const Observer& observe)
    : space_(space),
      problem_(problem),
      stop_(stop),
      target_(problem.penalty),
      start_(std::move(start)),
      observe_(observe),
      moves_(problem, space.team()) {}

bool Search::started() const {
  return std::any_of(start_.begin(), start_.end(), [](double w) { return w != 0; });
}

/// One solver from where the place is to where it ends.
void Search::leg(const Penalty& penalty, const SolverOptions& how, const Stop& stop, Place& place) {
  if (over()) {
    place.status = stop_.limits(iterations_);
    return;
  }
  problem_.penalty = penalty;
  const bool known = place.known && place.known->w == place.w && std::holds_alternative<WorkingSetOptions>(how);
  auto point = known ? std::move(*place.known) : space_.make_point();
  if (!known) point.w = std::move(place.w);
  Observer told;
  if (observe_ && &penalty == &target_) {
    told = [&](Step step, double seconds) {
      step.iteration += iterations_;
      step.stage = stage();
      observe_(step, seconds);
    };
  }
  Solved solved = solve(space_, problem_, how, stop, std::move(point), place.t, told, known);
  problem_.penalty = target_;
  iterations_ += solved.iterations;
  place.w = std::move(solved.w);
  place.known = std::move(solved.looked_at);
  place.t = solved.t;
  place.status = solved.status;
}

double Search::loose() const {
  constexpr double at_most = 1e-3, at_least = 1e-5;
  const bool roughly = std::holds_alternative<Squared>(problem_.loss) && !problem_.small();
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

/// From the l1 solution of the same slope at 0, the bend of the penalty growing to its own.
void Search::down_theta(int stages, double from, int most, Place& place) {
  loosely(L1{slope_at_zero(target_)}, 50, place);
  for (int k = 1; k < stages; ++k)
    loosely(softened_penalty(target_, std::pow(from, 1 - static_cast<double>(k) / stages)), most, place);
}

/// From where hardly anything is off 0, lambda falling to its own.
template <class Leg>
void Search::down_lambda(int stages, double stretch, Leg&& take) {
  problem_.penalty = target_;
  auto zero = look(start_);
  zero.gradient.resize(start_.size());
  space_.gradient(zero);
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

bool Search::continuous() {
  if (continuous_) return *continuous_;
  if (!std::holds_alternative<Squared>(problem_.loss)) return false;
  auto point = look(start_);
  space_.measure_columns(point);
  continuous_ = !jumping_columns(problem_, space_.column_bounds()).most();
  return *continuous_;
}

/// Goes a way from the start and keeps where it led if nothing lower is known. The first way is gone even where there
/// is no time for it: there must be an answer.
template <class Way>
void Search::go(std::string name, Way&& way) {
  if (!runs_.empty() && over()) return;
  const double begun = stop_.seconds();
  const int before = iterations_;
  Place place = at_start();
  way(place);
  place.objective = worth(place.w);
  const auto count = static_cast<std::int64_t>(nonzeros(place.w));
  runs_.push_back({std::move(name), place.objective, count, iterations_ - before, stop_.seconds() - begun});
  const bool lower = std::isfinite(place.objective) && !(lowest_.objective <= place.objective);
  if (lower || lowest_.w.empty()) lowest_ = std::move(place);
}

Solved Search::answer(std::string engine, std::string why) {
  const bool begun = std::isfinite(lowest_.objective);
  if (!lowest_.finished) finish(lowest_);
  return {.status = lowest_.status,
          .iterations = iterations_,
          .w = std::move(lowest_.w),
          .t = lowest_.t,
          .begun = begun,
          .engine = std::move(engine),
          .why = std::move(why),
          .runs = std::move(runs_)};
}

/// Short ways from different sides, for a penalty that is not convex, and the lowest of them improved; where that is
/// cheap, each of them.
bool Search::low_points(const Enough& enough) {
  space_.expect_many_passes();
  std::vector<Place> ends;  // of the ways, where more than the lowest is improved
  // Where columns have much in common and come in by jumps, the first that jumps may keep a better one out for good;
  // least squares has no other way that begins with too many.
  const bool alike = !by_exact_moves() && !problem_.thin() && !problem_.small();
  const auto along = [&](std::string name, auto&& way) {
    go(std::move(name), [&](Place& place) {
      way(place);
      if (problem_.small()) improve(place);
      if (alike) ends.push_back(place);
    });
    if (alike) ends.back().objective = runs_.back().objective;
  };
  const bool cheap = problem_.small() || narrow();
  const bool bends = std::isfinite(slope_at_zero(target_));
  const bool never_flat = !std::isfinite(flat_from(target_));
  // A penalty that is never flat has its low points near those of l1, and so have columns that leave 0 continuously.
  // Where columns have little in common they are found by growing, and by what growing cannot do: beginning with too
  // many.
  const bool from_l1 = bends && (never_flat || (by_exact_moves() ? problem_.thin() : continuous()));
  const auto go_down = [&] {
    // Where it is the only way, or a cheap one, its stages are short.
    const int stages = by_exact_moves() && !problem_.small() ? 5 : 10;
    along("down lambda and theta", [&](Place& place) {
      down_lambda(stages, 3, [&](const Penalty& penalty) { loosely(penalty, 3, place); });
      loosely(target_, 20, place);
    });
  };
  const auto go_by_gist = [&] {
    // Where the penalty is all but flat single columns do not pay and many together do: its long steps find them.
    along("gist", [&](Place& place) {
      by_gist(target_, steps_to_tell, place);
      if (worth(place.w) > hopeless * lowest_.objective) return;
      by_gist(target_, steps_to_a_basin - steps_to_tell, place);
      loosely(target_, 20, place);
    });
  };
  const auto finish_lowest = [&] {
    const Place low = lowest_;
    go("finished", [&](Place& place) { place = low, finish(place); });
    return true;
  };

  if (tall()) {
    // So many samples leave little to choose: where two ways from different sides agree the others lead there too.
    constexpr double agree = 1e-4;
    go_by_gist();
    go_down();
    const double one = runs_.front().objective, other = runs_.back().objective;
    const bool anywhere = runs_.back().nonzeros > 0;  // to have stayed at 0, both of them, says nothing
    if (anywhere && std::abs(one - other) <= agree * std::min(one, other)) return finish_lowest();
  }
  if (by_exact_moves()) along("grown", [&](Place& place) { grow(place); });
  if (!tall() && (cheap || !from_l1 || crowded(lowest_.w))) go_down();
  if (crowded(lowest_.w)) return finish_lowest();
  const bool tiny = problem_.small() && narrow();
  // A root, infinitely steep at 0, leaves hardly a way out of it but many steps together.
  const bool root = !bends && never_flat;
  if (!tall() && (root || (by_exact_moves() ? cheap || !problem_.thin() : problem_.small()))) go_by_gist();
  if (bends && (cheap || from_l1 || alike))
    along("down theta", [&](Place& place) {
      if (by_exact_moves() || cheap)
        down_theta(8, 30, problem_.small() ? 5 : 2, place);
      else
        down_theta(5, 10, 3, place);
      loosely(target_, 20, place);
    });
  // With a handful of coefficients it matters which came first, and another way takes no time.
  constexpr std::size_t handful = 10;
  const bool only_from_l1 = !by_exact_moves() && !cheap && from_l1;
  if (only_from_l1 && nonzeros(lowest_.w) > 0 && nonzeros(lowest_.w) <= handful) go_down();
  if (bends && problem_.small()) {
    // What others answer with; from there it is at times a short way to something lower.
    along("classical", [&](Place& place) {
      WorkingSetOptions classical;
      classical.admission = Admission::subgradient;
      leg(target_, classical, stop_.after(iterations_).leg(loose(), 50), place);
    });
  }
  constexpr int most_restarts = 12, restarts_in_vain = 2;
  if (tiny && tiniest() && !loss_is_gone(lowest_.w)) restart(most_restarts, restarts_in_vain, 0);
  if (enough && !enough(lowest_.w)) return false;
  const Place low = lowest_;
  go("improved", [&](Place& place) {
    place = low;
    if (!problem_.small()) improve(place);
    finish(place);
  });
  // Which of two points not far apart leads lower is not known before.
  constexpr double not_far = 1.15;
  for (const Place& end : ends) {
    if (end.objective == low.objective || end.objective > not_far * low.objective) continue;
    go("improved", [&](Place& place) { place = end, improve(place); });
  }
  return true;
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
  if (convex(target_) || started()) {
    go("working-set", [&](Place& place) { finish(place); });
    return answer("working-set", convex(target_) ? "the penalty is convex: every way leads to the same objective"
                                                 : "there is a start: the search goes on from it");
  }
  if (!low_points(enough))
    return {.status = Status::running, .iterations = iterations_, .w = std::move(lowest_.w), .t = 1, .runs = runs_};
  const auto ways = std::find_if(runs_.begin(), runs_.end(),
                                 [](const Run& run) { return run.name == "improved" || run.name == "finished"; });
  const auto lowest =
      std::min_element(runs_.begin(), ways, [](const Run& a, const Run& b) { return a.objective < b.objective; });
  return answer("working-set", "the penalty is not convex: " + lowest->name + " led lowest, " +
                                   (runs_.back().name == "improved" ? "improved and finished" : "finished"));
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
  const bool bends = std::isfinite(slope_at_zero(target_));
  if (started()) go("the start", with([](Place&) {}));
  for (std::size_t j = 0; j < start_.size(); ++j) start_[j] = moves_.at_rest(j);
  if (!convex(target_)) low_points();
  go("zero", with([](Place&) {}));
  if (!convex(target_)) {
    go("gist", with(gist(steps_to_a_basin)));
    go("gist, longer", with(gist(8 * steps_to_a_basin)));
    if (bends) {
      go("down theta", with([&](Place& place) { down_theta(8, 300, 2, place); }));
      go("down theta, slowly", with([&](Place& place) { down_theta(16, 30, 20, place); }));
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
