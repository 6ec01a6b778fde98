#include "cli/option_file.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>

#include "gist/core/error.hpp"
#include "gist/core/field.hpp"
#include "gist/io/source.hpp"
#include "gist/model/option_json.hpp"

namespace gist::cli {
namespace {

constexpr const char* expected = "expected a JSON object of options, {\"penalty\": \"mcp\", ...}";

using Known = std::function<bool(const std::string&)>;

[[noreturn]] void refuse(const std::string& path, const std::string& what) {
  throw Error(ErrorKind::option, path + ": " + what);
}

/// One member of the object as the word "--name=value".
std::string option_word(const std::string& path, const std::string& key, const nlohmann::json& value,
                        const Known& known) {
  const std::string name = kebab(key);
  if (value.is_structured()) refuse(path, "\"" + key + "\" must be a string, a number, true or false");
  const std::string text = value.is_null() ? "" : option_text(value);
  // Not left to the parser, which would take the next word of the command line for the value.
  if (text.empty() && !value.is_null()) refuse(path, "\"" + key + "\" is empty, expected a value");
  if (known("--" + name)) return value.is_null() ? "" : "--" + name + "=" + text;
  if (!known("--no-" + name)) refuse(path, "there is no option \"" + key + "\"");
  if (value.is_null()) return "";
  if (!value.is_boolean()) refuse(path, "\"" + key + "\" must be true or false");
  return "--no-" + name + (value.get<bool>() ? "=false" : "=true");
}

nlohmann::json parsed(const std::string& path) {
  const auto source = Source::open(path);
  const std::string_view text = source->bytes();
  try {
    return nlohmann::json::parse(text);
  } catch (const nlohmann::json::parse_error& e) {
    // The fault is at the byte before the one the parser stands at, counted from 1.
    const std::string_view before = text.substr(0, std::min(text.size(), e.byte == 0 ? 0 : e.byte - 1));
    const auto line = std::count(before.begin(), before.end(), '\n') + 1;
    const std::size_t column = before.size() - (before.rfind('\n') + 1) + 1;
    refuse(path + ":" + std::to_string(line) + ":" + std::to_string(column),
           std::string("this is not JSON; ") + expected);
  } catch (const nlohmann::json::exception& e) {
    refuse(path, e.what());  // a number beyond what a double holds
  }
}

std::vector<std::string> options_in(const std::string& path, const Known& known) {
  const auto json = parsed(path);
  if (!json.is_object()) refuse(path, expected);
  std::vector<std::string> options;
  for (const auto& [key, value] : json.items()) {
    auto word = option_word(path, key, value, known);
    if (!word.empty()) options.push_back(std::move(word));
  }
  return options;
}

}  // namespace

std::vector<std::string> expand_option_files(const std::vector<std::string>& arguments, const Known& known) {
  std::vector<std::string> first, rest;
  for (const auto& argument : arguments) {
    if (argument.size() > 1 && argument.front() == '@') {
      const auto options = options_in(argument.substr(1), known);
      first.insert(first.end(), options.begin(), options.end());
    } else {
      rest.push_back(argument);
    }
  }
  first.insert(first.end(), rest.begin(), rest.end());
  return first;
}

}  // namespace gist::cli
