#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "gist/penalty/penalty.hpp"
#include "tests/penalty/cases.hpp"
#include "tests/penalty/regimes.hpp"
#include "tests/penalty/truth.hpp"
#include "tests/support/brute_force.hpp"
#include "tests/support/draw.hpp"
#include "tests/support/typed.hpp"

namespace gist::testing_support {
namespace {

/// Brute force, which the sanitizers are spared: what it calls they see everywhere else.
template <class P>
class SlowProxOracle : public ::testing::Test {};
TYPED_TEST_SUITE(SlowProxOracle, TypesOf<Penalty>::type, ByName);

/// A last bit of v is worth eps v^2 / step in h, a last bit of b = lambda step as much: nothing can be nearer to the
/// minimum than a few of these. A denormal v has fewer bits, hence the floor.
constexpr long double rounding_slack = 2e-15L;
long double size_of(double v) { return std::max(std::abs(v), 1e-300); }

/// The answer is the global minimum by value, and to the last bits a stationary point: values alone are blind to an
/// error below the square root of the rounding, the stationarity residual is not (its derivative in x is at most 1).
TYPED_TEST(SlowProxOracle, IsTheGlobalMinimumInEveryRegime) {
  using P = TypeParam;
  Draw draw(11);
  std::map<std::string_view, int> visits;
  long double worst_value = 0, worst_residual = 0;
  for (int i = 0; i < 10000; ++i) {
    const ProxCase<P> c = draw_case<P>(draw);
    const double x = c.penalty.prox(c.step)(c.v);
    const double a = std::abs(c.v);
    ASSERT_TRUE(std::isfinite(x)) << text(c);
    ASSERT_TRUE(x == 0 || std::signbit(x) == std::signbit(c.v)) << text(c) << " gave " << x;
    ASSERT_LE(std::abs(x), a) << text(c);

    const Subproblem<P> h{c.penalty, a, c.step};
    const Minimum best = brute_force_minimum(h, 0, a, Truth<P>::knots(c.penalty));
    ++visits[Regimes<P>::of(c.penalty, a, c.step, best.x)];
    const long double excess = (h(std::abs(x)) - best.value) / (size_of(a) * size_of(a) / (2.0L * c.step));
    ASSERT_LE(excess, rounding_slack) << text(c) << " gave " << shortest(x) << ", best is "
                                      << static_cast<double>(best.x);
    worst_value = std::max(worst_value, excess);
    if (x != 0) {
      const long double pull = c.step * Truth<P>::slope(c.penalty, std::abs(x));
      const long double residual = std::abs(std::abs(x) - a + pull) / size_of(a);
      ASSERT_LE(residual, rounding_slack)
          << text(c) << " gave " << shortest(x) << ", best is " << static_cast<double>(best.x);
      worst_residual = std::max(worst_residual, residual);
    }
  }
  this->RecordProperty("worst_value", std::to_string(static_cast<double>(worst_value * 1e15L)) + "e-15");
  this->RecordProperty("worst_residual", std::to_string(static_cast<double>(worst_residual * 1e15L)) + "e-15");

  EXPECT_FALSE(Regimes<P>::all().empty()) << P::name << " has no entry in tests/penalty/regimes.hpp";
  for (const std::string_view regime : Regimes<P>::all()) {
    EXPECT_GE(visits[regime], 10) << P::name << ", " << regime << ": hardly visited";
  }
  for (const auto& [regime, count] : visits) {
    const auto all = Regimes<P>::all();
    EXPECT_NE(std::find(all.begin(), all.end(), regime), all.end()) << regime << " is not in the list of regimes";
  }
}

/// The same with (ridge / 2) x^2 added: the operator at the shorter step 1 / (t + ridge), of the shrunken v.
TYPED_TEST(SlowProxOracle, TakesARidgeTermByShrinking) {
  using P = TypeParam;
  Draw draw(12);
  for (int i = 0; i < 3000; ++i) {
    const ProxCase<P> c = draw_case<P>(draw);
    const double t = 1 / c.step;
    const double ridge = draw.chance(0.5) ? draw.near(t) : draw.log_uniform(1e-10, 1e10);
    const double x = c.penalty.prox(1 / (t + ridge))(t / (t + ridge) * c.v);
    const double a = std::abs(c.v);
    const Subproblem<P> h{c.penalty, a, c.step, ridge};
    const Minimum best = brute_force_minimum(h, 0, a, Truth<P>::knots(c.penalty));
    const long double scale = size_of(a) * size_of(a) / (2.0L * c.step);
    ASSERT_LE((h(std::abs(x)) - best.value) / scale, rounding_slack)
        << text(c) << " ridge=" << shortest(ridge) << " gave " << shortest(x) << ", best is "
        << static_cast<double>(best.x);
  }
}

}  // namespace
}  // namespace gist::testing_support
