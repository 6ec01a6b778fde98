#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <concepts>
#include <vector>

#include "gist/penalty/penalty.hpp"
#include "tests/penalty/cases.hpp"
#include "tests/support/draw.hpp"
#include "tests/support/typed.hpp"

namespace gist::testing_support {
namespace {

template <class P>
class ProxShape : public ::testing::Test {};
TYPED_TEST_SUITE(ProxShape, TypesOf<Penalty>::type, ByName);

TYPED_TEST(ProxShape, IsOddAndShrinks) {
  Draw draw(41);
  for (int i = 0; i < 20000; ++i) {
    const auto c = draw_case<TypeParam>(draw);
    const auto prox = c.penalty.prox(c.step);
    ASSERT_EQ(prox(-c.v), -prox(c.v)) << text(c);
    ASSERT_LE(std::abs(prox(c.v)), std::abs(c.v)) << text(c);
  }
}

TYPED_TEST(ProxShape, IsMonotone) {
  using P = TypeParam;
  Draw draw(42);
  for (int i = 0; i < 500; ++i) {
    const P p = draw.parameters<P>();
    const double step = draw_step(draw, p);
    const auto prox = p.prox(step);
    std::vector<double> sizes;
    for (int k = 0; k < 60; ++k) sizes.push_back(draw_size(draw, p, step));
    std::sort(sizes.begin(), sizes.end());
    for (std::size_t k = 1; k < sizes.size(); ++k) {
      // Two v closer than the operator's own backward error may come out in either order.
      if (sizes[k] < sizes[k - 1] * (1 + 1e-13)) continue;
      ASSERT_LE(prox(sizes[k - 1]), prox(sizes[k]))
          << describe(p) << " step=" << shortest(step) << " v=" << shortest(sizes[k - 1]) << ", " << shortest(sizes[k]);
    }
  }
}

TYPED_TEST(ProxShape, OfNoStepIsTheIdentity) {
  Draw draw(43);
  for (int i = 0; i < 5000; ++i) {
    const TypeParam p = draw.parameters<TypeParam>();
    const double v = draw.log_uniform(1e-150, 1e150);
    ASSERT_NEAR(p.prox(0)(v), v, 4e-16 * v) << describe(p) << " v=" << shortest(v);
  }
}

TYPED_TEST(ProxShape, OfAShorteningStepTendsToTheIdentity) {
  Draw draw(44);
  for (int i = 0; i < 2000; ++i) {
    const TypeParam p = draw.parameters<TypeParam>();
    const double v = draw.log_uniform(1e-3, 1e3);
    // v moves by step r', and r' is no more than r/v times 2 beyond the bend; short against both v and the penalty.
    const double step = 1e-9 * v * v / (p.value(v) + v * v);
    ASSERT_NEAR(p.prox(step)(v), v, 1e-7 * v) << describe(p) << " v=" << shortest(v);
  }
}

TYPED_TEST(ProxShape, OfNoStrengthIsTheIdentity) {
  Draw draw(45);
  for (int i = 0; i < 5000; ++i) {
    const TypeParam p = draw.parameters<TypeParam>().scaled(0);
    const double v = draw.log_uniform(1e-300, 1e150), step = draw.log_uniform(1e-12, 1e12);
    ASSERT_NEAR(p.prox(step)(v), v, 1e-15 * v) << describe(p) << " step=" << shortest(step) << " v=" << shortest(v);
  }
}

TYPED_TEST(ProxShape, StaysFiniteAndShrinksForAbsurdSteps) {
  Draw draw(46);
  for (int i = 0; i < 5000; ++i) {
    const TypeParam p = draw.parameters<TypeParam>();
    const double v = draw.log_uniform(1e-100, 1e150);
    const double step = draw.chance(0.5) ? draw.log_uniform(1e12, 1e200) : draw.log_uniform(1e-200, 1e-12);
    const double x = p.prox(step)(v);
    ASSERT_TRUE(x >= 0 && x <= v) << describe(p) << " step=" << shortest(step) << " v=" << shortest(v) << " gave " << x;
  }
}

/// A penalty factor multiplies lambda and nothing else.
TYPED_TEST(ProxShape, ScalesByLambda) {
  using P = TypeParam;
  Draw draw(47);
  for (int i = 0; i < 500; ++i) {
    const P p = draw.parameters<P>();
    const double factor = draw.log_uniform(1e-3, 1e3);
    const P scaled = p.scaled(factor);
    for_each_field<P>([&](const auto& field) {
      const double expected = p.*field.member * (field.name == "lambda" ? factor : 1);
      EXPECT_EQ(scaled.*field.member, expected) << describe(p) << " factor " << factor;
    });
  }
}

/// Below `jumps_below` the operator jumps; above it, it leaves 0 continuously. The jump is at 0, except that SCAD's
/// opens between its soft and its flat part: there the widest gap between neighbouring doubles is measured.
TYPED_TEST(ProxShape, JumpsBelowTheCurvatureItSays) {
  using P = TypeParam;
  Draw draw(48);
  for (int i = 0; i < 100; ++i) {
    P p;
    for_each_field<P>([&](const auto& field) {
      p.*field.member =
          std::isfinite(field.range.high) ? draw.uniform(0.1, 0.9) : field.range.low + draw.uniform(0.5, 4);
    });
    const double limit = p.jumps_below();
    const auto widest_gap = [&](double step) {
      const auto prox = p.prox(step);
      double from = 0, to = 4 * last_where([&](double a) { return prox(a) == 0; });
      // A first look fine enough for the jump to outdo the slopes elsewhere, then into the cell that rises most.
      for (int cells = 4096; std::nextafter(from, to) < to; cells = 64) {
        double left = from, widest = -1, best_from = from, best_to = to;
        for (int k = 1; k <= cells; ++k) {
          const double right = k == cells ? to : from + (to - from) * k / cells;
          const double rise = prox(right) - prox(left);
          if (right > left && rise > widest) widest = rise, best_from = left, best_to = right;
          left = right;
        }
        from = best_from, to = best_to;
      }
      return prox(to) - prox(from);
    };
    const auto leaves_zero_to = [&](double step) {
      const auto prox = p.prox(step);
      return prox(std::nextafter(last_where([&](double a) { return prox(a) == 0; }), infinity));
    };
    for (const double off : {1.02, 1.3, 5.0}) {
      if (limit > 0) {
        const double step = (std::isfinite(limit) ? 1 / limit : draw.log_uniform(0.1, 10)) * off;
        const double jump = std::same_as<P, Scad> ? widest_gap(step) : leaves_zero_to(step);
        ASSERT_GT(jump, 1e-3) << describe(p) << " step=" << step;
      }
      if (std::isfinite(limit)) {
        const double step = (limit > 0 ? 1 / limit : draw.log_uniform(0.1, 10)) / off;
        ASSERT_LT(leaves_zero_to(step), 1e-12) << describe(p) << " step=" << step;
      }
    }
  }
}

}  // namespace
}  // namespace gist::testing_support
