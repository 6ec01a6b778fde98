#include "gist/backend/cpu/newton_model.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "gist/backend/cpu/branch.hpp"
#include "gist/backend/cpu/coefficient_loops.hpp"
#include "gist/backend/cpu/sample_loops.hpp"

namespace gist::cpu {
namespace {

/// Coordinate descent finds out which coefficients are off 0; once it crawls, Newton's direction for those together.
constexpr int sweeps_before_a_leap = 6, most_products = 30;
constexpr double shortest_leap = 0.05;

}  // namespace

void NewtonModel::build(const CpuSpace::Point& at, std::span<const Index> columns, double curvature_scale) {
  columns_.assign(columns.begin(), columns.end());
  const auto n = static_cast<std::size_t>(problem_.samples());
  row_factor_.resize(n);
  weighted_curvatures(problem_.loss, Samples(problem_, at.margin), at.intercept, curvature_scale, row_factor_);
  total_ = problem_.intercept ? std::accumulate(row_factor_.begin(), row_factor_.end(), 0.0) : 0;
  for (double& f : row_factor_) f = std::sqrt(f);
  block_.take(problem_, columns_, row_factor_);

  const std::size_t count = columns_.size();
  curvature_.assign(count, 0);
  weighted_.assign(count, 0);
  const std::vector<float> factor(row_factor_.begin(), row_factor_.end());
  for (std::size_t c = 0; c < count; ++c) {
    if (problem_.intercept) weighted_[c] = block_.dot(c, factor.data());
    const double squares = block_.square(c);
    const double profiled = total_ > 0 ? squares - weighted_[c] * weighted_[c] / total_ : squares;
    curvature_[c] = std::max(profiled, 1e-6 * squares);  // single precision leaves no more of a nearly constant column
  }
  arrival_.resize(count);
  for (std::size_t c = 0; c < count; ++c) arrival_[c] = at.w[static_cast<std::size_t>(columns_[c])];
  moved_.assign(n, 0);
  shifted_ = 0;
  all_.resize(count);
  std::iota(all_.begin(), all_.end(), std::size_t{0});
}

double NewtonModel::slope_at(const CpuSpace::Point& at, std::size_t c) const {
  const double slope = at.gradient[static_cast<std::size_t>(columns_[c])] + block_.dot(c, moved_.data());
  return total_ > 0 ? slope - weighted_[c] * shifted_ / total_ : slope;
}

/// One visit to each coordinate of `order`; returns the largest residual met.
template <class P>
double NewtonModel::sweep(const CpuSpace::Point& at, const P& penalty, std::span<const double> bound, Manner manner,
                          std::span<const std::size_t> order) {
  const Coordinates coordinates(problem_, penalty);
  double largest = 0;
  for (const std::size_t c : order) {
    if (curvature_[c] == 0) continue;
    const auto j = static_cast<std::size_t>(columns_[c]);
    const double slope = slope_at(at, c);
    const double now = arrival_[c];
    const double next = move(coordinates, j, now, slope, curvature_[c], std::max(curvature_[c], bound[j]), manner);
    const double change = next - now;
    if (change == 0) continue;
    largest = std::max(largest, curvature_[c] * std::abs(change));
    arrival_[c] = next;
    block_.add(c, change, moved_.data());
    shifted_ += change * weighted_[c];
  }
  return largest;
}

/// All coefficients that are off 0 and on a smooth branch inside their bounds, together: Newton's direction for them,
/// followed to the first that would change its sign or leave its bounds, and no further than downhill. Returns the
/// products it took; `moved` says whether anything came of them.
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
  const int products = newton_.solve(block_, total_, tolerance, most_products);
  const auto direction = newton_.direction();

  // The whole step, a coefficient that would change its sign stopping at 0 and one that would leave its bounds there.
  arrived_.resize(direction.size());
  std::fill(leapt_.begin(), leapt_.end(), 0.0F);
  leapt_.resize(moved_.size());
  for (double length = 1; length > shortest_leap; length /= 4) {
    std::fill(leapt_.begin(), leapt_.end(), 0.0F);
    double shift = 0, rise = 0;
    for (std::size_t k = 0; k < direction.size(); ++k) {
      const std::size_t c = newton_.terms[k].column, j = column(k);
      const double w = arrival_[c];
      double to = std::min(std::max(w + length * direction[k], coordinates.lower(j)), coordinates.upper(j));
      if (to * w <= 0) to = 0;
      arrived_[k] = to;
      if (to == w) continue;
      block_.add(c, to - w, leapt_.data());
      shift += (to - w) * weighted_[c];
      rise += model_slope[k] * (to - w) + coordinates.value(j, to) - coordinates.value(j, w);
    }
    for (const float u : leapt_) rise += double{u} * double{u} / 2;
    if (total_ > 0) rise -= shift * shift / total_ / 2;
    if (!(rise < 0)) continue;
    for (std::size_t k = 0; k < direction.size(); ++k) arrival_[newton_.terms[k].column] = arrived_[k];
    for (std::size_t i = 0; i < moved_.size(); ++i) moved_[i] += leapt_[i];
    shifted_ += shift;
    moved = true;
    break;
  }
  return products;
}

NewtonModel::Descent NewtonModel::descend(const CpuSpace::Point& at, std::span<const double> bound, Manner manner,
                                          double tolerance, int most) {
  Descent done;
  std::visit(
      [&](const auto& penalty) {
        int patience = sweeps_before_a_leap, since = 0;
        while (done.sweeps < most) {
          const double everywhere = sweep(at, penalty, bound, manner, all_);
          ++done.sweeps;
          if (!(everywhere > tolerance)) break;
          // The coefficients that are off 0 or have just moved, until they are at rest; then all once more.
          moving_.clear();
          for (const std::size_t c : all_) {
            const double w = at.w[static_cast<std::size_t>(columns_[c])];
            if (arrival_[c] != 0 || w != 0) moving_.push_back(c);
          }
          while (done.sweeps < most) {
            ++done.sweeps;
            if (!(sweep(at, penalty, bound, manner, moving_) > tolerance / 2)) break;
            if (++since < patience) continue;
            bool moved = false;
            done.sweeps += leap(at, penalty, tolerance / 4, moved);
            since = 0;
            if (!moved) patience *= 2;
          }
        }
      },
      problem_.penalty);
  done.decrease = std::max(0.0, -value(at));
  return done;
}

double NewtonModel::value(const CpuSpace::Point& at) const {
  return std::visit(
      [&](const auto& penalty) {
        const Coordinates coordinates(problem_, penalty);
        double sum = 0;
        for (const float u : moved_) sum += double{u} * double{u} / 2;
        if (total_ > 0) sum -= shifted_ * shifted_ / total_ / 2;
        for (std::size_t c = 0; c < arrival_.size(); ++c) {
          const auto j = static_cast<std::size_t>(columns_[c]);
          if (arrival_[c] == at.w[j]) continue;
          sum += at.gradient[j] * (arrival_[c] - at.w[j]) + coordinates.value(j, arrival_[c]) -
                 coordinates.value(j, at.w[j]);
        }
        return sum;
      },
      problem_.penalty);
}

}  // namespace gist::cpu
