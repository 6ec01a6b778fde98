#include "gist/report/scale.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

/// Axes: round ticks, in order, inside the range; the ends of the data at the ends of the frame.
namespace gist::report {
namespace {

std::vector<std::string> labels(const Mapping& mapping, std::size_t most) {
  std::vector<std::string> all;
  for (const Tick& tick : mapping.ticks(most)) all.push_back(tick.label);
  return all;
}

const Axis linear{"", Scale::linear}, logarithmic{"", Scale::log};

TEST(Mapping, LinearTicksAreRound) {
  const Axis from_0_to_1{"", Scale::linear, false, 0.0, 1.0};
  EXPECT_EQ(labels(Mapping(from_0_to_1, {}, 0, 100), 6),
            (std::vector<std::string>{"0", "0.2", "0.4", "0.6", "0.8", "1"}));
  EXPECT_EQ(labels(Mapping(from_0_to_1, {}, 0, 100), 3), (std::vector<std::string>{"0", "0.5", "1"}));
  const Axis signed_axis{"", Scale::linear, false, -0.3, 0.3};
  EXPECT_EQ(labels(Mapping(signed_axis, {}, 0, 100), 7),
            (std::vector<std::string>{"-0.3", "-0.2", "-0.1", "0", "0.1", "0.2", "0.3"}));
}

TEST(Mapping, LogarithmicTicksArePowersOfTenOrOneTwoFive) {
  const Axis decades{"", Scale::log, false, 1e-4, 1.0};
  EXPECT_EQ(labels(Mapping(decades, {}, 0, 100), 9), (std::vector<std::string>{"0.0001", "0.001", "0.01", "0.1", "1"}));
  EXPECT_EQ(labels(Mapping(decades, {}, 0, 100), 3), (std::vector<std::string>{"0.0001", "0.01", "1"}));
  const Axis two{"", Scale::log, false, 0.02, 0.6};
  EXPECT_EQ(labels(Mapping(two, {}, 0, 100), 9), (std::vector<std::string>{"0.02", "0.05", "0.1", "0.2", "0.5"}));
  const Axis narrow{"", Scale::log, false, 0.31, 0.38};
  EXPECT_GE(Mapping(narrow, {}, 0, 100).ticks(6).size(), 2U);
}

TEST(Mapping, TicksAreInOrderInsideAndNotTooMany) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> exponent(-12, 12), share(0, 1);
  for (int trial = 0; trial < 2000; ++trial) {
    const double low = std::pow(10, exponent(random)), high = low * (1 + std::pow(10, 6 * share(random) - 3));
    const bool log = trial % 2 == 0;
    const double sign = !log && trial % 4 == 1 ? -1 : 1;
    const std::vector<double> values{sign * low, sign * high};
    const Mapping mapping(log ? logarithmic : linear, values, 0, 100);
    const std::size_t most = 2 + static_cast<std::size_t>(trial % 8);
    const auto ticks = mapping.ticks(most);
    EXPECT_LE(ticks.size(), most) << low << " " << high << " " << log;
    for (std::size_t k = 0; k < ticks.size(); ++k) {
      EXPECT_GE(mapping.pixel(ticks[k].value), -1e-6);
      EXPECT_LE(mapping.pixel(ticks[k].value), 100 + 1e-6);
      EXPECT_TRUE(k == 0 || ticks[k - 1].value < ticks[k].value);
    }
  }
}

TEST(Mapping, EndsAndMiddle) {
  const std::vector<double> values{0.01, 1, 0.1};
  const Mapping log(logarithmic, values, 50, 250);
  EXPECT_DOUBLE_EQ(log.pixel(0.01), 50);
  EXPECT_DOUBLE_EQ(log.pixel(0.1), 150);
  EXPECT_DOUBLE_EQ(log.pixel(1), 250);
  const Axis reversed{"", Scale::log, true};
  EXPECT_DOUBLE_EQ(Mapping(reversed, values, 50, 250).pixel(0.01), 250);
  const Axis own{"", Scale::linear, false, 0.0, 2.0};
  EXPECT_DOUBLE_EQ(Mapping(own, values, 300, 100).pixel(0.5), 250);  // pixels run downwards
}

TEST(Mapping, OneValueAndNoValueCanBeDrawn) {
  for (const double value : {0.0, 3.0, -1e-300, 1e300}) {
    const std::vector<double> values{value};
    const Mapping mapping(linear, values, 0, 100);
    EXPECT_NEAR(mapping.pixel(value), 50, 1e-9) << value;
    EXPECT_FALSE(mapping.ticks(5).empty()) << value;
  }
  const std::vector<double> useless{std::nan(""), HUGE_VAL, -1, 0};
  const Mapping none(logarithmic, useless, 0, 100);
  EXPECT_TRUE(std::isfinite(none.pixel(2)));
  for (const double value : useless) EXPECT_FALSE(none.has(value));
}

}  // namespace
}  // namespace gist::report
