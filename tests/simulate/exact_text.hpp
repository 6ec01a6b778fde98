#pragma once

#include <string>

#include "gist/core/field.hpp"

namespace gist {

/// Numbers as text that reads back to the same bits, for golden values.
template <class Numbers>
std::string exact_text(const Numbers& numbers) {
  std::string text;
  for (const auto number : numbers) text += (text.empty() ? "" : " ") + show_value(number);
  return text;
}

}  // namespace gist
