#include "gist/core/field.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <bit>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace gist {

enum class Colour { red, dark_green, blue };
template <>
struct Names<Colour> {
  static constexpr std::array<std::string_view, 3> names{"red", "dark-green", "blue"};
};

namespace {

struct Paint {
  double thickness = 1;
  int coats = 2;
  std::optional<double> price;
  Colour colour = Colour::red;
  bool glossy = false;
  std::string label = "none";
  static constexpr std::tuple fields{Field{"thickness", &Paint::thickness, above(0), "of a coat"},
                                     Field{"coats", &Paint::coats, at_least(1), "how many"},
                                     Field{"price", &Paint::price, at_least(0), "if known"},
                                     Field{"colour", &Paint::colour, any_number(), "which"},
                                     Field{"glossy", &Paint::glossy, any_number(), "or matt"},
                                     Field{"label", &Paint::label, any_number(), "on the tin"}};
};

/// parse_value of each text fails and leaves the value as it was.
template <class Value>
void expect_refused(const Value& before, const Range& range, const std::vector<std::string>& texts) {
  for (const std::string& text : texts) {
    Value value = before;
    EXPECT_FALSE(parse_value(text, range, value)) << "'" << text << "'";
    EXPECT_EQ(value, before) << "'" << text << "' was refused and yet stored";
  }
}

template <class Value>
std::optional<Value> parsed(std::string_view text, const Range& range = any_number()) {
  Value value{};
  return parse_value(text, range, value) ? std::optional(value) : std::nullopt;
}

TEST(NumberFrom, TakesDecimalNumbers) {
  EXPECT_EQ(number_from("1"), 1);
  EXPECT_EQ(number_from("+1"), 1);
  EXPECT_EQ(number_from("-1.5e-3"), -1.5e-3);
  EXPECT_EQ(number_from("1."), 1);
  EXPECT_EQ(number_from(".5"), 0.5);
  EXPECT_EQ(number_from("1E5"), 1e5);
  EXPECT_EQ(number_from("inf"), infinity);
  EXPECT_EQ(number_from("-inf"), -infinity);
  EXPECT_EQ(number_from("0.1000000000000000055511151231257827"), 0.1);
  EXPECT_EQ(number_from("4.9406564584124654e-324"), std::numeric_limits<double>::denorm_min());
  EXPECT_EQ(number_from("1.7976931348623157e308"), std::numeric_limits<double>::max());
  EXPECT_TRUE(std::signbit(number_from("-0").value()));
}

TEST(NumberFrom, TakesNothingElse) {
  for (const char* text : {"",      " ",      "+",   "-",   ".",   "e",   "e5",   "1e",       "1e+", "nan",   "NaN",
                           "-nan",  "nan(1)", " 1",  "1 ",  "\t1", "1\n", "0x10", "0x1p3",    "1,5", "1_000", "1f",
                           "1.2.3", "--1",    "++1", "+-1", "-+1", "one", "1e5x", "infinite", "1;2"}) {
    EXPECT_EQ(number_from(text), std::nullopt) << "'" << text << "'";
  }
  EXPECT_EQ(number_from(std::string_view("1\0", 2)), std::nullopt) << "a NUL after the number";
}

/// Text that means a finite number but is beyond double: not the infinity nobody wrote.
TEST(NumberFrom, RefusesWhatOverflows) {
  for (const char* text : {"1e400", "-1e400", "1.8e308"}) EXPECT_EQ(number_from(text), std::nullopt) << text;
  EXPECT_EQ(number_from("1e-400"), 0);  // the nearest double
}

RC_GTEST_PROP(NumberFrom, ReadsBackWhatShortestWrites, (std::uint64_t bits)) {
  const double x = std::bit_cast<double>(bits);
  RC_PRE(!std::isnan(x));
  const std::string text = shortest(x);
  const auto back = number_from(text);
  RC_ASSERT(back.has_value());
  RC_ASSERT(std::bit_cast<std::uint64_t>(*back) == bits);
  RC_ASSERT(text.size() <= 24U);
}

RC_GTEST_PROP(ParseValue, RoundTripsDoubles, (double x)) {
  RC_PRE(std::isfinite(x));
  double back = 0;
  RC_ASSERT(parse_value(show_value(x), any_number(), back));
  RC_ASSERT(std::bit_cast<std::uint64_t>(back) == std::bit_cast<std::uint64_t>(x));
}

RC_GTEST_PROP(ParseValue, RoundTripsIntegers, (std::int64_t x)) { RC_ASSERT(parsed<std::int64_t>(show_value(x)) == x); }

RC_GTEST_PROP(ParseValue, RoundTripsText, (const std::string& x)) {
  RC_ASSERT(parsed<std::string>(x) == x);
  RC_ASSERT(show_value(x) == x);
}

TEST(ParseValue, OfADoubleKeepsToTheRange) {
  expect_refused(7.0, any_number(), {"", " 1", "1 ", "nan", "1e400", "0x10", "inf", "-inf", "one"});
  expect_refused(7.0, above(0), {"0", "-0", "-1", "inf"});
  expect_refused(7.0, between_open(0, 1), {"0", "1", "1.0000000000000002"});
  expect_refused(7.0, Range{0, 1, false, false}, {"-1e-300", "1.0000000000000002"});
  EXPECT_EQ(parsed<double>("0", at_least(0)), 0);
  EXPECT_EQ(parsed<double>("+1"), 1);
  EXPECT_EQ(parsed<double>("4.9406564584124654e-324", above(0)), std::numeric_limits<double>::denorm_min());
  EXPECT_EQ(parsed<double>("0.9999999999999999", between_open(0, 1)), 0.9999999999999999);
  EXPECT_EQ(parsed<double>("1", Range{0, 1, false, false}), 1);
  EXPECT_EQ(parsed<double>("inf", Range{0, infinity, false, false}), infinity);
}

TEST(ParseValue, OfAnIntegerIsWhole) {
  expect_refused(7, any_number(),
                 {"", " 1", "1 ", "1.0", "1.5", "1e3", "0x10", "nan", "inf", "2147483648", "-2147483649",
                  "99999999999999999999999", "+", "-", "+-1", "++1", "1,000"});
  expect_refused(7, at_least(1), {"0", "-1"});
  EXPECT_EQ(parsed<int>("2147483647"), 2147483647);
  EXPECT_EQ(parsed<int>("-2147483648"), std::numeric_limits<int>::min());
  EXPECT_EQ(parsed<int>("007"), 7);
  EXPECT_EQ(parsed<int>("+1"), 1) << "as for a double";
  EXPECT_EQ(parsed<std::uint64_t>("18446744073709551615"), std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(parsed<std::uint64_t>("-1"), std::nullopt);
}

TEST(ParseValue, OfABoolIsOneOfTwoWords) {
  expect_refused(true, any_number(), {"", "True", "TRUE", "1", "0", "yes", "true ", "truefalse"});
  expect_refused(false, any_number(), {"", "False", "no"});
  EXPECT_EQ(parsed<bool>("true"), true);
  EXPECT_EQ(parsed<bool>("false"), false);
  EXPECT_EQ(show_value(true), "true");
  EXPECT_EQ(show_value(false), "false");
}

TEST(ParseValue, OfAChoiceIsOneOfItsNames) {
  expect_refused(Colour::blue, any_number(), {"", "Red", "re", "redd", "dark_green", "0", " red"});
  for (const Colour colour : {Colour::red, Colour::dark_green, Colour::blue}) {
    EXPECT_EQ(parsed<Colour>(show_value(colour)), colour);
  }
  EXPECT_EQ(show_value(Colour::dark_green), "dark-green");
}

TEST(ParseValue, OfAnOptionalSetsIt) {
  expect_refused(std::optional<double>(), at_least(0), {"", "-1", "none", "nan"});
  expect_refused(std::optional<double>(3), at_least(0), {"", "-1", "1e400"});
  std::optional<double> value;
  EXPECT_EQ(show_value(value), "");
  EXPECT_TRUE(parse_value("0.1", at_least(0), value));
  EXPECT_EQ(value, 0.1);
  EXPECT_EQ(show_value(value), "0.1");
}

TEST(ParseValue, OfTextIsTheTextItself) {
  std::string value = "before";
  EXPECT_TRUE(parse_value(" a b ", any_number(), value));
  EXPECT_EQ(value, " a b ");
  EXPECT_TRUE(parse_value("", any_number(), value));
  EXPECT_EQ(value, "");
}

TEST(ValidValues, SayWhatMayBeWritten) {
  EXPECT_EQ(valid_values<double>(above(0)), "a number in (0, inf)");
  EXPECT_EQ(valid_values<int>(at_least(1)), "a whole number in [1, inf)");
  EXPECT_EQ(valid_values<std::optional<double>>(between_open(0, 1)), "a number in (0, 1)");
  EXPECT_EQ(valid_values<Colour>(any_number()), "one of: red, dark-green, blue");
  EXPECT_EQ(valid_values<bool>(any_number()), "true or false");
  EXPECT_EQ(valid_values<std::string>(any_number()), "text");
}

TEST(RangeText, ShowsWhichEndsAreOpen) {
  EXPECT_EQ(any_number().text(), "(-inf, inf)");
  EXPECT_EQ(above(1).text(), "(1, inf)");
  EXPECT_EQ((Range{1, 1000, false, false}.text()), "[1, 1000]");
  EXPECT_EQ((Range{0.1, 1e-10, true, false}.text()), "(0.1, 1e-10]");
}

TEST(RangeContains, IsFalseForNaN) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(any_number().contains(nan));
  EXPECT_FALSE((Range{-infinity, infinity, false, false}.contains(nan)));
}

TEST(Kebab, IsHowUsersWriteIt) {
  EXPECT_EQ(kebab("t_min"), "t-min");
  EXPECT_EQ(kebab("max_iterations_in_all"), "max-iterations-in-all");
  EXPECT_EQ(kebab("eta"), "eta");
  EXPECT_EQ(kebab(""), "");
}

TEST(Fields, AreVisitedInOrderAndWrittenThroughTheTable) {
  std::string names;
  for_each_field<Paint>([&](const auto& field) { names += std::string(field.name) + " "; });
  EXPECT_EQ(names, "thickness coats price colour glossy label ");
  EXPECT_TRUE(has_field<Paint>("price"));
  EXPECT_FALSE(has_field<Paint>("pric"));
  EXPECT_FALSE(has_field<Paint>(""));

  Paint paint;
  const auto set = [&](std::string_view name, std::string_view text) {
    bool accepted = false;
    for_each_field<Paint>([&](const auto& field) {
      if (field.name == name) accepted = parse_value(text, field.range, paint.*field.member);
    });
    return accepted;
  };
  EXPECT_TRUE(set("thickness", "0.25") && set("coats", "3") && set("price", "12") && set("colour", "blue") &&
              set("glossy", "true") && set("label", "door"));
  EXPECT_FALSE(set("thickness", "0") || set("coats", "0") || set("price", "-1") || set("colour", "pink"));
  std::string shown;
  for_each_field<Paint>([&](const auto& field) { shown += show_value(paint.*field.member) + " "; });
  EXPECT_EQ(shown, "0.25 3 12 blue true door ");
}

}  // namespace
}  // namespace gist
