#include "gist/model/option_json.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

#include "gist/core/field.hpp"

namespace gist {

std::string option_text(const nlohmann::json& value) {
  if (value.is_number_integer()) return value.dump();
  if (value.is_number()) return shortest(value.get<double>());
  if (value.is_boolean()) return value.get<bool>() ? "true" : "false";
  return value.get<std::string>();
}

nlohmann::ordered_json option_value(const std::string& text) {
  if (text == "true" || text == "false") return text == "true";
  const auto number = number_from(text);
  if (!number || !std::isfinite(*number)) return text;
  // "-0" is not the whole number 0: its sign would be lost.
  const bool whole =
      text != "-0" && text.find_first_not_of("0123456789-") == std::string::npos && std::abs(*number) < 1e15;
  return whole ? nlohmann::ordered_json(static_cast<std::int64_t>(*number)) : nlohmann::ordered_json(*number);
}

}  // namespace gist
