#pragma once

#include <algorithm>
#include <concepts>
#include <string_view>
#include <tuple>
#include <variant>

#include "gist/penalty/capped_l1.hpp"
#include "gist/penalty/geman.hpp"
#include "gist/penalty/l0.hpp"
#include "gist/penalty/l1.hpp"
#include "gist/penalty/lq.hpp"
#include "gist/penalty/lsp.hpp"
#include "gist/penalty/mcp.hpp"
#include "gist/penalty/none.hpp"
#include "gist/penalty/scad.hpp"

namespace gist {

/// What a penalty is: an even function r of one coefficient with r(0) = 0, non-decreasing in |x|, and its exact
/// operator.
template <class P>
concept ScalarPenalty = requires(const P p, double x) {
  { P::name } -> std::convertible_to<std::string_view>;
  { P::formula } -> std::convertible_to<std::string_view>;
  { P::convex } -> std::convertible_to<bool>;
  P::fields;
  { p.value(x) } -> std::same_as<double>;         ///< r(x)
  { p.prox(x)(x) } -> std::same_as<double>;       ///< prox(step)(v) = argmin (x - v)^2 / (2 step) + r(x); ties to 0
  { p.slopes(x) } -> std::same_as<Slopes>;        ///< r'(a) for a > 0, as the set d r1 - d r2
  { p.slope_at_zero() } -> std::same_as<double>;  ///< r'(0+), possibly infinite
  {
    p.candidates(x, x)
    } -> std::same_as<Candidates>;     ///< where h(x) may be smallest on x > 0 (see Candidates), given v > 0 and step
  { p.scaled(x) } -> std::same_as<P>;  ///< the penalty of a feature whose penalty factor is x
  { p.flat_from() } -> std::same_as<double>;    ///< r is constant beyond this |x|; infinite if it never is
  { p.jumps_below() } -> std::same_as<double>;  ///< below this curvature t prox jumps; above, it leaves 0 continuously
};

/// To add a penalty: its file, and its name here. Command line, model file, help and property tests follow by
/// themselves.
using Penalty = std::variant<None, L1, Lsp, Scad, Mcp, CappedL1, L0, Lq, Geman>;

inline bool is_convex(const Penalty& penalty) {
  return std::visit([](const auto& p) { return p.convex; }, penalty);
}
inline double slope_at_zero(const Penalty& penalty) {
  return std::visit([](const auto& p) { return p.slope_at_zero(); }, penalty);
}
inline double flat_from(const Penalty& penalty) {
  return std::visit([](const auto& p) { return p.flat_from(); }, penalty);
}

/// Whether two are one and the same function.
inline bool same(const Penalty& one, const Penalty& other) {
  return std::visit(
      [&]<class P>(const P& p) {
        const P* const q = std::get_if<P>(&other);
        return q != nullptr &&
               std::apply([&](const auto&... field) { return ((p.*field.member == q->*field.member) && ...); },
                          P::fields);
      },
      one);
}

namespace detail {
template <class... P>
constexpr bool all_penalties(const std::variant<P...>*) {
  return (ScalarPenalty<P> && ...);
}
static_assert(all_penalties(static_cast<const Penalty*>(nullptr)));
}  // namespace detail

/// argmin over low <= x <= high of (x - v)^2 / (2 step) + r(x). Clipping the free answer is wrong where h has two
/// valleys, so unless the free answer is inside the box, every candidate inside is compared by value; ties go to the
/// sparser.
template <ScalarPenalty P>
double box_prox(const P& penalty, double v, double step, double low, double high) {
  const double free = penalty.prox(step)(v);
  if (low <= free && free <= high) return free;
  if (v < 0) return -box_prox(penalty, -v, step, -high, -low);
  if (high <= 0) return high;  // all of the box lies across 0 from v, where h falls towards 0
  const double nearest = std::max(low, 0.0);
  // step (h(x) - h(nearest)): v^2 is in every h alike, and would drown the rest of it for a v far beyond the box.
  const double at_nearest = penalty.value(nearest);
  const auto rise = [&](double x) {
    return (x - nearest) * (nearest + (x - nearest) / 2 - v) + step * (penalty.value(x) - at_nearest);
  };
  double best = nearest, lowest = 0;
  const auto consider = [&](double x) {
    if (!(x > nearest && x <= high)) return;
    const double value = rise(x);
    if (value < lowest || (value == lowest && x < best)) best = x, lowest = value;
  };
  consider(high);
  const Candidates inside = penalty.candidates(v, step);
  for (int i = 0; i < inside.count; ++i) consider(inside.at[static_cast<std::size_t>(i)]);
  return best;
}

}  // namespace gist
