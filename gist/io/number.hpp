#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>

namespace gist {

enum class NumberFault {
  none,
  syntax,      ///< not a number at all
  not_finite,  ///< nan or inf, spelled out
  overflow,    ///< a number, but beyond the largest double or float
};

/// The number at p: decimal, with an optional sign of either kind, fraction and exponent; correctly rounded. Returns
/// where it ends, which is the caller's to judge. Below the smallest double it is 0. No hexadecimal.
const char* scan_number(const char* p, const char* end, double& x, NumberFault& fault);

/// All of `token` as a finite number.
NumberFault whole_number_token(std::string_view token, double& x);

/// What to say about a token that should have been a number, for instance `expected a number, got "abc"`.
std::string explain(NumberFault fault, std::string_view token, std::string_view wanted = "a number");

/// x in the precision asked for; false if it is too large for it. Text goes through double even for float, so that a
/// text file and its binary form in doubles give the same floats.
template <class Value>
bool narrow(double x, Value& value) {
  if constexpr (std::is_same_v<Value, float>) {
    constexpr double first_too_large = 0x1.ffffffp+127;  // rounds up from the largest float
    if (!(std::abs(x) < first_too_large)) return false;
  }
  value = static_cast<Value>(x);
  return true;
}

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// The unsigned whole number at p; returns where its digits end (p itself if there are none). Anything beyond 64 bits
/// comes back as the largest value. Eight digits at a time: lengths vary from token to token, and a loop over the
/// digits would mispredict its end nearly every time.
inline const char* scan_index(const char* p, const char* end, std::uint64_t& x) {
  x = 0;
  if constexpr (std::endian::native == std::endian::little) {
    if (end - p >= 8) {
      std::uint64_t word = 0;
      std::memcpy(&word, p, 8);
      // The high bit of a byte is set in `other` if it is no digit; carries only reach bytes after the first of those.
      const std::uint64_t other = ((word + 0x4646464646464646U) | (word - 0x3030303030303030U)) & 0x8080808080808080U;
      const int digits = std::countr_zero(other) / 8;
      if (digits == 0) return p;
      if (digits < 8) {
        // Digits move to the top and zero bytes, worth nothing, come in below.
        std::uint64_t t = (word & 0x0f0f0f0f0f0f0f0fU) << (64 - 8 * digits);
        t = t * 10 + (t >> 8);
        x = (((t & 0x000000ff000000ffU) * 0x000f424000000064U) +
             (((t >> 16) & 0x000000ff000000ffU) * 0x0000271000000001U)) >>
            32;
        return p + digits;
      }
    }
  }
  constexpr std::uint64_t largest = std::numeric_limits<std::uint64_t>::max();
  for (; p != end && is_digit(*p); ++p) {
    const auto digit = static_cast<std::uint64_t>(*p - '0');
    x = x > (largest - digit) / 10 ? largest : x * 10 + digit;
  }
  return p;
}

/// scan_number for all forms of a number.
const char* scan_any_number(const char* p, const char* end, double& x, NumberFault& fault);

/// The number at p: decimal, with an optional sign of either kind, fraction and exponent; correctly rounded. Returns
/// where it ends, which is the caller's to judge. Below the smallest double it is 0. No hexadecimal.
///
/// Most numbers in data files are short, like 0.0317: up to 7 digits on either side of a point. For those the digits as
/// a whole number and the power of ten are exact doubles, so one division rounds correctly (Clinger 1990).
inline const char* scan_number(const char* p, const char* end, double& x, NumberFault& fault) {
  constexpr double power[] = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7};
  const bool negative = p != end && *p == '-';
  const char* const whole = p + (negative ? 1 : 0);
  std::uint64_t digits = 0;
  const char* q = scan_index(whole, end, digits);
  if (q - whole <= 7 && q != whole && q != end) [[likely]] {
    std::ptrdiff_t places = 0;
    if (*q == '.') {
      std::uint64_t fraction = 0;
      const char* const point = q;
      q = scan_index(point + 1, end, fraction);
      places = q - point - 1;
      if (places > 7 || q == end) return scan_any_number(p, end, x, fault);
      digits = digits * static_cast<std::uint64_t>(power[places]) + fraction;
    }
    if (*q != 'e' && *q != 'E') [[likely]] {
      const double magnitude = static_cast<double>(static_cast<std::int64_t>(digits)) / power[places];
      x = negative ? -magnitude : magnitude;
      fault = NumberFault::none;
      return q;
    }
  }
  return scan_any_number(p, end, x, fault);
}

}  // namespace gist
