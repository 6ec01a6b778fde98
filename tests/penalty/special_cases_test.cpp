#include <gtest/gtest.h>

#include <cmath>

#include "gist/penalty/penalty.hpp"
#include "tests/support/draw.hpp"

namespace gist {
namespace {

using testing_support::describe;
using testing_support::Draw;

/// Numbers chosen so that the threshold is a double and both candidates cost exactly the same.
TEST(ProxTies, GoToTheSparserAnswer) {
  EXPECT_EQ(L1{2}.prox(1.5)(3), 0);
  EXPECT_EQ(L0{2}.prox(1)(2), 0);
  EXPECT_EQ(L0{2}.prox(1)(std::nextafter(2, 3)), std::nextafter(2, 3));
  EXPECT_EQ((CappedL1{8, 1}.prox(1)(4)), 0);      // b >= 2 theta: 0 or 4
  EXPECT_EQ((CappedL1{1, 1}.prox(1)(1.5)), 0.5);  // b < 2 theta: 0.5 or 1.5
  EXPECT_EQ((CappedL1{2, 1}.prox(1)(2)), 0);      // where the two cases meet
  EXPECT_EQ((Mcp{1, 1}.prox(4)(2)), 0);           // 0 or 2
  EXPECT_EQ((Mcp{2, 3}.prox(3)(6)), 0);           // h is flat from 0 to 6: every x is a minimiser
  EXPECT_EQ((Scad{1, 3}.prox(4)(4)), 0);          // step = theta + 1: 0 or 4
  EXPECT_EQ((Scad{1, 3}.prox(3)(3.5)), 0.5);      // concave middle: 0.5 or 3.5
  EXPECT_EQ((Scad{1, 3}.prox(2)(3)), 1);          // step = theta - 1: every x from 1 to 3
  EXPECT_EQ((Geman{8, 1}.prox(1)(3.5)), 0);       // sqrt(2b) - theta/2: 0 or 3
  EXPECT_EQ((Lq{8, 0.5}.prox(1)(6)), 0);          // 0 or 4
  EXPECT_EQ((Lsp{1, 1}.prox(1)(1)), 0);           // lambda step = theta^2: the triple root
  EXPECT_EQ((Lsp{2, 4}.prox(2)(1)), 0);
}

TEST(ProxClosedForms, OfLqAreMet) {
  Draw draw(51);
  for (int i = 0; i < 5000; ++i) {
    const double lambda = draw.log_uniform(1e-3, 1e3), step = draw.log_uniform(1e-3, 1e3);
    const long double b = static_cast<long double>(lambda) * step;
    {
      const auto prox = Lq{lambda, 0.5}.prox(step);
      const double a = static_cast<double>(1.5L * std::cbrt(b * b)) * draw.log_uniform(1.000001, 100);
      const long double angle = std::acos(-(3 * std::sqrt(3.0L) / 4) * b * std::pow(a, -1.5L));
      const double x = static_cast<double>(2.0L * a / 3 * (1 + std::cos(2 * angle / 3)));
      EXPECT_NEAR(prox(a), x, 2e-15 * a) << "half power, b=" << static_cast<double>(b) << " a=" << a;
    }
    {
      const auto prox = Lq{lambda, 2.0 / 3}.prox(step);
      const double a = static_cast<double>(2 * std::pow(2 * b / 3, 0.75L)) * draw.log_uniform(1.000001, 100);
      const long double square = static_cast<long double>(a) * a;
      const long double root = std::cbrt(square / 16 + std::sqrt(square * square / 256 - 8 * b * b * b / 729));
      const long double z = root + 2 * b / 9 / root;
      const long double y = (std::sqrt(2 * z) + std::sqrt(2 * a / std::sqrt(2 * z) - 2 * z)) / 2;
      EXPECT_NEAR(prox(a), static_cast<double>(y * y * y), 4e-15 * a) << "two thirds, b=" << static_cast<double>(b);
    }
  }
}

/// The concave penalties are l1 in disguise when they bend too late to matter.
TEST(ProxLimits, ManyPenaltiesTendToL1) {
  Draw draw(52);
  for (int i = 0; i < 2000; ++i) {
    const double lambda = draw.log_uniform(0.01, 100), step = draw.log_uniform(0.01, 100);
    const double v = lambda * step * draw.log_uniform(0.1, 100);
    const double far = 1e12 * (1 + v);
    const double l1 = L1{lambda}.prox(step)(v);
    const auto expect_l1 = [&](const auto& p) { EXPECT_NEAR(p.prox(step)(v), l1, 1e-7 * v) << describe(p); };
    expect_l1(Mcp{lambda, far / lambda});
    expect_l1(Scad{lambda, far / lambda + 2});
    expect_l1(CappedL1{lambda, far});
    expect_l1(Lsp{lambda * far, far});
    expect_l1(Geman{lambda * far, far});
    expect_l1(Lq{lambda, 1 - 1e-12});
  }
}

TEST(ProxLimits, OthersTendToL0) {
  Draw draw(53);
  for (int i = 0; i < 2000; ++i) {
    const double lambda = draw.log_uniform(0.01, 100), step = draw.log_uniform(0.01, 100);
    const double v = std::sqrt(2 * lambda * step) * (1 + draw.one_of<double>({-1, 1}) * draw.log_uniform(1e-4, 0.9));
    const double near = 1e-12 * v;
    const double l0 = L0{lambda}.prox(step)(v);
    const auto expect_l0 = [&](const auto& p) { EXPECT_NEAR(p.prox(step)(v), l0, 1e-7 * v) << describe(p); };
    expect_l0(CappedL1{lambda / near, near});
    expect_l0(Geman{lambda, near});
    expect_l0(Lq{lambda, 1e-12});
    expect_l0(Mcp{std::sqrt(2 * lambda / near), near});
  }
}

/// The mistake of other programs, here guarded against by name: MCP and SCAD with lambda / t in place of (1/t) r.
TEST(ProxLongSteps, AreHardThresholdsForMcpAndScad) {
  const double step = 1000;
  for (const double v : {30.0, 54.0, 55.0, 68.0, 69.0, 90.0}) {
    EXPECT_EQ((Mcp{1, 3}.prox(step)(v)), v > std::sqrt(3000.0) ? v : 0) << v;
    EXPECT_EQ((Scad{1, 3.7}.prox(step)(v)), v > std::sqrt(4700.0) ? v : 0) << v;
  }
}

/// lambda step = theta^2 and v = theta is the triple root of the log-sum penalty, where quotients of rounding errors
/// are close at hand.
TEST(ProxLongSteps, LspIsSaneAroundItsTripleRoot) {
  Draw draw(54);
  for (int i = 0; i < 20000; ++i) {
    const double theta = draw.log_uniform(1e-8, 1e8), lambda = draw.log_uniform(1e-10, 1e10);
    const double step = draw.nudge(theta / lambda * theta), v = draw.nudge(theta);
    // x^3 ~ theta^3 times the rounding of v/theta and of lambda step/theta^2.
    ASSERT_LE((Lsp{lambda, theta}.prox(step)(v)), 1e-6 * theta)
        << "lambda=" << shortest(lambda) << " v=" << shortest(v);
  }
}

}  // namespace
}  // namespace gist
