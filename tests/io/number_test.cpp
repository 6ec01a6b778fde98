// The scanners against the C library, over forms that data files have and forms that they should not.
#include "gist/io/number.hpp"

#include <gtest/gtest.h>

#include <array>
#include <charconv>
#include <cstdlib>
#include <random>
#include <string>

namespace gist {
namespace {

/// A number spelled at random: any count of digits around the point, sign, exponent, leading zeros.
std::string spelled(std::mt19937_64& random) {
  const auto digits = [&](std::uint64_t most) {
    std::string text;
    for (auto n = random() % (most + 1); n > 0; --n) text += static_cast<char>('0' + random() % 10);
    return text;
  };
  std::string text = random() % 3 == 0 ? "-" : random() % 5 == 0 ? "+" : "";
  text += digits(random() % 2 == 0 ? 3 : 12);
  if (random() % 3 != 0) text += "." + digits(random() % 2 == 0 ? 6 : 20);
  if (text.find_first_of("0123456789") == std::string::npos) text += "0";
  if (random() % 4 == 0) text += "e" + std::to_string(static_cast<int>(random() % 60) - 30);
  return text;
}

TEST(Number, AgreesWithTheCLibraryToTheLastBit) {
  std::mt19937_64 random(3);
  for (int i = 0; i < 200000; ++i) {
    const std::string text = spelled(random);
    const double expected = std::strtod(text.c_str(), nullptr);
    // Followed by what may follow a number, or by the end of the text.
    for (const std::string after : {"", " ", ",", "        ", "\n1:2 3:4 5:6", ":"}) {
      const std::string line = text + after;
      double x = 0;
      NumberFault fault{};
      const char* end = scan_number(line.data(), line.data() + line.size(), x, fault);
      ASSERT_EQ(fault, NumberFault::none) << line;
      ASSERT_EQ(end - line.data(), static_cast<std::ptrdiff_t>(text.size())) << line;
      ASSERT_EQ(x, expected) << line;
      ASSERT_EQ(std::signbit(x), std::signbit(expected)) << line;
    }
  }
}

TEST(Number, RefusesWhatIsNone) {
  double x = 0;
  for (const char* text :
       {"", "-", "+", ".", "-.", "e5", "+-1", "++1", "--1", "0x10", "1e", "1 ", " 1", "1_0", "1,5", "abc", "\"1\""}) {
    EXPECT_EQ(whole_number_token(text, x), NumberFault::syntax) << text;
  }
  for (const char* text : {"nan", "NaN", "inf", "-inf", "+inf", "Infinity", "-nan"}) {
    EXPECT_EQ(whole_number_token(text, x), NumberFault::not_finite) << text;
  }
  for (const char* text : {"1e309", "-1e400", "1e99999999999", ".1e999", "1.8e308"}) {
    EXPECT_EQ(whole_number_token(text, x), NumberFault::overflow) << text;
  }
  for (const char* text : {"1e-400", "1.", ".5", "00", "4.9e-324", "1.7976931348623157e308", "1E+5"}) {
    EXPECT_EQ(whole_number_token(text, x), NumberFault::none) << text;
    EXPECT_EQ(x, std::strtod(text, nullptr)) << text;
  }
}

TEST(Number, ScansIndicesOfAnyLength) {
  std::mt19937_64 random(4);
  for (int i = 0; i < 100000; ++i) {
    const std::string text = std::to_string(random() >> (random() % 64));
    for (const std::string after :
         {"", ":0.5", ":", " \n\n\n\n\n\n\n", "\xff\xff\xff\xff\xff\xff\xff", "/////////", "a"}) {
      const std::string line = std::string(random() % 3, '0') + text + after;
      std::uint64_t x = 0;
      const char* end = scan_index(line.data(), line.data() + line.size(), x);
      ASSERT_EQ(std::to_string(x), text) << line;
      ASSERT_EQ(line.substr(static_cast<std::size_t>(end - line.data())), after) << line;
    }
  }
  std::uint64_t x = 7;
  const std::string huge(30, '9');
  scan_index(huge.data(), huge.data() + huge.size(), x);
  EXPECT_EQ(x, std::numeric_limits<std::uint64_t>::max());
  const std::string none = ":12345678";
  EXPECT_EQ(scan_index(none.data(), none.data() + none.size(), x), none.data());
  EXPECT_EQ(x, 0U);
}

}  // namespace
}  // namespace gist
