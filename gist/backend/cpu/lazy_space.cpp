#include "gist/backend/cpu/lazy_space.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <iterator>

#include "gist/backend/cpu/chosen_columns.hpp"
#include "gist/backend/cpu/coefficient_loops.hpp"
#include "gist/backend/cpu/kernels_active.hpp"
#include "gist/backend/cpu/sample_loops.hpp"
#include "gist/backend/cpu/sums.hpp"

namespace gist::cpu {
namespace {

constexpr int longest_pause = 5;  // two to this power steps

/// Adds up body(columns) over the parts of an ascending list that lie in one piece of the coefficients each, as
/// sum_chunks adds up pieces; those without columns would add 0.
template <class Sum, class Body>
Sum sum_pieces(std::span<const Index> columns, Index features, Body&& body) {
  Sum total{};
  for (std::size_t k = 0; k < columns.size();) {
    const std::int64_t begin = columns[k] / vector_chunk * vector_chunk;
    const std::int64_t end = std::min<std::int64_t>(begin + vector_chunk, features);
    const std::size_t from = k;
    while (k < columns.size() && columns[k] < end) ++k;
    total += body(begin, end, columns.subspan(from, k - from));
  }
  return total;
}

}  // namespace

LazySpace::LazySpace(CpuSpace& space, int window)
    : space_(space),
      problem_(space.problem_),
      entries_(problem_.design.nonzeros()),
      screen_(problem_, space.team_),
      refuses_(!problem_.intercept && !std::holds_alternative<Poisson>(problem_.loss)),
      objectives_(static_cast<std::size_t>(window), -infinity),
      most_(-infinity),
      scaled_w_(space.scaled_w_.size()) {}

LazySpace::Point LazySpace::adopt(CpuSpace::Point point) const {
  Point adopted{std::move(point), {}, 0, false};
  list_support(adopted);
  return adopted;
}

void LazySpace::list_support(Point& point) const {
  point.support.resize(point.w.size());
  const auto end = list_nonzeros(point.w.data(), 0, static_cast<Index>(point.w.size()), point.support.data());
  point.support.resize(static_cast<std::size_t>(end - point.support.data()));
  point.entries = entries_of(problem_.design, point.support);
}

void LazySpace::note_objective(double objective) {
  objectives_[oldest_] = objective;
  oldest_ = (oldest_ + 1) % objectives_.size();
  const double largest = *std::max_element(objectives_.begin(), objectives_.end());
  most_ = largest + 1e-12 * std::abs(largest);  // acceptance allows for rounding, and for less of it
}

void LazySpace::count(Offset entries) {
  counted_ += entries;
  if (entries_ == 0) return;
  space_.passes_ += counted_ / entries_;
  counted_ %= entries_;
}

/// As CpuSpace::linear_part, on the support.
double LazySpace::loss(Point& point) {
  const bool too_high = refuses_ && current_ != nullptr && point.penalty_value > most_;
  if (&point == refused_ || (too_high && space_.products_.may_skip(point.support.size(), point.entries))) {
    refused_ = nullptr;
    return point.loss_value = 0;
  }
  if (!worth_screening(point.entries)) {
    space_.linear_part(point);
    return space_.loss_of_margins(point);
  }
  std::span<const double> w = point.w;
  double shift = 0;
  if (!scaled_w_.empty()) {
    const auto& [mean, inverse_scale] = problem_.scaling;
    shift = sum_pieces<double>(point.support, problem_.features(), [&](auto, auto, std::span<const Index> columns) {
      double part = 0;
      for (const Index column : columns) {
        const auto j = static_cast<std::size_t>(column);
        scaled_w_[j] = point.w[j] * inverse_scale[j];
        if (!mean.empty()) part -= mean[j] * scaled_w_[j];
      }
      return part;
    });
    w = scaled_w_;
  }
  count(space_.products_.multiply(w, point.support, point.entries, point.margin));
  if (!scaled_w_.empty()) {
    for (const Index j : point.support) scaled_w_[static_cast<std::size_t>(j)] = 0;
  }
  space_.finish_margins(shift, point);
  return space_.loss_of_margins(point);
}

void LazySpace::take_all() {
  space_.products_.multiply_transposed(space_.slope_, current_->gradient);
  space_.finish_gradient(current_->gradient);
  count(entries_);
  current_->all_known = true;
  in_parts_ = false;
}

void LazySpace::take(std::span<const Index> columns) {
  space_.products_.multiply_transposed(space_.slope_, columns, current_->gradient);
  const auto& [mean, inverse_scale] = problem_.scaling;
  for (std::size_t k = 0; k < columns.size() && !inverse_scale.empty(); ++k) {
    const auto j = static_cast<std::size_t>(columns[k]);
    double& g = current_->gradient[j];
    g = (mean.empty() ? g : g - mean[j] * space_.slope_sum_) * inverse_scale[j];
  }
  count(entries_of(problem_.design, columns));
}

void LazySpace::gradient(Point& point) {
  close();
  if (current_ != &point) note_objective(point.objective());
  known_.clear();
  bool few = worth_screening(point.entries) && (current_ == nullptr || worth_screening(current_->entries));
  if (few) {
    const std::span<const Index> before = current_ != nullptr ? current_->support : std::span<const Index>();
    std::set_union(point.support.begin(), point.support.end(), before.begin(), before.end(),
                   std::back_inserter(known_));
    known_entries_ = entries_of(problem_.design, known_);
    few = worth_screening(known_entries_);
  }
  current_ = &point;
  point.all_known = false;
  space_.weigh_slopes(point);
  const bool lazy = few && screen_.ready() && in_vain_ <= entries_ && screen_.look(space_.slope_);
  if (lazy) {
    in_parts_ = true;
    take(known_);
    complete_from_ = infinity;
    return;
  }
  take_all();
  in_vain_ = 0;
  if (few && pause_ == 0) return screen_.refer(point.gradient, space_.slope_);
  screen_.forget();
  pause_ = std::max(0, pause_ - 1);
}

void LazySpace::complete(double t) {
  const auto survivors = screen_.survivors(t);
  missing_.clear();
  std::set_difference(survivors.begin(), survivors.end(), known_.begin(), known_.end(), std::back_inserter(missing_));
  complete_from_ = t;
  const Offset entries = entries_of(problem_.design, missing_);
  if (worth_screening(known_entries_ + entries)) {
    failures_ = 0;
    known_entries_ += entries;
    take(missing_);
    in_vain_ += entries;
    merged_.clear();
    std::merge(known_.begin(), known_.end(), missing_.begin(), missing_.end(), std::back_inserter(merged_));
    known_.swap(merged_);
    return;
  }
  take_all();
  in_vain_ = 0;
  if (++failures_ == 1) return screen_.refer(current_->gradient, space_.slope_);
  screen_.forget();
  pause_ = 1 << std::min(failures_, longest_pause);
}

double LazySpace::curvature(const Point& from, const Point& to) {
  assert(&to == current_);
  if (from.all_known && to.all_known) return space_.curvature(from, to);
  merged_.clear();
  std::set_union(from.support.begin(), from.support.end(), to.support.begin(), to.support.end(),
                 std::back_inserter(merged_));
  const Pair sums = sum_pieces<Pair>(merged_, problem_.features(), [&](auto, auto, std::span<const Index> columns) {
    Pair part;
    for (const Index column : columns) {
      const auto j = static_cast<std::size_t>(column);
      const double dw = to.w[j] - from.w[j];
      part.first += dw * (to.gradient[j] - from.gradient[j]);
      part.second += dw * dw;
    }
    return part;
  });
  return sums.first / sums.second;
}

ProxStep LazySpace::prox_step(const Point& from, double t, Point& to) {
  assert(&from == current_);
  if (!from.all_known && t < complete_from_) {
    if (refuses_ && space_.products_.may_skip(from.w.size(), entries_)) {
      const double penalty = screen_.certain_penalty(from.w, t, most_);
      if (penalty > most_) {
        refused_ = &to;
        to.penalty_value = penalty;
        return {.penalty = penalty, .step_max = infinity};
      }
    }
    complete(t);
  }
  if (!from.all_known) return step_known(from, t, to);
  const ProxStep moved = space_.prox_step(from, t, to);
  list_support(to);
  return moved;
}

ProxStep LazySpace::step_known(const Point& from, double t, Point& to) {
  for (const Index j : to.support) to.w[static_cast<std::size_t>(j)] = 0;
  const ProxStep moved = std::visit(
      [&](const auto& penalty) {
        const Coordinates coordinates(problem_, penalty);
        return sum_pieces<ProxStep>(
            known_, problem_.features(), [&](std::int64_t begin, std::int64_t end, std::span<const Index> columns) {
              return coordinates.step_chosen(static_cast<std::size_t>(begin), static_cast<std::size_t>(end), columns,
                                             from.w.data(), from.gradient.data(), t, to.w.data());
            });
      },
      problem_.penalty);
  to.support.clear();
  for (const Index j : known_) {
    if (to.w[static_cast<std::size_t>(j)] != 0) to.support.push_back(j);
  }
  to.entries = entries_of(problem_.design, to.support);
  to.penalty_value = moved.penalty;
  return moved;
}

}  // namespace gist::cpu
