#include "gist/simulate/portable_math.hpp"

#include <bit>
#include <cassert>
#include <cmath>
#include <limits>

namespace gist {
namespace {

// log 2 in two parts: the first has so few bits that its product with any exponent is exact.
constexpr double log2_high = 6.93147180369123816490e-01;
constexpr double log2_low = 1.90821492927058770002e-10;

}  // namespace

double portable_log(double x) {
  assert(x >= std::numeric_limits<double>::min() && x <= std::numeric_limits<double>::max());
  const auto bits = std::bit_cast<std::uint64_t>(x);
  int exponent = static_cast<int>(bits >> 52) - 1023;
  double mantissa = std::bit_cast<double>((bits & 0x000fffffffffffffU) | 0x3ff0000000000000U);
  if (mantissa > 1.4142135623730951) {  // to [1/sqrt 2, sqrt 2], so that log(x) near 1 suffers no cancellation
    mantissa /= 2;
    ++exponent;
  }
  // log m = 2 atanh(s) = 2 (s + s^3/3 + s^5/5 + ...); s^2 <= 0.0295, so eleven terms reach 1e-18.
  const double s = (mantissa - 1) / (mantissa + 1);
  const double square = s * s;
  double series = 0;
  for (int k = 23; k >= 3; k -= 2) series = (series + 1.0 / k) * square;
  const double tail = 2 * s * series;
  return exponent * log2_high + (2 * s + (tail + exponent * log2_low));
}

double portable_exp(double x) {
  if (x > 709.78) return std::numeric_limits<double>::infinity();
  if (x < -745.13) return 0;
  const double multiple = std::floor(x * 1.4426950408889634 + 0.5);
  const double rest = (x - multiple * log2_high) - multiple * log2_low;  // |rest| <= log(2) / 2
  double series = 0;
  for (int k = 14; k >= 2; --k) series = (1 + series) * rest / k;
  return std::ldexp(1 + (rest + rest * series), static_cast<int>(multiple));
}

double portable_power(double base, std::int64_t exponent) {
  double result = 1;
  for (; exponent > 0; exponent /= 2, base *= base) {
    if (exponent % 2 == 1) result *= base;
  }
  return result;
}

}  // namespace gist
