#include "gist/io/number.hpp"

#include "fast_float/fast_float.h"
#include "gist/io/text.hpp"

namespace gist {

const char* scan_any_number(const char* p, const char* end, double& x, NumberFault& fault) {
  // fast_float refuses a leading '+'; "+-1" must stay refused once it is taken off.
  if (p != end && *p == '+' && end - p > 1 && p[1] != '-') ++p;
  const auto [rest, ec] = fast_float::from_chars(p, end, x);
  if (rest == p || ec == std::errc::invalid_argument) {
    fault = NumberFault::syntax;
  } else if (std::isfinite(x)) [[likely]] {
    fault = NumberFault::none;
  } else {
    const char first = *p == '-' ? p[1] : *p;
    fault = is_digit(first) || first == '.' ? NumberFault::overflow : NumberFault::not_finite;
  }
  return rest;
}

NumberFault whole_number_token(std::string_view token, double& x) {
  NumberFault fault{};
  const char* end = token.data() + token.size();
  return scan_number(token.data(), end, x, fault) == end ? fault : NumberFault::syntax;
}

std::string explain(NumberFault fault, std::string_view token, std::string_view wanted) {
  switch (fault) {
    case NumberFault::not_finite: return in_quotes(token) + " is not a finite number, expected " + std::string(wanted);
    case NumberFault::overflow:
      return in_quotes(token) + " is too large, expected " + std::string(wanted) +
             " of at most 1.79e308 in double precision" + " or 3.4e38 in single";
    default: return "expected " + std::string(wanted) + ", got " + in_quotes(token);
  }
}

}  // namespace gist
