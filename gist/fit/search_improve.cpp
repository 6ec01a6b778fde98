#include <algorithm>
#include <cmath>
#include <utility>

#include "gist/backend/cpu/column_bounds.hpp"
#include "gist/fit/search.hpp"

namespace gist {
namespace {

/// A point from which coefficients are taken away or to which others are added is known well enough here.
constexpr double close = 1e-4;

}  // namespace

bool Search::by_exact_moves() const {
  return !std::holds_alternative<Squared>(problem().loss) && cpu::bounded_curvature(problem().loss);
}

std::size_t Search::nonzeros(const WorkVector& w) {
  return static_cast<std::size_t>(std::count_if(w.begin(), w.end(), [](double x) { return x != 0; }));
}

bool Search::crowded(const WorkVector& w) const {
  return !narrow() && 2 * nonzeros(w) > static_cast<std::size_t>(problem().extent().columns);
}

cpu::CpuSpace::Point Search::look(const WorkVector& w) {
  cpu::CpuSpace::Point point;
  point.w = w;
  point.margin.resize(static_cast<std::size_t>(problem().samples()));
  space().loss(point);
  return point;
}

/// Where every sample is on its right side twice the coefficients are right by twice as much, and cost nothing where
/// the penalty is flat: such a point is worth what is left when the loss is gone, and no minimum is there to be reached
/// by steps.
cpu::CpuSpace::Point Search::stretched(const WorkVector& w, double least_loss) {
  constexpr double nothing = 1e-7;
  auto point = look(w);
  space().penalty(point);
  if (!problem().lower.empty() || !problem().upper.empty()) return point;
  if (point.loss_value < least_loss * point.penalty_value) return point;
  cpu::CpuSpace::Point longer;
  while (point.loss_value > nothing * point.objective()) {
    space().scaled(point, 2, longer);
    if (!(longer.loss_value < point.loss_value / 2 && longer.objective() < point.objective())) break;
    std::swap(point, longer);
  }
  return point;
}

void Search::stretch(Place& place, double least_loss) {
  auto point = stretched(place.w, least_loss);
  if (point.w == place.w) return;
  if (observe_) {
    const auto count = static_cast<std::int64_t>(nonzeros(point.w));
    observe_(
        {.iteration = iterations_, .stage = stage(), .objective = point.objective(), .t = place.t, .nonzeros = count},
        stop_.seconds());
  }
  place.w = std::move(point.w);
}

bool Search::loss_is_gone(const WorkVector& w) {
  constexpr double gone = 1e-3;
  auto point = stretched(w);
  space().penalty(point);
  return point.loss_value < gone * point.penalty_value;
}

double Search::worth(const WorkVector& w) { return stretched(w).objective(); }

/// How much the loss would rise without each of these, the intercept held: of least squares their gradient tells.
std::vector<double> Search::loss_without(cpu::CpuSpace::Point point, std::span<const Index> columns) {
  if (!std::holds_alternative<Squared>(problem().loss)) return moves().loss_without(columns);
  space().measure_columns(point);
  point.gradient.resize(point.w.size());
  space().confine(true);
  space().gradient(point);
  space().confine(false);
  std::vector<double> rise;
  for (const Index column : columns) {
    const auto j = static_cast<std::size_t>(column);
    const double change = moves().at_rest(j) - point.w[j];
    rise.push_back((point.gradient[j] + space().column_bounds()[j] * change / 2) * change);
  }
  return rise;
}

/// The non-zeros by how much the loss would rise without them, least first.
std::vector<std::size_t> Search::weakest_first(const WorkVector& w) {
  auto point = look(w);
  moves().begin(point);
  const auto columns = moves().in_use();
  const auto losses = loss_without(std::move(point), columns);
  std::vector<std::pair<double, std::size_t>> worth(columns.size());
  for (std::size_t k = 0; k < columns.size(); ++k) worth[k] = {losses[k], static_cast<std::size_t>(columns[k])};
  std::sort(worth.begin(), worth.end());
  std::vector<std::size_t> order;
  order.reserve(worth.size());
  for (const auto& entry : worth) order.push_back(entry.second);
  return order;
}

/// A step or a few on the way, each model only roughly: what counts is which columns are in.
void Search::settle(int most, Place& place) {
  WorkingSetOptions rough;
  rough.sweeps = 10;
  // Exact moves have just been; what jumps bold models would now make of it hardly ever keep their promise.
  if (by_exact_moves()) rough.jumps = Jumps::safe;
  leg(target_, rough, stop_.after(iterations_).leg(close, most), place);
}

/// The point without the coefficients [from, from + count) of `order`, refitted, others let in where that pays.
Search::Place Search::without(const Place& place, const std::vector<std::size_t>& order, std::size_t from,
                              std::size_t count) {
  Place rest = place;
  rest.finished = false;
  for (std::size_t k = from; k < from + count; ++k) rest.w[order[k]] = moves().at_rest(order[k]);
  if (by_exact_moves()) {
    settle_among_themselves(3, rest);
    grow(rest);
    settle(20, rest);
    if (rest.status != Status::converged)
      leg(target_, WorkingSetOptions{}, stop_.after(iterations_).leg(close, 80), rest);
  } else {
    loosely(target_, 5, rest);
  }
  rest.objective = worth(rest.w);
  return rest;
}

/// A coefficient on the flat part of its penalty costs the same however little it is worth, and no coordinate by itself
/// finds out that the others could do without it. So the weakest are taken away, the rest is refitted and others are
/// let in; if that is lower it stays so, else half as many are tried, and at last one after the other. Where others are
/// let in by growing, a trial costs what a way does and the first are worth most: there, unless the search is patient,
/// one that brings little is the last, and so is the second that brings nothing; the first where no part is flat.
void Search::improve(Place& place) {
  constexpr std::size_t few = 10;
  const int most_fits = problem().small() ? (patient_ || thorough_ ? 20 : 5) : by_exact_moves() ? 5 : 12;
  const int most_of_few = patient_ || thorough_ || !problem().small() ? 20 : 8;
  double share = by_exact_moves() ? 0.3 : 0.5;
  std::size_t in_vain = 0;          // the weakest of all, each alone
  constexpr int most_failures = 3;  // one after the other
  // A fit that gains so much does not count, so many times.
  constexpr double worth_more = 0.03;
  const int most_more = problem().small() && (patient_ || thorough_) ? 40 : 10;
  constexpr double same = 1e-5;  // as the objective of another fit: the same point, known no better
  const bool goes_flat = std::isfinite(flat_from(target_));
  int failures = 0, more = 0;
  place.objective = worth(place.w);
  // Where all samples are on their right side steps are long and many.
  const bool cheap_without_loss = problem().few_samples() || !problem().small();
  for (int fits = 0; !over() && (cheap_without_loss || !loss_is_gone(place.w)); ++fits) {
    const auto order = weakest_first(place.w);
    const bool cheap = !by_exact_moves() || patient_;
    const bool thorough = problem().small() || (order.size() <= few && cheap);
    if (fits >= (order.size() <= few ? most_of_few : most_fits) || (failures == most_failures && !thorough)) return;
    const auto count = std::max<std::size_t>(1, static_cast<std::size_t>(share * static_cast<double>(order.size())));
    if (in_vain + count > order.size()) return;
    Place other = without(place, order, in_vain, count);
    const bool well = other.objective < place.objective * (1 - worth_more);
    const bool enough = !well && by_exact_moves() && !thorough && !patient_;
    if (other.objective < place.objective * (1 - 1e-6)) {
      if (well && (by_exact_moves() || problem().small()) && more++ < most_more) --fits;
      place = std::move(other);
      in_vain = 0;
      failures = 0;
      if (enough) return;
      continue;
    }
    if (enough && (failures > 0 || !goes_flat)) return;
    // It came back to where it was, by itself: fewer would too.
    const bool came_back = std::abs(other.objective - place.objective) < same * place.objective;
    if (came_back && !thorough && !by_exact_moves()) return;
    ++failures;
    if (count > 1) {
      share /= 2;
    } else {
      ++in_vain;
    }
  }
}

/// Every other round lambda goes up and comes down again; in the rounds between, some of the non-zeros are taken away
/// at random, the weak ones more often.
void Search::perturb(int round, std::mt19937_64& random, Place& place) {
  if (round % 2 == 0) {
    constexpr double heats[] = {1.5, 2, 3, 5};
    const double heat = heats[static_cast<std::size_t>(round / 2) % 4];
    const bool by_steps = round / 2 % 2 == 1;  // of Algorithm 1, whose long steps leave a basin sooner
    for (const double times : {heat, std::sqrt(heat)}) {
      const Penalty stronger = with_strength(target_, lambda_of(target_) * times, std::nullopt);
      if (by_steps)
        by_gist(stronger, 20, place);
      else
        loosely(stronger, 10, place);
    }
    if (by_steps) by_gist(target_, 20, place);
    return;
  }
  const auto order = weakest_first(place.w);
  const double share = 0.05 * (1 + round % 5);
  for (std::size_t k = 0; k < order.size(); ++k) {
    const double rank = static_cast<double>(k) / static_cast<double>(order.size());
    const double draw = static_cast<double>(random() >> 11) * 0x1.0p-53;
    if (draw < 2 * share * (1 - rank)) place.w[order[k]] = moves().at_rest(order[k]);
  }
  by_gist(target_, 20, place);
}

/// To the tolerance asked for. Where there is no minimum a solver ends as soon as its residual is small enough, and a
/// longer multiple is lower still: then it goes on from there.
void Search::finish(Place& place) {
  constexpr int most_legs = 4;
  stretch(place);
  for (int k = 0; k < most_legs; ++k) {
    leg(target_, WorkingSetOptions{}, stop_.after(iterations_), place);
    auto further = stretched(place.w);
    place.objective = further.objective();
    if (place.status != Status::converged || further.w == place.w) break;
    place.w = std::move(further.w);
  }
  place.finished = true;
}

}  // namespace gist
