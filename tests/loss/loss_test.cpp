#include "gist/loss/loss.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "gist/core/alternatives.hpp"
#include "tests/loss/reference.hpp"
#include "tests/support/draw.hpp"
#include "tests/support/typed.hpp"

namespace gist::testing_support {
namespace {

template <class L>
class LossTruth : public ::testing::Test {};
TYPED_TEST_SUITE(LossTruth, TypesOf<Loss>::type, ByName);

double draw_target(Draw& draw, Targets targets) {
  switch (targets) {
    case Targets::classes: return draw.one_of<double>({-1, 1});
    case Targets::counts: return draw.chance(0.3) ? 0 : std::floor(draw.log_uniform(1, 1000));
    case Targets::numbers: break;
  }
  return draw.chance(0.1) ? 0 : draw.uniform(-10, 10);
}

/// A margin of any size, small ones and kinks included; large enough for exp to be felt and small enough not to
/// overflow.
template <class L>
double draw_margin(Draw& draw, const L& loss, double y) {
  const std::vector<double> kinks = LossReference<L>::kinks(loss, y);
  const double sign = draw.one_of<double>({-1, 1});
  switch (draw.below(5)) {
    case 0: return kinks.empty() ? 0 : draw.one_of(kinks);
    case 1: return sign * draw.log_uniform(1e-12, 1);
    case 2: return sign * draw.log_uniform(1, 700);
    case 3: return std::min(y, 600.0) + draw.uniform(-3, 3);
    default: return draw.uniform(-40, 40);
  }
}

TYPED_TEST(LossTruth, IsTheReferenceToTheLastBits) {
  using L = TypeParam;
  using Reference = LossReference<L>;
  ASSERT_TRUE(Reference::written) << L::name << " has no entry in tests/loss/reference.hpp";
  Draw draw(71);
  for (int i = 0; i < 50000; ++i) {
    const L loss = draw.parameters<L>();
    const double y = draw_target(draw, L::targets), z = draw_margin(draw, loss, y);
    const auto message = [&] { return describe(loss) + " z=" + shortest(z) + " y=" + shortest(y); };
    // What is subtracted may be larger than what remains: rounding is measured by the parts, z and y and exp(z).
    const double value = static_cast<double>(Reference::value(loss, z, y));
    const double slope = static_cast<double>(Reference::slope(loss, z, y));
    const double curvature = static_cast<double>(Reference::curvature(loss, z, y));
    const bool differences = L::targets != Targets::classes;
    const double parts =
        L::targets == Targets::counts ? std::exp(z) + y * (1 + std::abs(z)) : std::abs(z) + std::abs(y);
    ASSERT_NEAR(loss.slope(z, y), slope, 4e-16 * (std::abs(slope) + (differences ? parts : 0))) << message();
    // A slope's rounding is felt in the value by the distance over which it acts.
    const double value_slack = std::abs(value) + (L::targets == Targets::numbers ? std::abs(slope) * parts : 0) +
                               (L::targets == Targets::counts ? parts : 0);
    ASSERT_NEAR(loss.value(z, y), value, 1e-15 * value_slack) << message();
    const std::vector<double> kinks = Reference::kinks(loss, y);
    if (std::any_of(kinks.begin(), kinks.end(),
                    [&](double k) { return std::abs(z - k) <= 1e-15 * (std::abs(z) + std::abs(y)); })) {
      continue;  // which side of the kink z is on is a matter of rounding; the contract there has a test of its own
    }
    ASSERT_NEAR(loss.curvature(z, y), curvature, 1e-15 * curvature) << message();
  }
}

/// Central differences away from the kinks: of the value, and of the slope.
TYPED_TEST(LossTruth, SlopeAndCurvatureAreDifferenceQuotients) {
  using L = TypeParam;
  Draw draw(72);
  int tested = 0;
  for (int i = 0; i < 20000; ++i) {
    const L loss = draw.parameters<L>();
    const double y = draw_target(draw, L::targets), z = draw.uniform(-12, 12);
    const double h = 1e-5;
    const std::vector<double> kinks = LossReference<L>::kinks(loss, y);
    if (std::any_of(kinks.begin(), kinks.end(), [&](double k) { return std::abs(z - k) < 2 * h; })) continue;
    ++tested;
    const double low = loss.value(z - h, y), high = loss.value(z + h, y);
    const double size = 1 + std::abs(low) + std::abs(high) + loss.curvature(z, y);
    ASSERT_NEAR((high - low) / (2 * h), loss.slope(z, y), 1e-9 * size) << describe(loss) << " z=" << z << " y=" << y;
    ASSERT_NEAR((loss.slope(z + h, y) - loss.slope(z - h, y)) / (2 * h), loss.curvature(z, y), 1e-9 * size)
        << describe(loss) << " z=" << z << " y=" << y;
  }
  EXPECT_GT(tested, 15000);
}

TYPED_TEST(LossTruth, IsConvexAndItsCurvatureBounded) {
  using L = TypeParam;
  Draw draw(73);
  double largest = 0;
  for (int i = 0; i < 20000; ++i) {
    const L loss = draw.parameters<L>();
    const double y = draw_target(draw, L::targets);
    double one = draw_margin(draw, loss, y), other = draw_margin(draw, loss, y);
    if (one > other) std::swap(one, other);
    ASSERT_LE(loss.slope(one, y), loss.slope(other, y))
        << describe(loss) << " z=" << one << ", " << other << " y=" << y;
    const double curvature = loss.curvature(one, y);
    ASSERT_GE(curvature, 0);
    ASSERT_LE(curvature, loss.curvature_bound() * (1 + 4e-16))
        << describe(loss) << " z=" << shortest(one) << " y=" << y;
    largest = std::max(largest, curvature / loss.curvature_bound());
    // The bound is on the slope's growth, which is what step lengths rest on.
    if (std::isfinite(loss.curvature_bound())) {
      ASSERT_LE(loss.slope(other, y) - loss.slope(one, y),
                loss.curvature_bound() * (other - one) + 1e-14 * (std::abs(one) + std::abs(other) + std::abs(y)));
    }
  }
  if (std::isfinite(TypeParam{}.curvature_bound())) {
    EXPECT_GT(largest, 1 - 1e-12) << "the bound is not the smallest";
  }
}

TYPED_TEST(LossTruth, TakesHugeMargins) {
  using L = TypeParam;
  Draw draw(74);
  for (int i = 0; i < 200; ++i) {
    const L loss = draw.parameters<L>();
    const double y = draw_target(draw, L::targets);
    for (const double z : {-1e4, -745.5, -709.9, -700.0, 700.0, 709.9, 745.5, 1e4, -1e100, 1e100}) {
      const double value = loss.value(z, y), slope = loss.slope(z, y), curvature = loss.curvature(z, y);
      ASSERT_FALSE(std::isnan(value) || std::isnan(slope) || std::isnan(curvature)) << describe(loss) << " z=" << z;
      ASSERT_GE(curvature, 0);
      // Only a loss without a bound on its curvature may overflow, and only upwards.
      const bool may_overflow = !std::isfinite(loss.curvature_bound()) && z > 700;
      ASSERT_TRUE(may_overflow ? value > 0 && slope > 0
                               : std::isfinite(value) && std::isfinite(slope) && std::isfinite(curvature))
          << describe(loss) << " z=" << z << " y=" << y;
    }
  }
}

/// At a kink the slope is continuous, both one-sided quotients of it are curvatures beside it, and curvature() is the
/// larger.
TEST(Loss, CurvatureAtAKinkIsTheLargerSide) {
  int kinks = 0;
  for_each_alternative<Loss>([&](auto loss) {
    for (const double y : {-1.0, 1.0}) {
      for (const double z : LossReference<decltype(loss)>::kinks(loss, y)) {
        ++kinks;
        const double h = 1e-6, at = loss.slope(z, y);
        const double left = (at - loss.slope(z - h, y)) / h, right = (loss.slope(z + h, y) - at) / h;
        EXPECT_NEAR(left, loss.curvature(z - h, y), 1e-9) << loss.name << " y=" << y;
        EXPECT_NEAR(right, loss.curvature(z + h, y), 1e-9) << loss.name << " y=" << y;
        EXPECT_GT(std::abs(left - right), 0.5) << loss.name << " has no kink at z=" << z << " y=" << y;
        EXPECT_NEAR(loss.curvature(z, y), std::max(left, right), 1e-9) << loss.name << " y=" << y;
      }
    }
  });
  EXPECT_GE(kinks, 6);
}

TEST(Loss, OfTwoClassesDoesNotKnowWhichIsWhich) {
  Draw draw(75);
  for_each_alternative<Loss>([&](auto loss) {
    if (loss.targets != Targets::classes) return;
    for (int i = 0; i < 5000; ++i) {
      const double z = draw.uniform(-50, 50);
      EXPECT_EQ(loss.value(z, 1), loss.value(-z, -1)) << loss.name << z;
      EXPECT_EQ(loss.slope(z, 1), -loss.slope(-z, -1)) << loss.name << z;
      EXPECT_EQ(loss.curvature(z, 1), loss.curvature(-z, -1)) << loss.name << z;
    }
  });
}

TEST(Loss, KnownValues) {
  EXPECT_DOUBLE_EQ(Logistic{}.value(0, 1), std::log(2.0));
  EXPECT_EQ(Logistic{}.slope(0, 1), -0.5);
  EXPECT_EQ(Logistic{}.curvature(0, 1), 0.25);
  EXPECT_EQ(Logistic{}.value(-1e4, 1), 1e4);
  EXPECT_DOUBLE_EQ(Logistic{}.value(40, 1), std::exp(-40.0));  // not 0: the tail keeps its digits
  EXPECT_DOUBLE_EQ(Logistic{}.slope(700, 1), -std::exp(-700.0));
  EXPECT_EQ(SquaredHinge{}.value(-1, 1), 2);
  EXPECT_EQ(SquaredHinge{}.value(3, 1), 0);
  EXPECT_EQ(SquaredHinge{}.slope(-1, 1), -2);
  EXPECT_EQ(Squared{}.value(3, 1), 2);
  EXPECT_EQ(Huber{2}.value(5, 0), 8);
  EXPECT_EQ(Huber{2}.slope(-5, 0), -2);
  EXPECT_EQ(Poisson{}.value(0, 3), 1);
  EXPECT_EQ(Poisson{}.slope(0, 3), -2);
  EXPECT_EQ(Poisson{}.value(-1e4, 2), 2e4);
  EXPECT_EQ(Poisson{}.value(1e4, 2), infinity);
}

TEST(Loss, TargetsOfAVariantAreItsAlternatives) {
  EXPECT_EQ(targets_of(Loss(Squared{})), Targets::numbers);
  EXPECT_EQ(targets_of(Loss(Logistic{})), Targets::classes);
  EXPECT_EQ(targets_of(Loss(Poisson{})), Targets::counts);
}

}  // namespace
}  // namespace gist::testing_support
