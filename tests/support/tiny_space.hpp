#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "gist/core/field.hpp"
#include "gist/solver/space.hpp"

namespace gist::testing {

/// l(w) = 1/2 sum_j c_j (w_j - a_j)^2 + offset over three coordinates with lambda |w_j| for a penalty: a space whose
/// constants are all known (Lipschitz constant max c_j, minimiser by one soft threshold each), and which counts what it
/// is asked. For the methods that linearise or reweight the penalty is lambda min(|w_j|, cap) or lambda |w_j|^q.
struct TinySpace {
  struct Point {
    std::array<double, 3> w{}, gradient{};
    double loss_value = 0, penalty_value = 0;
    bool has_loss = false, has_gradient = false;
    double objective() const { return loss_value + penalty_value; }
  };

  std::array<double, 3> c{1, 10, 100}, a{3, -2, 0.5};
  double lambda = 0.5, offset = 0;
  double cap = infinity, q = 1;
  int points = 0, losses = 0, gradients = 0, proxes = 0, penalties = 0, curvatures = 0, misuses = 0;

  double lipschitz() const { return *std::max_element(c.begin(), c.end()); }
  static double shrink(double v, double by) { return std::copysign(std::max(0.0, std::abs(v) - by), v); }
  double minimum() const {
    Point best;
    for (std::size_t j = 0; j < 3; ++j) best.w[j] = shrink(a[j], lambda / c[j]);
    return value_of(best.w) + penalty_of(best.w);
  }

  Point make_point() { return ++points, Point{}; }
  double loss(Point& point) {
    ++losses;
    point.has_loss = true;
    return point.loss_value = value_of(point.w);
  }
  double penalty(Point& point) {
    ++penalties;
    return point.penalty_value = penalty_of(point.w);
  }
  void gradient(Point& point) {
    ++gradients;
    misuses += point.has_loss ? 0 : 1;
    point.has_gradient = true;
    for (std::size_t j = 0; j < 3; ++j) point.gradient[j] = c[j] * (point.w[j] - a[j]);
  }
  ProxStep prox_step(const Point& from, double t, Point& to) {
    ++proxes;
    misuses += from.has_gradient ? 0 : 1;
    misuses += &from == &to ? 1 : 0;
    to.has_loss = to.has_gradient = false;
    for (std::size_t j = 0; j < 3; ++j) {
      to.w[j] = shrink(from.w[j] - from.gradient[j] / t, lambda / t);
    }
    return arrived(from, to, penalty_of(to.w));
  }
  double curvature(const Point& from, const Point& to) {
    ++curvatures;
    misuses += from.has_gradient && to.has_gradient ? 0 : 1;
    double xy = 0, xx = 0;
    for (std::size_t j = 0; j < 3; ++j) {
      xy += (to.w[j] - from.w[j]) * (to.gradient[j] - from.gradient[j]);
      xx += (to.w[j] - from.w[j]) * (to.w[j] - from.w[j]);
    }
    return xy / xx;
  }

  double gradient_change_along(const Point& from, const Point& to) {
    double sum = 0;
    for (std::size_t j = 0; j < 3; ++j) sum += c[j] * (to.w[j] - from.w[j]) * (to.w[j] - from.w[j]);
    return sum;
  }
  void extrapolate(const Point& before, const Point& now, double momentum, Point& to) {
    for (std::size_t j = 0; j < 3; ++j) to.w[j] = now.w[j] + momentum * (now.w[j] - before.w[j]);
    to.loss_value = value_of(to.w);
    to.has_loss = true;
    to.has_gradient = false;
  }
  Turn turn(const Point& now, const Point& from, const Point& next) {
    Turn turn;
    for (std::size_t j = 0; j < 3; ++j) {
      turn.step_sq += (next.w[j] - now.w[j]) * (next.w[j] - now.w[j]);
      turn.back += (from.w[j] - next.w[j]) * (next.w[j] - now.w[j]);
    }
    return turn;
  }

