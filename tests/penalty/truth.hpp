#pragma once

#include <cmath>
#include <vector>

#include "gist/penalty/penalty.hpp"

namespace gist::testing_support {

/// What a penalty is, said a second time and slowly: r' from its definition, r as the integral of r' (the slopes of
/// MCP and SCAD are straight lines, so the trapezium is exact), in long double, for x > 0. Nothing of an operator is in
/// here. `knots` are the x where r' is not smooth, `turning_steps` the steps where an operator changes its form.
///
/// This general form serves a penalty nobody has written a truth for yet: all the tests run, on its own `value`.
template <class P>
struct Truth {
  static long double slope(const P& p, long double x) { return p.slopes(static_cast<double>(x)).low; }
  static long double value(const P& p, long double x) { return p.value(static_cast<double>(x)); }
  static std::vector<long double> knots(const P& p) {
    return std::isfinite(p.flat_from()) ? std::vector<long double>{p.flat_from()} : std::vector<long double>{};
  }
  static std::vector<double> turning_steps(const P& p) { return {1 / p.jumps_below()}; }
};

struct NoKnots {
  template <class P>
  static std::vector<long double> knots(const P&) {
    return {};
  }
};

template <>
struct Truth<None> : NoKnots {
  static long double slope(const None&, long double) { return 0; }
  static long double value(const None&, long double) { return 0; }
  static std::vector<double> turning_steps(const None&) { return {}; }
};

template <>
struct Truth<L1> : NoKnots {
  static long double slope(const L1& p, long double) { return p.lambda; }
  static long double value(const L1& p, long double x) { return p.lambda * x; }
  static std::vector<double> turning_steps(const L1&) { return {}; }
};

template <>
struct Truth<Lsp> : NoKnots {
  static long double slope(const Lsp& p, long double x) { return p.lambda / (p.theta + x); }
  static long double value(const Lsp& p, long double x) { return p.lambda * std::log1p(x / p.theta); }
  static std::vector<double> turning_steps(const Lsp& p) { return {p.theta / p.lambda * p.theta}; }
};

template <>
struct Truth<Scad> {
  static long double slope(const Scad& p, long double x) {
    const long double end = static_cast<long double>(p.theta) * p.lambda;
    return x <= p.lambda ? p.lambda : x < end ? (end - x) / (p.theta - 1.0L) : 0.0L;
  }
  static long double value(const Scad& p, long double x) {
    const long double level = p.lambda * std::min<long double>(x, p.lambda);
    const long double bend = std::min(x, static_cast<long double>(p.theta) * p.lambda);
    return bend <= p.lambda ? level : level + (bend - p.lambda) * (p.lambda + slope(p, bend)) / 2;
  }
  static std::vector<long double> knots(const Scad& p) {
    return {p.lambda, static_cast<long double>(p.theta) * p.lambda};
  }
  static std::vector<double> turning_steps(const Scad& p) { return {p.theta - 1, p.theta, p.theta + 1}; }
};

template <>
struct Truth<Mcp> {
  static long double slope(const Mcp& p, long double x) {
    return std::max(0.0L, p.lambda - x / static_cast<long double>(p.theta));
  }
  static long double value(const Mcp& p, long double x) {
    const long double bend = std::min(x, static_cast<long double>(p.theta) * p.lambda);
    return bend * (p.lambda + slope(p, bend)) / 2;
  }
  static std::vector<long double> knots(const Mcp& p) { return {static_cast<long double>(p.theta) * p.lambda}; }
  static std::vector<double> turning_steps(const Mcp& p) { return {p.theta}; }
};

template <>
struct Truth<CappedL1> {
  static long double slope(const CappedL1& p, long double x) { return x < p.theta ? p.lambda : 0.0L; }
  static long double value(const CappedL1& p, long double x) {
    return x < p.theta ? p.lambda * x : p.lambda * (0.0L + p.theta);
  }
  static std::vector<long double> knots(const CappedL1& p) { return {p.theta}; }
  static std::vector<double> turning_steps(const CappedL1& p) { return {2 * p.theta / p.lambda}; }
};

template <>
struct Truth<L0> : NoKnots {
  static long double slope(const L0&, long double) { return 0; }
  static long double value(const L0& p, long double x) { return x > 0 ? p.lambda : 0.0L; }
  static std::vector<double> turning_steps(const L0&) { return {}; }
};

template <>
struct Truth<Lq> : NoKnots {
  static long double slope(const Lq& p, long double x) {
    return p.lambda * static_cast<long double>(p.q) * std::exp((p.q - 1.0L) * std::log(x));
  }
  static long double value(const Lq& p, long double x) { return x > 0 ? p.lambda * std::exp(p.q * std::log(x)) : 0.0L; }
  static std::vector<double> turning_steps(const Lq&) { return {}; }
};

template <>
struct Truth<Geman> : NoKnots {
  static long double slope(const Geman& p, long double x) {
    const long double from = p.theta + x;
    return p.lambda * (0.0L + p.theta) / (from * from);
  }
  static long double value(const Geman& p, long double x) { return p.lambda * (x / (p.theta + x)); }
  static std::vector<double> turning_steps(const Geman& p) { return {p.theta / p.lambda * p.theta / 2}; }
};

/// What an operator is to minimise, h(x) = (x - v)^2 / (2 step) + r(x) + (ridge / 2) x^2, less h(0): v^2 / (2 step) is
/// in it for every x, and would drown the rest for a v far beyond x.
template <class P>
struct Subproblem {
  P penalty;
  double v, step;
  double ridge = 0;
  long double operator()(long double x) const {
    return x * (x / 2 - v) / step + Truth<P>::value(penalty, std::abs(x)) + ridge * x * x / 2;
  }
};

}  // namespace gist::testing_support
