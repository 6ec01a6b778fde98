#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace gist {

/// Options by name live as text in the program and as proper JSON values in files: true, 0.5, "mcp".

/// JSON to text: a string as it is, a number as its shortest text, true or false. Throws nlohmann's type_error for
/// anything else.
std::string option_text(const nlohmann::json& value);

/// Text to JSON: what reads as a number or a truth value becomes one, all else stays a string.
nlohmann::ordered_json option_value(const std::string& text);

}  // namespace gist
