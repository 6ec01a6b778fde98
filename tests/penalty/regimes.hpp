#pragma once

#include <cmath>
#include <string_view>
#include <vector>

#include "gist/penalty/penalty.hpp"

namespace gist::testing_support {

/// Which case of an operator's definition (a, step) belongs to, given the true answer x, so that the tests can count
/// that each was visited. `all` lists them; a penalty without an entry here fails its test.
template <class P>
struct Regimes {
  static std::vector<std::string_view> all() { return {}; }
  static std::string_view of(const P&, double, double, long double) { return "unknown"; }
};

template <>
struct Regimes<None> {
  static std::vector<std::string_view> all() { return {"identity"}; }
  static std::string_view of(const None&, double, double, long double) { return "identity"; }
};

template <>
struct Regimes<L1> {
  static std::vector<std::string_view> all() { return {"zero", "soft"}; }
  static std::string_view of(const L1&, double, double, long double x) { return x == 0 ? "zero" : "soft"; }
};

template <>
struct Regimes<L0> {
  static std::vector<std::string_view> all() { return {"zero", "keep"}; }
  static std::string_view of(const L0&, double, double, long double x) { return x == 0 ? "zero" : "keep"; }
};

template <>
struct Regimes<CappedL1> {
  static std::vector<std::string_view> all() {
    return {"short: zero", "short: soft", "short: keep", "long: zero", "long: keep"};
  }
  static std::string_view of(const CappedL1& p, double, double step, long double x) {
    if (p.lambda * step >= 2 * p.theta) return x == 0 ? "long: zero" : "long: keep";
    return x == 0 ? "short: zero" : x < p.theta ? "short: soft" : "short: keep";
  }
};

template <>
struct Regimes<Lsp> {
  static std::vector<std::string_view> all() {
    return {"convex: zero",    "convex: root below theta", "convex: root beyond theta",
            "near jump: zero", "near jump: root",          "far jump: zero",
            "far jump: root"};
  }
  static std::string_view of(const Lsp& p, double a, double step, long double x) {
    const double beta = p.lambda * step / p.theta / p.theta;
    if (beta > 1.1) return x == 0 ? "far jump: zero" : "far jump: root";
    if (beta > 1) return x == 0 ? "near jump: zero" : "near jump: root";
    return x == 0 ? "convex: zero" : a < p.theta ? "convex: root below theta" : "convex: root beyond theta";
  }
};

template <>
struct Regimes<Scad> {
  static std::vector<std::string_view> all() {
    return {"short: zero",  "short: soft",  "short: lower middle", "short: upper middle", "short: keep",
            "medium: zero", "medium: soft", "medium: keep",        "long: zero",          "long: keep"};
  }
  static std::string_view of(const Scad& p, double, double step, long double x) {
    const long double flat = static_cast<long double>(p.theta) * p.lambda;
    if (step >= p.theta + 1) return x == 0 ? "long: zero" : "long: keep";
    if (step >= p.theta - 1) return x == 0 ? "medium: zero" : x < flat ? "medium: soft" : "medium: keep";
    if (x == 0) return "short: zero";
    if (x <= p.lambda) return "short: soft";
    if (x >= flat) return "short: keep";
    return x < (p.lambda + flat) / 2 ? "short: lower middle" : "short: upper middle";
  }
};

template <>
struct Regimes<Mcp> {
  static std::vector<std::string_view> all() {
    return {"short: zero", "short: middle", "short: keep", "long: zero", "long: keep"};
  }
  static std::string_view of(const Mcp& p, double, double step, long double x) {
    if (step >= p.theta) return x == 0 ? "long: zero" : "long: keep";
    return x == 0 ? "short: zero" : x < static_cast<long double>(p.theta) * p.lambda ? "short: middle" : "short: keep";
  }
};

template <>
struct Regimes<Lq> {
  static std::vector<std::string_view> all() { return {"zero", "root just past the jump", "root"}; }
  static std::string_view of(const Lq& p, double, double step, long double x) {
    if (x == 0) return "zero";
    const long double landing = std::pow(2.0L * p.lambda * step * (1.0L - p.q), 1 / (2.0L - p.q));
    return x < 1.01L * landing ? "root just past the jump" : "root";
  }
};

template <>
struct Regimes<Geman> {
  static std::vector<std::string_view> all() {
    return {"continuous: zero", "continuous: root", "jump: zero", "jump: root"};
  }
  static std::string_view of(const Geman& p, double, double step, long double x) {
    if (2 * p.lambda * step <= p.theta * p.theta) return x == 0 ? "continuous: zero" : "continuous: root";
    return x == 0 ? "jump: zero" : "jump: root";
  }
};

}  // namespace gist::testing_support
