#include "gist/model/strict_json.hpp"

#include <nlohmann/json.hpp>

namespace gist {

DamagedJson::DamagedJson(const std::string& expected, const nlohmann::json& value)
    : std::runtime_error(expected + ", got " + value.dump().substr(0, 40)) {}

double real_in(const nlohmann::json& value) {
  if (!value.is_number()) throw DamagedJson("expected a number", value);
  return value.get<double>();
}

std::int64_t whole_in(const nlohmann::json& value, std::int64_t most) {
  const bool fits = value.is_number_unsigned() ? value.get<std::uint64_t>() <= static_cast<std::uint64_t>(most)
                                               : value.is_number_integer();
  if (!fits) throw DamagedJson("expected a whole number of at most " + std::to_string(most), value);
  return value.get<std::int64_t>();
}

const nlohmann::json& array_in(const nlohmann::json& value) {
  if (!value.is_array()) throw DamagedJson("expected an array", value);
  return value;
}

const nlohmann::json& object_in(const nlohmann::json& value) {
  if (!value.is_object()) throw DamagedJson("expected an object", value);
  return value;
}

}  // namespace gist
