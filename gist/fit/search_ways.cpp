#include <algorithm>
#include <cmath>
#include <utility>

#include "gist/backend/cpu/column_bounds.hpp"
#include "gist/fit/jumping.hpp"
#include "gist/fit/search.hpp"

namespace gist {
namespace {

/// After so many steps of Algorithm 1 it shows whether they lead anywhere low; where what it is worth then is so many
/// times the lowest known, the rest of them never made up for it.
constexpr int steps_to_tell = 33;
constexpr double hopeless = 1.5;
/// With least squares it matters which column came first only among so few, and another way takes next to no time
/// there.
constexpr std::size_t handful = 10;

}  // namespace

bool Search::bends() const { return std::isfinite(slope_at_zero(target_)); }
bool Search::never_flat() const { return !std::isfinite(flat_from(target_)); }

double Search::samples_a_column() const {
  return static_cast<double>(problem().samples()) / std::max(1.0, static_cast<double>(problem().extent().columns));
}

bool Search::continuous() {
  if (continuous_) return *continuous_;
  if (!std::holds_alternative<Squared>(problem().loss)) return false;
  auto point = look(start_);
  space().measure_columns(point);
  continuous_ = !jumping_columns(problem(), space().column_bounds()).most();
  return *continuous_;
}

bool Search::alike() {
  constexpr double mostly = 0.5;
  if (!cpu::bounded_curvature(problem().loss)) return true;  // the lengths of columns are not known
  auto point = look(start_);
  space().measure_columns(point);
  const auto bound = space().column_bounds();
  double count = 0;
  for (std::size_t j = 0; j < bound.size(); ++j) {
    point.w[j] = bound[j] > 0 ? 1 / std::sqrt(bound[j]) : 0;
    count += bound[j] > 0 ? 1 : 0;
  }
  space().loss(point);
  const auto& offset = problem().offset;
  const auto& weights = problem().sample_weight;
  double sum = 0, squares = 0;
  for (std::size_t i = 0; i < point.margin.size(); ++i) {
    const double z = point.margin[i] - (offset.empty() ? 0 : offset[i]);
    const double weight = weights.empty() ? 1 / static_cast<double>(point.margin.size()) : weights[i];
    sum += weight * z;
    squares += weight * z * z;
  }
  if (problem().intercept) squares -= sum * sum;
  const double bend = std::visit([](const auto& l) { return l.curvature_bound(); }, problem().loss);
  return squares * bend > mostly * count * count;
}

void Search::along(std::string name, const Way& way) {
  std::optional<Place> end;
  go(std::move(name), [&](Place& place) { way(place), end = place; });
  if (!end) return;  // no time was left
  end->objective = runs_.back().objective;
  ends_.push_back(std::move(*end));
}

Search::Way Search::from_large_lambda(int stages) {
  return [this, stages](Place& place) {
    down_lambda(stages, 3, [&](const Penalty& penalty) { loosely(penalty, 3, place); });
    loosely(target_, 20, place);
  };
}

/// Where the penalty is all but flat single columns do not pay and many together do: long steps of all find them.
Search::Way Search::from_gist(int steps) {
  return [this, steps](Place& place) {
    by_gist(target_, std::min(steps, steps_to_tell), place);
    if (!thorough_ && worth(place.w) > hopeless * lowest_.objective) return;
    if (steps > steps_to_tell) by_gist(target_, steps - steps_to_tell, place);
    loosely(target_, 20, place);
  };
}

/// The l1 solution needs hardly be known where the penalty's bend grows in few stages.
Search::Way Search::from_l1(int steps_to_it, int stages, double from, int most) {
  return [this, steps_to_it, stages, from, most](Place& place) {
    to_l1(steps_to_it, place);
    down_theta(stages, from, most, place);
    loosely(target_, 20, place);
  };
}

bool Search::low_points(const Enough& enough) {
  space().expect_many_passes();
  ends_.clear();
  if (!bends())
    without_a_bend();
  else if (problem().few_samples() && !narrow())
    few_samples();
  else if (narrow() && by_exact_moves() && (tall() || !problem().small()) && samples_a_column() >= 10)
    few_columns();
  else if (problem().small() || (narrow() && by_exact_moves()))
    small_problem();
  else
    many_of_both();
  if (enough && !enough(lowest_.w)) return false;
  if (!crowded(lowest_.w) && !agreed_) improve_ends();
  return true;
}

/// The lowest of where the ways led, and others not far above it, as many as `most_improved_` says: which of two leads
/// lower is not known before.
void Search::improve_ends() {
  constexpr double same = 1e-4;
  if (ends_.empty()) return;
  std::stable_sort(ends_.begin(), ends_.end(),
                   [](const Place& a, const Place& b) { return a.objective < b.objective; });
  const double lowest = ends_.front().objective;
  std::size_t improved = 0;
  for (const Place& end : ends_) {
    const bool again = improved > 0 && end.objective - lowest <= same * lowest;
    if (improved == most_improved_ || end.objective > not_far_ * lowest) return;
    if (again) continue;
    go("improved", [&](Place& place) { place = end, improve(place); });
    ++improved;
  }
}

/// Few samples and more columns, as of genes: ways from different sides end apart, and what improving adds to one it
/// mostly adds to another. Those that begin with many come first.
void Search::few_samples() {
  std::optional<Place> l1;
  along("down theta", [&](Place& place) {
    to_l1(50, place);
    l1 = place;
    down_theta(8, 30, 5, place);
    loosely(target_, 20, place);
  });
  along("classical", [&](Place& place) { place = *l1, classical(place); });
  along("down lambda and theta", from_large_lambda(10));
  most_improved_ = 2;
  not_far_ = 1.3;
  // Of columns that have nearly one direction low points are many, and where one leads that begins high is not known
  // before.
  thorough_ = alike();
  improve_ends();
  agreed_ = true;  // what is still to come is improved there and then
  // What begins at 0 seldom ends lower, but at times by far.
  const auto from_zero = [&](std::string name, const Way& way) {
    go(std::move(name), [&](Place& place) {
      way(place);
      if (thorough_ || worth(place.w) <= not_far_ * lowest_.objective) improve(place);
    });
  };
  if (by_exact_moves())
    from_zero("grown", [&](Place& place) { grow(place); });
  else
    from_zero("zero", [&](Place& place) { loosely(target_, 100, place); });
  from_zero("gist", from_gist(100));
}

/// Few columns, or few samples and few columns. Where a search takes milliseconds every way is improved.
void Search::small_problem() {
  const bool each = problem().small();
  const auto go_along = [&](std::string name, const Way& way) {
    along(std::move(name), [&](Place& place) {
      way(place);
      if (each) improve(place);
    });
  };
  const bool two_are_known = !ends_.empty();  // and did not agree
  if (by_exact_moves()) go_along("grown", [&](Place& place) { grow(place); });
  if (!two_are_known) {
    go_along("down lambda and theta", from_large_lambda(each ? 10 : 5));
    go_along("gist", from_gist(100));
  }
  go_along("down theta", from_l1(50, 8, 30, each ? 5 : 2));
  // Beginning with too many leads on where many columns together leave nothing of the loss and no few of them do.
  if (!loss_is_gone(lowest_.w)) go_along("up lambda", [&](Place& place) { up_lambda(place); });
  if (each) go_along("classical", [&](Place& place) { classical(place); });
  constexpr int most_restarts = 12, restarts_in_vain = 2;
  if (each && narrow() && tiniest() && !loss_is_gone(lowest_.w)) restart(most_restarts, restarts_in_vain, 0);
  agreed_ = each && !two_are_known;  // nothing is left to improve
}

/// More samples than a few hundred columns can tell apart: where two ways from different sides agree there is nothing
/// lower to be found.
void Search::few_columns() {
  constexpr double agree = 3e-3;
  along("gist", from_gist(50));
  along("down lambda and theta", from_large_lambda(5));
  if (ends_.size() < 2) return;
  const double one = ends_[0].objective, other = ends_[1].objective;
  const bool anywhere = nonzeros(ends_[1].w) > 0;  // to have stayed at 0, both of them, says nothing
  agreed_ = anywhere && std::abs(one - other) <= agree * std::min(one, other);
  if (!anywhere || (!agreed_ && problem().small())) small_problem();
}

void Search::many_of_both() {
  // Where columns have much in common and come in by jumps, the first that jumps may keep a better one out for good;
  // least squares has no other way that begins with too many.
  const bool much_in_common = !by_exact_moves() && !problem().thin();
  if (by_exact_moves()) along("grown", [&](Place& place) { grow(place); });
  // Where columns have little in common and the penalty goes flat, growing ends so low that improving brings more than
  // any other way.
  if (by_exact_moves() && problem().thin() && !never_flat() && !crowded(lowest_.w)) return;
  // A penalty that is never flat has its low points near those of l1, and so have columns that leave 0 continuously:
  // what growing cannot do is beginning with too many.
  const bool near_l1 = never_flat() || (!by_exact_moves() && continuous());
  if (!near_l1 || narrow() || crowded(lowest_.w))
    along("down lambda and theta", from_large_lambda(by_exact_moves() ? 5 : 10));
  if (crowded(lowest_.w)) return;
  if (by_exact_moves() && !problem().thin()) along("gist", from_gist(100));
  if (by_exact_moves() || narrow()) {
    if (near_l1 || narrow()) along("down theta", from_l1(50, 8, 30, 2));
  } else if (near_l1 || much_in_common) {
    along("down theta", from_l1(3, 5, 10, 3));
    const std::size_t few = nonzeros(lowest_.w);
    if (near_l1 && few > 0 && few <= handful) along("down lambda and theta", from_large_lambda(10));
  }
  if (by_exact_moves() && !problem().thin() && !loss_is_gone(lowest_.w))
    along("up lambda", [&](Place& place) { up_lambda(place); });
  if (much_in_common) {
    most_improved_ = 2;
    not_far_ = 1.15;
  }
}

/// l0 and roots, infinitely steep at 0.
void Search::without_a_bend() {
  const bool small = problem().small();
  const auto each = [&](Way way) {
    return [this, small, way = std::move(way)](Place& place) {
      way(place);
      if (small) improve(place);
    };
  };
  if (by_exact_moves()) along("grown", each([&](Place& place) { grow(place); }));
  along("down lambda", each(from_large_lambda(by_exact_moves() && !small ? 5 : 10)));
  if (crowded(lowest_.w)) return;
  // A root leaves hardly a way out of 0 but many steps together.
  const bool dense = by_exact_moves() && !problem().thin();
  if (never_flat() || small || dense) along("gist", each(from_gist(100)));
  agreed_ = small;
}

}  // namespace gist
