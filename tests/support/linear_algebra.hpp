#pragma once

#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "tests/support/plain_problem.hpp"

namespace gist::testing {

/// Solves A x = b by elimination with pivoting; A is small, square, row after row.
inline std::vector<Real> solve_linear(std::vector<Real> a, std::vector<Real> b) {
  const std::size_t n = b.size();
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    for (std::size_t i = k + 1; i < n; ++i) {
      if (std::fabs(a[i * n + k]) > std::fabs(a[pivot * n + k])) pivot = i;
    }
    for (std::size_t j = 0; j < n; ++j) std::swap(a[k * n + j], a[pivot * n + j]);
    std::swap(b[k], b[pivot]);
    for (std::size_t i = k + 1; i < n; ++i) {
      const Real ratio = a[i * n + k] / a[k * n + k];
      for (std::size_t j = k; j < n; ++j) a[i * n + j] -= ratio * a[k * n + j];
      b[i] -= ratio * b[k];
    }
  }
  for (std::size_t k = n; k-- > 0;) {
    for (std::size_t j = k + 1; j < n; ++j) b[k] -= a[k * n + j] * b[j];
    b[k] /= a[k * n + k];
  }
  return b;
}

/// Least squares in normal form, without an intercept: gram = X'X/n, moment = X'y/n.
struct Normal {
  std::size_t d;
  std::vector<Real> gram, moment;
  Real half_square = 0;  ///< y'y / (2n)

  explicit Normal(const Plain& plain) : d(plain.x.columns), gram(d * d), moment(d) {
    const auto n = plain.x.rows;
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < d; ++j) {
        moment[j] += static_cast<Real>(plain.x.at(i, j)) * plain.label[i] / static_cast<Real>(n);
        for (std::size_t k = 0; k < d; ++k)
          gram[j * d + k] += static_cast<Real>(plain.x.at(i, j)) * plain.x.at(i, k) / static_cast<Real>(n);
      }
      half_square += static_cast<Real>(plain.label[i]) * plain.label[i] / static_cast<Real>(2 * n);
    }
  }

  /// Minimiser over the coordinates of `support` of the loss + sum_j (bend_j/2 w_j^2 + tilt_j w_j), the others held at
  /// the values of `w`.
  std::vector<Real> solve_on(const std::vector<std::size_t>& support, std::vector<Real> w,
                             const std::vector<Real>& tilt, const std::vector<Real>& bend) const {
    const std::size_t s = support.size();
    std::vector<Real> a(s * s), b(s);
    for (std::size_t p = 0; p < s; ++p) {
      b[p] = moment[support[p]] - tilt[support[p]];
      for (std::size_t k = 0; k < d; ++k) b[p] -= gram[support[p] * d + k] * w[k];
      for (std::size_t q = 0; q < s; ++q) {
        a[p * s + q] = gram[support[p] * d + support[q]];
        b[p] += a[p * s + q] * w[support[q]];  // what is solved for is not held
      }
      a[p * s + p] += bend[support[p]];
    }
    const auto x = solve_linear(std::move(a), std::move(b));
    for (std::size_t p = 0; p < s; ++p) w[support[p]] = x[p];
    return w;
  }

  Real loss(const std::vector<Real>& w) const {
    Real value = half_square;
    for (std::size_t j = 0; j < d; ++j) {
      value -= moment[j] * w[j];
      for (std::size_t k = 0; k < d; ++k) value += gram[j * d + k] * w[j] * w[k] / 2;
    }
    return value;
  }
};

}  // namespace gist::testing
