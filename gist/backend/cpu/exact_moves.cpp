#include "gist/backend/cpu/exact_moves.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>
#include <queue>
#include <utility>

#include "gist/backend/cpu/coefficient_loops.hpp"
#include "gist/backend/cpu/column_bounds.hpp"
#include "gist/backend/cpu/nonzeros.hpp"
#include "gist/core/chunks.hpp"

namespace gist::cpu {
namespace {

/// How much more than its second-order model the loss may give, at most, for a column to be looked at.
constexpr double kindness = 3;
/// Newton's steps along one coefficient, and how often one is shortened.
constexpr int most_steps = 6, most_shortenings = 5;
/// A step is not looked at that would gain less than this share of what moving the coefficient has gained, or of what
/// the coefficient costs; from rest it is moved again soon.
constexpr double hardly = 1e-3, hardly_from_rest = 1e-2;
/// A coefficient without which the loss rises by so many times what it costs need not be asked again whether it goes.
constexpr double surely_needed = 2;
/// A move is taken before one that promised more at an earlier point, if it gives this share of it.
constexpr double fair_share = 0.8;
/// One thread looks at so many columns at a time: enough to be worth handing over.
constexpr std::int64_t columns_each = 32;

/// What a move of a coefficient away from 0 costs at least: its penalty at the power of two below. Nearly every column
/// costs far more than it could bring, and need not be asked more closely.
template <class P>
class LeastCost {
 public:
  explicit LeastCost(const Coordinates<P>& coordinates) : coordinates_(coordinates) {}

  double of(double step) {
    const std::uint64_t exponent = std::bit_cast<std::uint64_t>(std::abs(step)) >> 52;
    double& cost = at_power_[exponent];
    if (std::isnan(cost)) cost = coordinates_.value(0, std::bit_cast<double>(exponent << 52));
    return cost;
  }
  bool known() const { return coordinates_.uniform(); }

