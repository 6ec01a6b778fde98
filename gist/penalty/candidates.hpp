#pragma once

#include <array>

namespace gist {

/// The places x > 0 where a piece of h(x) = (x - a)^2 / (2 step) + r(x) may have its minimum: stationary points of the
/// smooth pieces and concave kinks. A candidate may lie outside its own piece; whoever compares them compares values of
/// h.
struct Candidates {
  std::array<double, 3> at{};
  int count = 0;

  constexpr Candidates() = default;
  constexpr explicit Candidates(double a) : at{a}, count(1) {}
  constexpr Candidates(double a, double b) : at{a, b}, count(2) {}
  constexpr Candidates(double a, double b, double c) : at{a, b, c}, count(3) {}
};

/// The set of slopes d r1 - d r2 at a point: one number, except at a kink.
struct Slopes {
  double low = 0, high = 0;
};

}  // namespace gist
