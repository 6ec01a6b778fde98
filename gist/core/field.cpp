#include "gist/core/field.hpp"

#include <algorithm>
#include <array>

#include "fast_float/fast_float.h"

namespace gist {

std::string shortest(double x) {
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), x).ptr;
  return {text.data(), end};
}

std::optional<double> number_from(std::string_view text) {
  text = without_plus(text);
  double x = 0;
  const auto [end, fault] = fast_float::from_chars(text.data(), text.data() + text.size(), x);
  if (fault != std::errc{} || end != text.data() + text.size() || std::isnan(x)) return std::nullopt;
  // An infinity nobody wrote: digits that mean a number beyond double.
  if (std::isinf(x) && text.find_first_of("0123456789") != std::string_view::npos) return std::nullopt;
  return x;
}

std::string Range::text() const {
  return (low_open ? "(" : "[") + shortest(low) + ", " + shortest(high) + (high_open ? ")" : "]");
}

std::string kebab(std::string_view name) {
  std::string text(name);
  std::replace(text.begin(), text.end(), '_', '-');
  return text;
}

}  // namespace gist
