#include "gist/backend/cpu/newton_model.hpp"

#include <algorithm>
#include <cmath>
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
  step_.assign(count, 0);
  moved_.assign(n, 0);
  shifted_ = 0;
  all_.resize(count);
  std::iota(all_.begin(), all_.end(), std::size_t{0});
}

/// One visit to each coordinate of `order`; returns the largest residual met.
template <class P>
double NewtonModel::sweep(const CpuSpace::Point& at, const P& penalty, std::span<const std::size_t> order) {
  const Coordinates coordinates(problem_, penalty);
  double largest = 0;
  for (const std::size_t c : order) {
    if (curvature_[c] == 0) continue;
    const auto j = static_cast<std::size_t>(columns_[c]);
    double slope = at.gradient[j] + block_.dot(c, moved_.data());
    if (total_ > 0) slope -= weighted_[c] * shifted_ / total_;
    const double now = at.w[j] + step_[c];
    const double next = coordinates.step(j, now, slope, curvature_[c]);
    const double change = next - now;
    if (change == 0) continue;
    largest = std::max(largest, curvature_[c] * std::abs(change));
    // Not "step_ += change": a coefficient that goes to 0 or to its bound must arrive there to the last bit.
    step_[c] = next - at.w[j];
    block_.add(c, change, moved_.data());
    shifted_ += change * weighted_[c];
  }
  return largest;
}

NewtonModel::Descent NewtonModel::descend(const CpuSpace::Point& at, double tolerance, int most) {
  Descent done;
  std::visit(
      [&](const auto& penalty) {
        while (done.sweeps < most) {
          const double everywhere = sweep(at, penalty, all_);
          ++done.sweeps;
          if (!(everywhere > tolerance)) break;
          // The coefficients that are off 0 or have just moved, until they are at rest; then all once more.
          moving_.clear();
          for (const std::size_t c : all_) {
            const double w = at.w[static_cast<std::size_t>(columns_[c])];
            if (w + step_[c] != 0 || step_[c] != 0) moving_.push_back(c);
          }
          while (done.sweeps < most) {
            ++done.sweeps;
            if (!(sweep(at, penalty, moving_) > tolerance / 2)) break;
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
        for (std::size_t c = 0; c < step_.size(); ++c) {
          if (step_[c] == 0) continue;
          const auto j = static_cast<std::size_t>(columns_[c]);
          sum += at.gradient[j] * step_[c] + coordinates.value(j, at.w[j] + step_[c]) - coordinates.value(j, at.w[j]);
        }
        return sum;
      },
      problem_.penalty);
}

}  // namespace gist::cpu