  /// The slope of r2 = lambda max(0, |x| - cap).
  double concave_slope(double x) const { return std::abs(x) > cap ? std::copysign(lambda, x) : 0; }
  ProxStep linearised_step(const Point& anchor, const Point& from, double t, Point& to) {
    ++proxes;
    misuses += from.has_gradient && &from != &to ? 0 : 1;
    to.has_loss = to.has_gradient = false;
    for (std::size_t j = 0; j < 3; ++j) {
      to.w[j] = shrink(from.w[j] - (from.gradient[j] - concave_slope(anchor.w[j])) / t, lambda / t);
    }
    return arrived(from, to, linearised_of(anchor.w, to.w));
  }
  double linearised_penalty(const Point& anchor, Point& point) {
    return point.penalty_value = linearised_of(anchor.w, point.w);
  }
  double linearised_of(const std::array<double, 3>& anchor, const std::array<double, 3>& w) const {
    double sum = 0;
    for (std::size_t j = 0; j < 3; ++j) {
      sum += lambda * std::abs(w[j]) - lambda * std::max(0.0, std::abs(anchor[j]) - cap) -
             concave_slope(anchor[j]) * (w[j] - anchor[j]);
    }
    return sum;
  }

  /// alpha = 1 only.
  double weight(double w, double epsilon) const { return lambda * q * std::pow(std::abs(w) + epsilon, q - 1); }
  ProxStep reweighted_step(const Point& from, double t, const Reweighting& smoothing, Point& to) {
    ++proxes;
    misuses += from.has_gradient && &from != &to && smoothing.alpha == 1 ? 0 : 1;
    to.has_loss = to.has_gradient = false;
    for (std::size_t j = 0; j < 3; ++j) {
      to.w[j] = shrink(from.w[j] - from.gradient[j] / t, weight(from.w[j], smoothing.epsilon) / t);
    }
    return arrived(from, to, smoothed_penalty(smoothing, to));
  }
  double smoothed_penalty(const Reweighting& smoothing, const Point& point) const {
    double sum = 0;
    for (const double w : point.w) sum += lambda * std::pow(std::abs(w) + smoothing.epsilon, q);
    return sum;
  }

  double value_at(const std::array<double, 3>& w) const { return value_of(w) + penalty_of(w); }

 private:
  ProxStep arrived(const Point& from, Point& to, double surrogate) const {
    ProxStep moved;
    for (std::size_t j = 0; j < 3; ++j) {
      const double change = std::abs(to.w[j] - from.w[j]);
      moved.step_sq += change * change;
      moved.step_max = std::isnan(change) ? change : std::max(moved.step_max, change);
      moved.along += from.gradient[j] * (to.w[j] - from.w[j]);
      moved.nonzeros += to.w[j] != 0 ? 1 : 0;
    }
    to.penalty_value = moved.penalty = penalty_of(to.w);
    moved.surrogate = surrogate;
    return moved;
  }
  double value_of(const std::array<double, 3>& w) const {
    double sum = offset;
    for (std::size_t j = 0; j < 3; ++j) sum += c[j] * (w[j] - a[j]) * (w[j] - a[j]) / 2;
    return sum;
  }
  double penalty_of(const std::array<double, 3>& w) const {
    double sum = 0;
    for (const double x : w) sum += lambda * std::min(q == 1 ? std::abs(x) : std::pow(std::abs(x), q), cap);
    return sum;
  }
};
/// Capped l1 with coefficients on both sides of the cap, and one that an exact operator would let jump.
inline TinySpace capped_space() {
  TinySpace space;
  space.a = {3, -2, 0.03};
  space.lambda = 2;
  space.cap = 0.4;
  return space;
}

static_assert(ExtrapolatingSpace<TinySpace> && LinearisingSpace<TinySpace> && ReweightingSpace<TinySpace>);

}  // namespace gist::testing
