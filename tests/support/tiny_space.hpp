#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "gist/solver/space.hpp"

namespace gist::testing {

/// l(w) = 1/2 sum_j c_j (w_j - a_j)^2 + offset over three coordinates with lambda |w_j| for a penalty: a space whose
/// constants are all known (Lipschitz constant max c_j, minimiser by one soft threshold each), and which counts what it
/// is asked.
struct TinySpace {
  struct Point {
    std::array<double, 3> w{}, gradient{};
    double loss_value = 0, penalty_value = 0;
    bool has_loss = false, has_gradient = false;
    double objective() const { return loss_value + penalty_value; }
  };

  std::array<double, 3> c{1, 10, 100}, a{3, -2, 0.5};
  double lambda = 0.5, offset = 0;
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
    ProxStep moved;
    for (std::size_t j = 0; j < 3; ++j) {
      to.w[j] = shrink(from.w[j] - from.gradient[j] / t, lambda / t);
      const double change = std::abs(to.w[j] - from.w[j]);
      moved.step_sq += change * change;
      moved.step_max = std::max(moved.step_max, change);
      moved.nonzeros += to.w[j] != 0 ? 1 : 0;
    }
    to.penalty_value = moved.penalty = penalty_of(to.w);
    return moved;
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

 private:
  double value_of(const std::array<double, 3>& w) const {
    double sum = offset;
    for (std::size_t j = 0; j < 3; ++j) sum += c[j] * (w[j] - a[j]) * (w[j] - a[j]) / 2;
    return sum;
  }
  double penalty_of(const std::array<double, 3>& w) const {
    return lambda * (std::abs(w[0]) + std::abs(w[1]) + std::abs(w[2]));
  }
};
static_assert(Space<TinySpace>);

}  // namespace gist::testing
