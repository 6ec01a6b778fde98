#include "gist/backend/cpu/newton_model.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "gist/backend/cpu/branch.hpp"
#include "gist/backend/cpu/coefficient_loops.hpp"
#include "gist/backend/cpu/kernels_block.hpp"
#include "gist/backend/cpu/sample_loops.hpp"

namespace gist::cpu {
namespace {

/// Once H is written out a sweep costs a fraction of one over the columns: so many count as one.
constexpr int written_out_sweeps = 10;
/// So many coefficients are few enough for a factor of H, and so many multiplications to write H out for it.
constexpr std::size_t most_factored = 400;
constexpr std::int64_t most_multiplications = 1 << 22;
/// A model that is easy is done before its curvature would be written out.
constexpr int sweeps_before_writing_out = 4;
/// What one is expected to take that is not: the products of dense columns of a constant curvature are kept for those
/// to come.
constexpr int sweeps_of_hard = 20, sweeps_of_hard_and_others = 80;
/// A sweep over this few entries costs next to nothing, and so do the last digits of a model.
constexpr std::int64_t few_entries = 1 << 15;
/// The share of a model's tolerance that is nothing to follow a direction for along which the loss hardly bends.
constexpr double as_good_as_none = 1e-3;
constexpr double shortest_leap = 0.05, farthest_leap = 1024;
/// The share of a model's tolerance below which a move is not worth making.
constexpr double idle_share = 0.1;

}  // namespace

void NewtonModel::build(const CpuSpace::Point& at, std::span<const double> slopes, std::span<const Index> columns,
                        double curvature_scale) {
  columns_.assign(columns.begin(), columns.end());
  const auto n = static_cast<std::size_t>(problem_.samples());
  bend_.resize(n);
  model_curvatures(problem_, at.margin, at.intercept, curvature_scale, slopes, bend_);
  order_.clear();
  // An old curvature leads to the same minimum where there is one, and to another valley where there are several.
  const bool convex = is_convex(problem_.penalty);
  if (convex && curvature_scale == 1 && kept_.serves(bend_, columns)) return build_kept(at, columns);
  row_factor_.resize(n);
  for (std::size_t i = 0; i < n; ++i) row_factor_[i] = std::sqrt(static_cast<float>(bend_[i]));
  // Of the factors as the columns have them: what rounding took from them would make H bend downwards.
  const auto weigh = [](double sum, float factor) { return sum + double{factor} * double{factor}; };
  total_ = problem_.intercept ? std::accumulate(row_factor_.begin(), row_factor_.end(), 0.0, weigh) : 0;
  block_.take(problem_, columns_, row_factor_);

  const std::size_t count = columns_.size();
  curvature_.assign(count, 0);
  weighted_.assign(count, 0);
  for (std::size_t c = 0; c < count; ++c) {
    if (problem_.intercept)
      weighted_[c] = convex ? block_.dot(c, row_factor_.data()) : block_.exact_dot(c, row_factor_.data());
    const double squares = block_.square(c);
    const double profiled = total_ > 0 ? squares - weighted_[c] * weighted_[c] / total_ : squares;
    curvature_[c] = std::max(profiled, 1e-6 * squares);  // single precision leaves no more of a nearly constant column
  }
  gram_.drop();
  begin_at(at);
  moved_.assign(n, 0);
  shifted_ = 0;
}

void NewtonModel::build(const CpuSpace::Point& at, std::span<const Index> columns, const NormalEquations& equations) {
  columns_.assign(columns.begin(), columns.end());
  order_.clear();
  total_ = 0;
  weighted_.assign(columns.size(), 0);
  curvature_.clear();
  slopes_.clear();
  for (const Index column : columns) {
    const auto j = static_cast<std::size_t>(column);
    curvature_.push_back(equations.curvature(j));
    slopes_.push_back(at.gradient[j]);
  }
  gram_.take(equations, columns);
  begin_at(at);
}

/// Over all columns that are kept, of which those asked for may move.
void NewtonModel::build_kept(const CpuSpace::Point& at, std::span<const Index> columns) {
  const auto all = kept_.columns();
  columns_.assign(all.begin(), all.end());
  gram_.borrow(kept_.rows(), all.size(), kept_.stride());
  weighted_.assign(all.size(), 0);
  curvature_.clear();
  slopes_.clear();
  for (std::size_t c = 0; c < all.size(); ++c) {
    curvature_.push_back(gram_.row(c)[c]);
    slopes_.push_back(at.gradient[static_cast<std::size_t>(all[c])]);
  }
  begin_at(at);
  for (const Index j : columns) order_.push_back(kept_.place(j));
  all_ = order_;
}

void NewtonModel::begin_at(const CpuSpace::Point& at) {
  arrival_.clear();
  for (const Index j : columns_) arrival_.push_back(at.w[static_cast<std::size_t>(j)]);
  all_.resize(columns_.size());
  std::iota(all_.begin(), all_.end(), std::size_t{0});
}

double NewtonModel::weighted_mean(std::span<const double> x) const {
  const auto [weight, product] =
      sum_in_lanes<Pair>(0, static_cast<std::int64_t>(bend_.size()), [&](Pair& part, std::size_t i) {
        part.first += bend_[i];
        part.second += bend_[i] * x[i];
      });
  return weight > 0 ? product / weight : 0;
}

bool NewtonModel::dear() const { return !gram_.made() && block_.entries() > few_entries; }

double NewtonModel::slope_at(const CpuSpace::Point& at, std::size_t c) const {
  if (gram_.made()) return slopes_[c];
  const double slope = at.gradient[static_cast<std::size_t>(columns_[c])] + block_.dot(c, moved_.data());
  return total_ > 0 ? slope - weighted_[c] * shifted_ / total_ : slope;
}

/// One visit to each coordinate of `order`, which is shuffled where that leads to the same minimum. A coefficient stays
/// where it is if moving it would mend less than `idle`: that costs as much as a move that matters.
template <class P>
NewtonModel::Swept NewtonModel::sweep(const CpuSpace::Point& at, const P& penalty, std::span<const double> bound,
                                      Manner manner, double idle, std::vector<std::size_t>& order) {
  const Coordinates coordinates(problem_, penalty);
  Swept swept;
  if (P::convex && dear()) visits_.shuffle(order);
  stirred_.clear();
  for (const std::size_t c : order) {
    if (curvature_[c] == 0) continue;
    const auto j = static_cast<std::size_t>(columns_[c]);
    const double slope = slope_at(at, c);
    const double now = arrival_[c];
    const double next = move(coordinates, j, now, slope, curvature_[c], std::max(curvature_[c], bound[j]), manner);
    const double change = next - now;
    if (change == 0) continue;
    const double residual = curvature_[c] * std::abs(change);
    if (residual < idle && now != 0 && next != 0) continue;
    swept.largest = std::max(swept.largest, residual);
    if constexpr (P::convex) {
      swept.gained -=
          (slope + 0.5 * curvature_[c] * change) * change + coordinates.value(j, next) - coordinates.value(j, now);
    }
    arrival_[c] = next;
    if constexpr (!P::convex) stirred_.push_back(c);
    if (gram_.made()) {
      contiguous_add(gram_.row(c).data(), slopes_.size(), change, slopes_.data());
      continue;
    }
    block_.add(c, change, moved_.data());
    shifted_ += change * weighted_[c];
  }
  return swept;
}

/// Of the coefficients off 0 most may be at rest on the flat part of their penalty, and to visit one takes as long as
/// to move it. Those that have just moved are likely to move again: as long as they are few, they alone are visited.
template <class P>
void NewtonModel::sweep_stirred(const CpuSpace::Point& at, const P& penalty, std::span<const double> bound,
                                Manner manner, double idle, double tolerance) {
  constexpr int most = 6;
  for (int k = 0; k < most && dear() && !stirred_.empty() && 2 * stirred_.size() < moving_.size(); ++k) {
    std::swap(visited_, stirred_);
    if (!(sweep(at, penalty, bound, manner, idle, visited_).largest > tolerance)) return;
  }
}

/// Newton's direction for the terms gathered: by a factor of H where they are few and H is at hand or soon made, else
/// by conjugate gradients. Returns what it cost, in sweeps.
int NewtonModel::point_downhill(bool convex, double tolerance) {
  const std::size_t count = newton_.terms.size();
  if (count <= most_factored && write_out_terms()) {
    direction_.resize(count);
    const double still = convex ? 0 : as_good_as_none * tolerance;
    if (orthant_.minimise(terms_curvature_, terms_slope_, terms_from_, still)) {
      for (std::size_t k = 0; k < count; ++k) direction_[k] = orthant_.to()[k] - terms_from_[k];
      return static_cast<int>(1 + count / 10);
    }
    if (point_down_a_ridge()) return static_cast<int>(1 + count / 10);
  }
  // More products pay where all coefficients off 0 are to stay so; where some are to stop at 0, sweeps find them
  // sooner.
  const bool may_grow = !convex && !gram_.made();
  const int most = may_grow ? leaps_.most_products() : LeapRule::fewest_products;
  const int products =
      gram_.made() ? newton_.solve(gram_, tolerance, most) : newton_.solve(block_, total_, tolerance, most);
  if (may_grow && products == most) leaps_.want_more_products();
  direction_.assign(newton_.direction().begin(), newton_.direction().end());
  return products;
}

/// Where the penalty bends more than the loss together some coefficients have no minimum on their branches: sweeps
/// creep away from the ridge between two valleys. Along it down to where the first of them reaches 0.
bool NewtonModel::point_down_a_ridge() {
  const auto falling = orthant_.falling();
  double reach = infinity;
  for (std::size_t k = 0; k < falling.size(); ++k)
    if (falling[k] * terms_from_[k] < 0) reach = std::min(reach, -terms_from_[k] / falling[k]);
  if (!std::isfinite(reach)) return false;
  std::transform(falling.begin(), falling.end(), direction_.begin(), [&](double d) { return reach * d; });
  return true;
}

/// H and the slopes over the terms; false where that would cost more than it brings.
bool NewtonModel::write_out_terms() {
  const auto& terms = newton_.terms;
  const std::size_t count = terms.size();
  std::vector<std::size_t> columns(count);
  std::transform(terms.begin(), terms.end(), columns.begin(), [](const auto& term) { return term.column; });
  if (!gram_.made() && !few_products(columns)) return false;
  terms_curvature_.resize(count * count);
  terms_slope_.clear();
  terms_from_.clear();
  for (const auto& term : terms) {
    terms_slope_.push_back(term.slope);
    terms_from_.push_back(arrival_[term.column]);
  }
  if (gram_.made()) {
    for (std::size_t a = 0; a < count; ++a)
      for (std::size_t b = 0; b < count; ++b) terms_curvature_[a * count + b] = gram_.row(columns[a])[columns[b]];
  } else {
    block_.products(columns, terms_curvature_);
    for (std::size_t a = 0; a < count && total_ > 0; ++a)
      for (std::size_t b = 0; b < count; ++b)
        terms_curvature_[a * count + b] -= terms[a].weighted * terms[b].weighted / total_;
  }
  for (std::size_t a = 0; a < count; ++a) terms_curvature_[a * count + a] += terms[a].bend;
  return true;
}

/// Where H is soon written out for a leap it may as well stay: nothing is then lost to single precision, which counts
/// where columns all but add up to one another and large coefficients make up for one another.
bool NewtonModel::small_and_dense() const { return block_.dense() && few_products(all_); }

/// Whether writing out the products of these columns costs little.
bool NewtonModel::few_products(std::span<const std::size_t> columns) const {
  const double most = most_multiplications;
  if (!block_.dense()) return block_.row_pairs(columns) <= most;
  return static_cast<double>(columns.size()) * static_cast<double>(block_.entries()) <= most;
}

/// All coefficients that are off 0 and on a smooth branch inside their bounds, together: Newton's direction for them,
/// a coefficient that would change its sign stopping at 0, and no further than downhill. Returns the
/// sweeps it cost; `moved` says whether anything came of it.
template <class P>
int NewtonModel::leap(const CpuSpace::Point& at, const P& penalty, double tolerance, bool& moved) {
  const Coordinates coordinates(problem_, penalty);
  const auto column = [&](std::size_t k) { return static_cast<std::size_t>(columns_[newton_.terms[k].column]); };
  newton_.terms.clear();
  std::vector<double>& model_slope = slope_;
  model_slope.clear();
  for (std::size_t c = 0; c < arrival_.size(); ++c) {
    const auto j = static_cast<std::size_t>(columns_[c]);
    const double w = arrival_[c];
    if (w == 0 || curvature_[c] == 0 || w <= coordinates.lower(j) || w >= coordinates.upper(j)) continue;
    const Branch branch = branch_at(coordinates, j, w);
    if (!branch.smooth) continue;
    model_slope.push_back(slope_at(at, c));
    newton_.terms.push_back({c, model_slope.back() + branch.slope, branch.bend, curvature_[c], weighted_[c]});
  }
  moved = false;
  if (newton_.terms.size() < 2) return 0;  // coordinate descent does as much
  const int products = point_downhill(P::convex, tolerance);

  // The whole step, a coefficient that would change its sign stopping at 0 and one that would leave its bounds there.
  arrived_.resize(direction_.size());
  for (double length = 1; length > shortest_leap; length /= 4) {
    double rise = 0;
    begin_change();
    for (std::size_t k = 0; k < direction_.size(); ++k) {
      const std::size_t c = newton_.terms[k].column, j = column(k);
      const double w = arrival_[c];
      double to = std::min(std::max(w + length * direction_[k], coordinates.lower(j)), coordinates.upper(j));
      if (to * w <= 0) to = 0;
      arrived_[k] = to;
      if (to == w) continue;
      change_by(c, to - w);
      rise += model_slope[k] * (to - w) + coordinates.value(j, to) - coordinates.value(j, w);
    }
    rise += bend_of_change();
    // No more can be gained than is there; where a model says so, that is rounding of a step along what hardly bends.
    if (!(rise < 0 && rise > -at.objective())) continue;
    for (std::size_t k = 0; k < direction_.size(); ++k) arrival_[newton_.terms[k].column] = arrived_[k];
    take_change(1);
    moved = true;
    return products;
  }
  if constexpr (P::convex) moved = follow(coordinates);
  return products;
}

/// The direction of a leap as far as the model falls along it, through the points where coefficients change their
/// sign. Where columns add up to one another, as those of categories do, the model hardly bends along what they leave
/// undecided: all coefficients that would change their sign stopping at 0 does not lead downhill, and sweeps, which
/// move one at a time, do not get anywhere.
template <class P>
bool NewtonModel::follow(const Coordinates<P>& coordinates) {
  double slope = 0, bend = 0, farthest = farthest_leap;
  kinks_.clear();
  begin_change();
  for (std::size_t k = 0; k < direction_.size(); ++k) {
    const auto& term = newton_.terms[k];
    const auto j = static_cast<std::size_t>(columns_[term.column]);
    const double w = arrival_[term.column], d = direction_[k];
    if (d == 0) continue;
    slope += term.slope * d;
    bend += term.bend * d * d;
    farthest = std::min(farthest, ((d > 0 ? coordinates.upper(j) : coordinates.lower(j)) - w) / d);
    if (w * d < 0) kinks_.push_back({-w / d, 2 * coordinates.penalty(j).slope_at_zero() * std::abs(d)});
    change_by(term.column, d);
  }
  const double length = lowest_on_line(slope, bend + 2 * bend_of_change(), kinks_, farthest);
  if (!(length > 0)) return false;
  for (std::size_t k = 0; k < direction_.size(); ++k) {
    double& w = arrival_[newton_.terms[k].column];
    const double d = direction_[k];
    w = w * d < 0 && -w / d == length ? 0 : w + length * d;
  }
  take_change(length);
  return true;
}

/// A change of several coefficients at once, kept apart until it is taken: what it does to the samples, or, where H is
/// written out, to the slopes.
void NewtonModel::begin_change() {
  changed_shift_ = 0;
  changes_.clear();
  if (gram_.made())
    changed_slopes_.assign(slopes_.size(), 0);
  else
    changed_.assign(moved_.size(), 0.0F);
}

void NewtonModel::change_by(std::size_t c, double by) {
  if (gram_.made()) {
    changes_.emplace_back(c, by);
    contiguous_add(gram_.row(c).data(), changed_slopes_.size(), by, changed_slopes_.data());
    return;
  }
  block_.add(c, by, changed_.data());
  changed_shift_ += by * weighted_[c];
}

double NewtonModel::bend_of_change() const {
  double bend = 0;
  for (const auto& [c, by] : changes_) bend += by * changed_slopes_[c] / 2;
  if (gram_.made()) return bend;
  for (const float u : changed_) bend += double{u} * double{u} / 2;
  return total_ > 0 ? bend - changed_shift_ * changed_shift_ / total_ / 2 : bend;
}

void NewtonModel::take_change(double length) {
  if (gram_.made()) return contiguous_add(changed_slopes_.data(), slopes_.size(), length, slopes_.data());
  contiguous_add(changed_.data(), moved_.size(), static_cast<float>(length), moved_.data());
  shifted_ += length * changed_shift_;
}

/// Whether H is worth its making after so many sweeps. Sparse columns seldom need many more: there it may cost as much
/// as the sweeps so far.
bool NewtonModel::worth_writing_out(int sweeps) const {
  if (!block_.dense()) return gram_.worth(block_, sweeps);
  return gram_.worth(block_, constant_curvature() ? sweeps_of_hard_and_others : sweeps_of_hard);
}

/// From here on over H written out.
void NewtonModel::write_out(const CpuSpace::Point& at) {
  std::vector<double> slopes(columns_.size());
  for (std::size_t c = 0; c < columns_.size(); ++c) slopes[c] = slope_at(at, c);
  slopes_ = std::move(slopes);
  const Gram::Sums sums = is_convex(problem_.penalty) ? Gram::Sums::rounded : Gram::Sums::exact;
  gram_.make(block_, columns_, weighted_, total_, sums, constant_curvature());
}

NewtonModel::Descent NewtonModel::descend(const CpuSpace::Point& at, std::span<const double> bound, Manner manner,
                                          const ModelGoal& goal) {
  Descent done;
  std::visit(
      [&]<class P>(const P& penalty) {
        const double idle = idle_share * goal.tolerance;
        double gained = 0;
        int next_asked = sweeps_before_writing_out;
        leaps_.begin_model();
        const bool few_stir = !P::convex && constant_curvature();
        const bool by_gain = P::convex && dear() && !constant_curvature();  // that is the truth itself, and no model
        const auto swept_enough = [&](const Swept& swept) {
          ++done.sweeps;
          gained += swept.gained;
          if (goal.over != nullptr && (*goal.over)()) return true;
          return !(swept.largest > goal.tolerance) || (by_gain && swept.gained < goal.least_gain * gained);
        };
        const auto most_sweeps = [&] { return gram_.made() ? written_out_sweeps * goal.sweeps : goal.sweeps; };
        while (done.sweeps < most_sweeps()) {
          if (swept_enough(sweep(at, penalty, bound, manner, idle, all_))) break;
          // The coefficients that are off 0 or have just moved, until they are at rest; then all once more.
          moving_.clear();
          for (const std::size_t c : all_) {
            const double w = at.w[static_cast<std::size_t>(columns_[c])];
            if (arrival_[c] != 0 || w != 0) moving_.push_back(c);
          }
          while (done.sweeps < most_sweeps()) {
            const Swept swept = sweep(at, penalty, bound, manner, idle, moving_);
            if (swept_enough(swept)) break;
            if (few_stir) sweep_stirred(at, penalty, bound, manner, idle, goal.tolerance);
            const bool sparse = !gram_.made() && !block_.dense();
            if (!gram_.made() && done.sweeps >= next_asked) {
              if (worth_writing_out(done.sweeps) || (!P::convex && small_and_dense())) write_out(at);
              next_asked = 2 * done.sweeps;
            }
            if (!leaps_.due(swept.largest, sparse)) continue;
            bool moved = false;
            const int products = leap(at, penalty, goal.tolerance / 4, moved);
            done.sweeps += products;
            leaps_.leapt(products, moved);
          }
        }
      },
      problem_.penalty);
  done.decrease = std::max(0.0, -value(at));
  arrival_in_order_.clear();
  for (const std::size_t c : order_) arrival_in_order_.push_back(arrival_[c]);
  return done;
}

double NewtonModel::value(const CpuSpace::Point& at) const {
  return std::visit(
      [&](const auto& penalty) {
        const Coordinates coordinates(problem_, penalty);
        double sum = 0;
        if (!gram_.made()) {
          for (const float u : moved_) sum += double{u} * double{u} / 2;
          if (total_ > 0) sum -= shifted_ * shifted_ / total_ / 2;
        }
        for (std::size_t c = 0; c < arrival_.size(); ++c) {
          const auto j = static_cast<std::size_t>(columns_[c]);
          if (arrival_[c] == at.w[j]) continue;
          if (gram_.made()) sum += (arrival_[c] - at.w[j]) * (slopes_[c] - at.gradient[j]) / 2;
          sum += at.gradient[j] * (arrival_[c] - at.w[j]) + coordinates.value(j, arrival_[c]) -
                 coordinates.value(j, at.w[j]);
        }
        return sum;
      },
      problem_.penalty);
}

}  // namespace gist::cpu
