#include "tests/support/plain_scalars.hpp"

#include <cmath>
#include <initializer_list>
#include <vector>

namespace gist::testing {
namespace {

constexpr Real big = std::numeric_limits<Real>::infinity();

template <class T>
bool is(const auto& variant) {
  return std::holds_alternative<T>(variant);
}

}  // namespace

Real plain_loss(const Loss& loss, Real z, Real y) {
  if (is<Squared>(loss)) return (z - y) * (z - y) / 2;
  if (is<Logistic>(loss)) return y * z < -60 ? -y * z : std::log1p(std::exp(-y * z));
  if (is<SquaredHinge>(loss)) return y * z < 1 ? (1 - y * z) * (1 - y * z) / 2 : 0;
  if (is<Poisson>(loss)) return std::exp(z) - y * z;
  const Real delta = std::get<Huber>(loss).delta, e = std::fabs(z - y);
  return e <= delta ? e * e / 2 : delta * e - delta * delta / 2;
}

Real plain_loss_slope(const Loss& loss, Real z, Real y) {
  if (is<Squared>(loss)) return z - y;
  if (is<Logistic>(loss)) return -y / (1 + std::exp(y * z));
  if (is<SquaredHinge>(loss)) return y * z < 1 ? -y * (1 - y * z) : 0;
  if (is<Poisson>(loss)) return std::exp(z) - y;
  const Real delta = std::get<Huber>(loss).delta, e = z - y;
  return e > delta ? delta : e < -delta ? -delta : e;
}

Real plain_loss_curvature(const Loss& loss, Real z, Real) {
  if (is<Logistic>(loss)) return 0.25L;
  return is<Poisson>(loss) ? std::exp(z) : 1;
}

Real PlainPenalty::lambda() const {
  const double own = std::visit(
      [](const auto& p) {
        if constexpr (requires { p.lambda; })
          return p.lambda;
        else
          return 0.0;
      },
      penalty);
  return factor * own;
}

Real PlainPenalty::theta() const {
  return std::visit(
      [](const auto& p) {
        if constexpr (requires { p.theta; })
          return p.theta;
        else
          return 0.0;
      },
      penalty);
}

Real PlainPenalty::value(Real x) const {
  const Real a = std::fabs(x), l = lambda(), th = theta();
  if (a == 0 || l == 0) return 0;
  if (is<L1>(penalty)) return l * a;
  if (is<L0>(penalty)) return l;
  if (is<Lq>(penalty)) return l * std::pow(a, static_cast<Real>(std::get<Lq>(penalty).q));
  if (is<Lsp>(penalty)) return l * std::log1p(a / th);
  if (is<Geman>(penalty)) return l * a / (a + th);
  if (is<CappedL1>(penalty)) return l * (a < th ? a : th);
  if (is<Mcp>(penalty)) return a < th * l ? l * a - a * a / (2 * th) : th * l * l / 2;
  if (is<Scad>(penalty)) {
    if (a <= l) return l * a;
    return a <= th * l ? (2 * th * l * a - a * a - l * l) / (2 * (th - 1)) : (th + 1) * l * l / 2;
  }
  return 0;
}

Real PlainPenalty::slope(Real a) const {
  const Real l = lambda(), th = theta();
  if (l == 0) return 0;
  if (is<L1>(penalty)) return l;
  if (is<Lq>(penalty)) {
    const Real q = std::get<Lq>(penalty).q;
    return l * q * std::pow(a, q - 1);
  }
  if (is<Lsp>(penalty)) return l / (th + a);
  if (is<Geman>(penalty)) return l * th / ((a + th) * (a + th));
  if (is<CappedL1>(penalty)) return a < th ? l : 0;
  if (is<Mcp>(penalty)) return a < th * l ? l - a / th : 0;
  if (is<Scad>(penalty)) return a <= l ? l : a < th * l ? (th * l - a) / (th - 1) : 0;
  return 0;
}

PlainPenalty::Interval PlainPenalty::slopes(Real x) const {
  const Real l = lambda(), a = std::fabs(x);
  if (a == 0) {
    Real reach = l;
    if (is<None>(penalty)) reach = 0;
    if (is<Lsp>(penalty) || is<Geman>(penalty)) reach = l / theta();
    if ((is<L0>(penalty) || is<Lq>(penalty)) && l > 0) reach = big;
    return {-reach, reach};
  }
  Interval side{slope(a), slope(a)};
  if (is<CappedL1>(penalty) && a == theta()) side = {0, l};
  return x > 0 ? side : Interval{-side.high, -side.low};
}

/// low >= 0. All stationary points of h with x > 0 solve c (x - v) + r'(x) = 0.
Real PlainPenalty::best_nonnegative(Real v, Real c, Real low, Real high, Real& lowest) const {
  const Real l = lambda(), th = theta();
  std::vector<Real> candidates{v, v - l / c};
  if (is<CappedL1>(penalty)) candidates.push_back(th);
  if (is<Mcp>(penalty) && c * th != 1) candidates.push_back((c * v - l) / (c - 1 / th));
  if (is<Scad>(penalty) && c * (th - 1) != 1) candidates.push_back((c * v - th * l / (th - 1)) / (c - 1 / (th - 1)));
  if (l > 0 && (is<Lsp>(penalty) || is<Geman>(penalty) || is<Lq>(penalty))) {
    // h' is convex in x here: halve down to where it is smallest, then halve for the root to the right of that.
    const auto derivative = [&](Real x) { return c * (x - v) + slope(x); };
    const auto bend = [&](Real x) { return derivative(x * (1 + 1e-9L)) - derivative(x); };
    Real left = 0, right = v > 0 ? v : 0;
    for (int i = 0; i < 400 && right > 0; ++i) {
      const Real middle = (left + right) / 2;
      (middle > 0 && bend(middle) < 0 ? left : right) = middle;
    }
    Real below = right, above = v;
    if (v > 0 && derivative(below) < 0) {
      for (int i = 0; i < 200; ++i) {
        const Real middle = (below + above) / 2;
        (derivative(middle) < 0 ? below : above) = middle;
      }
      candidates.push_back(above);
    }
  }
  candidates.push_back(high);
  const auto h = [&](Real x) { return c / 2 * (x - v) * (x - v) + value(x); };
  Real best = low;
  lowest = h(low);
  for (const Real x : candidates) {
    if (!(x > low && x <= high) || std::isinf(x)) continue;
    const Real here = h(x);
    if (here < lowest || (here == lowest && x < best)) best = x, lowest = here;
  }
  return best;
}

Real PlainPenalty::prox(Real v, Real c, Real low, Real high) const {
  Real right_value = big, left_value = big, right = 0, left = 0;
  if (high >= 0) right = best_nonnegative(v, c, low > 0 ? low : 0, high, right_value);
  if (low <= 0) left = -best_nonnegative(-v, c, high < 0 ? -high : 0, -low, left_value);
  if (right_value == left_value) return std::fabs(right) <= std::fabs(left) ? right : left;
  return right_value < left_value ? right : left;
}

}  // namespace gist::testing
