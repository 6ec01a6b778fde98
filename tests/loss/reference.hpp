#pragma once

#include <cmath>
#include <vector>

#include "gist/loss/loss.hpp"

namespace gist::testing_support {

/// A loss said a second time, in long double and from the definition in the statistics book: a negative log
/// likelihood or a distance. `kinks` are the z where the curvature jumps. A loss without an entry fails its test.
template <class L>
struct LossReference {
  static constexpr bool written = false;
  static long double value(const L& l, long double z, double y) { return l.value(static_cast<double>(z), y); }
  static long double slope(const L& l, long double z, double y) { return l.slope(static_cast<double>(z), y); }
  static long double curvature(const L& l, long double z, double y) { return l.curvature(static_cast<double>(z), y); }
  static std::vector<double> kinks(const L&, double) { return {}; }
};

template <>
struct LossReference<Squared> {
  static constexpr bool written = true;
  static long double value(const Squared&, long double z, double y) { return std::pow(z - y, 2.0L) / 2; }
  static long double slope(const Squared&, long double z, double y) { return z - y; }
  static long double curvature(const Squared&, long double, double) { return 1; }
  static std::vector<double> kinks(const Squared&, double) { return {}; }
};

/// -log of the probability 1 / (1 + exp(-y z)); its slope is -y times the probability of the other class.
template <>
struct LossReference<Logistic> {
  static constexpr bool written = true;
  static long double value(const Logistic&, long double z, double y) { return std::log1p(std::exp(-y * z)); }
  static long double slope(const Logistic&, long double z, double y) { return -y / (1 + std::exp(y * z)); }
  static long double curvature(const Logistic&, long double z, double) {
    return 1 / ((1 + std::exp(z)) * (1 + std::exp(-z)));
  }
  static std::vector<double> kinks(const Logistic&, double) { return {}; }
};

template <>
struct LossReference<SquaredHinge> {
  static constexpr bool written = true;
  static long double value(const SquaredHinge&, long double z, double y) {
    return y * z >= 1 ? 0 : (1 - y * z) * (1 - y * z) / 2;
  }
  static long double slope(const SquaredHinge&, long double z, double y) { return y * z >= 1 ? 0 : z * y * y - y; }
  static long double curvature(const SquaredHinge&, long double z, double y) { return y * z > 1 ? 0 : 1; }
  static std::vector<double> kinks(const SquaredHinge&, double y) { return {y}; }
};

/// The square of the part of the residual up to delta, and delta times what is beyond.
template <>
struct LossReference<Huber> {
  static constexpr bool written = true;
  static long double value(const Huber& l, long double z, double y) {
    const long double near = std::min<long double>(std::abs(z - y), l.delta);
    return near * near / 2 + l.delta * (std::abs(z - y) - near);
  }
  static long double slope(const Huber& l, long double z, double y) {
    const long double e = z - y;
    return e > l.delta ? l.delta : e < -l.delta ? -l.delta : e;
  }
  static long double curvature(const Huber& l, long double z, double y) { return std::abs(z - y) > l.delta ? 0 : 1; }
  static std::vector<double> kinks(const Huber& l, double y) { return {y - l.delta, y + l.delta}; }
};

template <>
struct LossReference<Poisson> {
  static constexpr bool written = true;
  static long double value(const Poisson&, long double z, double y) { return std::exp(z) - y * z; }
  static long double slope(const Poisson&, long double z, double y) { return std::exp(z) - y; }
  static long double curvature(const Poisson&, long double z, double) { return std::exp(z); }
  static std::vector<double> kinks(const Poisson&, double) { return {}; }
};

}  // namespace gist::testing_support