 private:
  const Coordinates<P>& coordinates_;
  std::vector<double> at_power_ = std::vector<double>(2048, std::numeric_limits<double>::quiet_NaN());
};

/// Columns with what a move of theirs was worth when last looked at, the largest first.
using Promises = std::priority_queue<std::pair<double, std::size_t>>;

}  // namespace

void ExactMoves::begin(const CpuSpace::Point& at) {
  w_ = at.w;
  needed_.clear();
  predictor_ = at.margin;
  for (double& z : predictor_) z += at.intercept;
}

double ExactMoves::at_rest(std::size_t j) const {
  if (problem_.lower.empty() && problem_.upper.empty()) return 0;
  const double low = problem_.lower.empty() ? -infinity : problem_.lower[j];
  const double high = problem_.upper.empty() ? infinity : problem_.upper[j];
  return std::min(std::max(0.0, low), high);
}

std::vector<Index> ExactMoves::promising(std::span<const double> gradient, std::span<const double> curvature,
                                         std::size_t most) const {
  using Gains = std::vector<std::pair<double, Index>>;
  const bool free = problem_.lower.empty() && problem_.upper.empty();
  const Chunks chunks{static_cast<std::int64_t>(w_.size()), vector_chunk};
  std::vector<Gains> parts(static_cast<std::size_t>(chunks.count()));
  std::visit(
      [&](const auto& penalty) {
        const Coordinates coordinates(problem_, penalty);
        team_.run_chunks(chunks, [&](std::int64_t chunk, std::int64_t begin, std::int64_t end) {
          Gains& gains = parts[static_cast<std::size_t>(chunk)];
          LeastCost least_cost(coordinates);
          for (auto j = static_cast<std::size_t>(begin); j < static_cast<std::size_t>(end); ++j) {
            const double rest = free ? 0 : at_rest(j);
            if (w_[j] != rest || !(curvature[j] > 0) || gradient[j] == 0) continue;
            const double step = -gradient[j] / curvature[j], brings = -kindness * gradient[j] * step / 2;
            if (least_cost.known() && std::isfinite(step) && brings <= least_cost.of(step)) continue;
            const double cost = coordinates.value(j, rest + step) - coordinates.value(j, rest);
            const double gain = brings - cost;
            if (gain > 0) gains.emplace_back(-gain, static_cast<Index>(j));
          }
        });
      },
      problem_.penalty);
  Gains gains;
  for (const Gains& part : parts) gains.insert(gains.end(), part.begin(), part.end());
  const std::size_t kept = std::min(most, gains.size());
  std::partial_sort(gains.begin(), gains.begin() + static_cast<std::ptrdiff_t>(kept), gains.end());
  std::vector<Index> columns(kept);
  for (std::size_t k = 0; k < kept; ++k) columns[k] = gains[k].second;
  return columns;
}

std::vector<Index> ExactMoves::in_use() const {
  std::vector<Index> columns;
  if (problem_.lower.empty() && problem_.upper.empty()) {
    for_each_nonzero(w_.data(), 0, w_.size(), [&](std::size_t j) { columns.push_back(static_cast<Index>(j)); });
    return columns;
  }
  for (std::size_t j = 0; j < w_.size(); ++j)
    if (w_[j] != at_rest(j)) columns.push_back(static_cast<Index>(j));
  return columns;
}

template <class Look>
std::vector<double> ExactMoves::each(std::span<const Index> columns, Look&& look) const {
  std::vector<double> seen(columns.size());
  team_.run_chunks(Chunks{static_cast<std::int64_t>(columns.size()), columns_each},
                   [&](std::int64_t, std::int64_t begin, std::int64_t end) {
                     LossAlong along(problem_);
                     for (auto k = static_cast<std::size_t>(begin); k < static_cast<std::size_t>(end); ++k)
                       seen[k] = look(static_cast<std::size_t>(columns[k]), along);
                   });
  return seen;
}

/// What it does to leave the others alone with the samples.
template <class P>
ExactMoves::Move ExactMoves::without(const P& penalty, std::size_t j, const LossAlong& along, double loss_now) const {
  const Coordinates coordinates(problem_, penalty);
  const double rest = at_rest(j), now = w_[j];
  const double loss = along.at(rest - now).loss - loss_now;
  return {rest, loss + coordinates.value(j, rest) - coordinates.value(j, now), false};
}

/// The lowest of where coefficient j is, where it rests, and where Newton's steps with the exact penalty lead. From
/// rest the first step is the loss's alone: the question is what lies beyond the penalty's rise.
template <class P>
ExactMoves::Move ExactMoves::best(const P& penalty, std::size_t j, LossAlong& along) const {
  const Coordinates coordinates(problem_, penalty);
  along.take(j, predictor_);
  const double now = w_[j], rest = at_rest(j), bound = along.curvature_bound();
  LossAlong::Line line = along.at(0);
  const double before = line.loss + coordinates.value(j, now);
  Move found{now, 0, false};
  if (now != rest) {
    const Move gone = without(penalty, j, along, line.loss);
    if (gone.change < 0) found = gone;
    found.needed = gone.change > (surely_needed - 1) * (coordinates.value(j, now) - coordinates.value(j, rest));
  }
  double x = now;
  for (int step = 0; step < most_steps; ++step) {
    const double t = line.curvature > 1e-8 * bound ? line.curvature : bound;
    if (!(t > 0) || !std::isfinite(t)) break;
    const bool resting = x == rest;
    double to = resting ? std::min(std::max(x - line.slope / t, coordinates.lower(j)), coordinates.upper(j))
                        : coordinates.step(j, x, line.slope, t);
    if (to == x || (to == rest && !resting)) break;
    const double least =
        now == rest ? -hardly_from_rest * found.change : hardly * (coordinates.value(j, x) - found.change);
    if (!resting && t * (to - x) * (to - x) / 2 < least) break;
    const double here = line.loss + coordinates.value(j, x);
    LossAlong::Line next;
    double there = infinity;
    bool lower = false;
    for (int k = 0; k < most_shortenings && !lower; ++k, to = lower ? to : x + (to - x) / 4) {
      next = along.at(to - now);
      there = next.loss + coordinates.value(j, to);
      lower = resting ? next.loss < line.loss : there < here;
    }
    if (!lower) break;
    if (there - before < found.change) found.to = to, found.change = there - before;
    x = to;
    line = next;
  }
  return found;
}

void ExactMoves::take(std::size_t j, double to) {
  along_.move(to - w_[j], predictor_);
  w_[j] = to;
}

std::size_t ExactMoves::let_in(std::span<const Index> columns, std::size_t most) {
  std::size_t entered = 0;
  std::visit(
      [&](const auto& penalty) {
        Promises promises;
        const auto changes =
            each(columns, [&](std::size_t j, LossAlong& along) { return best(penalty, j, along).change; });
        for (std::size_t k = 0; k < columns.size(); ++k)
          if (changes[k] < 0) promises.emplace(-changes[k], static_cast<std::size_t>(columns[k]));
        // A column is worth less once others are in, hardly ever more: the first that keeps its promise is the best.
        while (!promises.empty() && entered < most) {
          const std::size_t j = promises.top().second;
          promises.pop();
          const Move move = best(penalty, j, along_);
          if (!(move.change < 0)) continue;
          if (!promises.empty() && -move.change < fair_share * promises.top().first) {
            promises.emplace(-move.change, j);
            continue;
          }
          take(j, move.to);
          ++entered;
        }
      },
      problem_.penalty);
  return entered;
}

void ExactMoves::adjust() {
  needed_.clear();
  std::visit(
      [&](const auto& penalty) {
        for (const Index column : in_use()) {
          const auto j = static_cast<std::size_t>(column);
          const Move move = best(penalty, j, along_);
          if (move.change < 0) take(j, move.to);
          if (move.needed) needed_.push_back(column);
        }
      },
      problem_.penalty);
}

std::size_t ExactMoves::let_go() {
  std::size_t gone = 0;
  std::visit(
      [&](const auto& penalty) {
        const auto gain = [&](std::size_t j, LossAlong& along) {
          along.take(j, predictor_);
          return -without(penalty, j, along, along.at(0).loss).change;
        };
        Promises promises;
        // One that goes makes others more needed as a rule; those that it makes less so are found when all are looked
        // at again.
        for (std::size_t before = gone + 1; before != gone;) {
          before = gone;
          std::vector<Index> columns;
          std::ranges::set_difference(in_use(), needed_, std::back_inserter(columns));
          const auto gains = each(columns, gain);
          for (std::size_t k = 0; k < columns.size(); ++k)
            if (gains[k] > 0) promises.emplace(gains[k], static_cast<std::size_t>(columns[k]));
          for (; !promises.empty();) {
            const std::size_t j = promises.top().second;
            promises.pop();
            const double gained = gain(j, along_);
            if (!(gained > 0)) continue;
            if (!promises.empty() && gained < fair_share * promises.top().first) {
              promises.emplace(gained, j);
              continue;
            }
            take(j, at_rest(j));
            ++gone;
          }
        }
      },
      problem_.penalty);
  return gone;
}

std::vector<double> ExactMoves::loss_without(std::span<const Index> columns) const {
  return each(columns, [&](std::size_t j, LossAlong& along) {
    along.take(j, predictor_);
    return along.at(at_rest(j) - w_[j]).loss - along.at(0).loss;
  });
}

}  // namespace gist::cpu
