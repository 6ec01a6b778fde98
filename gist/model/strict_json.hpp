#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <stdexcept>
#include <string>

namespace gist {

/// A JSON value that is not what its place calls for.
class DamagedJson : public std::runtime_error {
 public:
  DamagedJson(const std::string& expected, const nlohmann::json& value);
};

/// The value as what its place calls for, or DamagedJson. nlohmann's own conversions turn 1.5 and true into the whole
/// number 1 without a word, wrap what is too large, and walk over a single value as if it were an array of one.
double real_in(const nlohmann::json& value);
std::int64_t whole_in(const nlohmann::json& value, std::int64_t most);  ///< at most `most`
const nlohmann::json& array_in(const nlohmann::json& value);
const nlohmann::json& object_in(const nlohmann::json& value);

}  // namespace gist
