#include "gist/backend/cpu/newton_model.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "gist/backend/cpu/coefficient_loops.hpp"
#include "gist/backend/cpu/sample_loops.hpp"

namespace gist::cpu {
namespace {

/// A share of the bound below which a sample's curvature is not believed: at far-off margins it is 0 to rounding, and a
/// model without curvature sends its coefficients to infinity.
constexpr double least_curvature = 1e-6;

}  // namespace

void NewtonModel::build(const CpuSpace::Point& at, std::span<const Index> columns, double curvature_scale) {
  columns_.assign(columns.begin(), columns.end());
  const auto n = static_cast<std::size_t>(problem_.samples());
  row_factor_.resize(n);
  const Samples samples(problem_, at.margin);
  std::visit(
      [&](const auto& l) {
        const double bound = l.curvature_bound();
        const double least = std::isfinite(bound) ? least_curvature * bound : least_curvature;
        for (std::size_t i = 0; i < n; ++i) {
          const double here = l.curvature(at.margin[i] + at.intercept, samples.target[i]);
          row_factor_[i] = samples.weight_of(i) * std::min(bound, curvature_scale * std::max(here, least));
        }
      },
      problem_.loss);
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

namespace {

/// The Newton step of one coefficient on the branch of the penalty it is on: r' and r'' there instead of r. Not a
/// number where the branch is too concave for the curvature to hold it.
template <class P>
double on_branch(const Coordinates<P>& coordinates, std::size_t j, double w, double slope, double curvature) {
  const P penalty = coordinates.penalty(j);
  const double a = std::abs(w), h = 1e-4 * a;
  const double bend = (penalty.slopes(a + h).low - penalty.slopes(a - h).low) / (2 * h);
  const double smooth = curvature + coordinates.ridge(j);
  if (!(smooth + bend > smooth / 4)) return std::numeric_limits<double>::quiet_NaN();
  return w - (slope + coordinates.ridge(j) * w + std::copysign(penalty.slopes(a).low, w)) / (smooth + bend);
}

/// Where coefficient j goes from w on a model with this slope and curvature. Where the curvature is too small to keep
/// the operator from jumping, the model's word is not enough for a jump: the loss may bend more on the way than it does
/// here. So jumps are taken at the column's curvature bound, where the model is above the loss, and between jumps the
/// coefficient follows its branch.
template <class P>
double move(const Coordinates<P>& coordinates, std::size_t j, double w, double slope, double curvature, double bound,
            Jumps jumps) {
  if (jumps == Jumps::bold || curvature + coordinates.ridge(j) >= coordinates.penalty(j).jumps_below())
    return coordinates.step(j, w, slope, curvature);
  const double safe = coordinates.step(j, w, slope, bound);
  if (w == 0 || !(std::abs(safe - w) <= std::abs(w) / 2)) return safe;
  const double free = on_branch(coordinates, j, w, slope, curvature);
  const double newton = std::min(std::max(free, coordinates.lower(j)), coordinates.upper(j));
  if (!(newton * w > 0)) return safe;
  const auto rise = [&](double x) {
    return (x - w) * (slope + curvature / 2 * (x - w)) + coordinates.value(j, x) - coordinates.value(j, w);
  };
  return rise(newton) < rise(safe) ? newton : safe;
}

}  // namespace

/// One visit to each coordinate of `order`; returns the largest residual met.
template <class P>
double NewtonModel::sweep(const CpuSpace::Point& at, const P& penalty, std::span<const double> bound, Jumps jumps,
                          std::span<const std::size_t> order) {
  const Coordinates coordinates(problem_, penalty);
  double largest = 0;
  for (const std::size_t c : order) {
    if (curvature_[c] == 0) continue;
    const auto j = static_cast<std::size_t>(columns_[c]);
    double slope = at.gradient[j] + block_.dot(c, moved_.data());
    if (total_ > 0) slope -= weighted_[c] * shifted_ / total_;
    const double now = arrival_[c];
    const double next = move(coordinates, j, now, slope, curvature_[c], std::max(curvature_[c], bound[j]), jumps);
    const double change = next - now;
    if (change == 0) continue;
    largest = std::max(largest, curvature_[c] * std::abs(change));
    arrival_[c] = next;
    block_.add(c, change, moved_.data());
    shifted_ += change * weighted_[c];
  }
  return largest;
}

NewtonModel::Descent NewtonModel::descend(const CpuSpace::Point& at, std::span<const double> bound, Jumps jumps,
                                          double tolerance, int most) {
  Descent done;
  std::visit(
      [&](const auto& penalty) {
        while (done.sweeps < most) {
          const double everywhere = sweep(at, penalty, bound, jumps, all_);
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
            if (!(sweep(at, penalty, bound, jumps, moving_) > tolerance / 2)) break;
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
