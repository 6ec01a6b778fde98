#include "cli/option_file.hpp"

#include <nlohmann/json.hpp>

#include "gist/core/error.hpp"
#include "gist/core/field.hpp"
#include "gist/io/source.hpp"
#include "gist/model/option_json.hpp"

namespace gist::cli {
namespace {

void append_option(const std::string& path, const std::string& key, const nlohmann::json& value,
                   std::vector<std::string>& out) {
  const std::string name = kebab(key);
  if (value.is_null()) return;
  if (value.is_boolean()) {
    // Flags: {"standardize": true} is --standardize, {"intercept": false} is --no-intercept. The other two are the
    // defaults.
    if (name == "intercept") {
      if (!value.get<bool>()) out.push_back("--no-intercept");
    } else if (value.get<bool>()) {
      out.push_back("--" + name);
    }
    return;
  }
  if (value.is_structured())
    throw Error(ErrorKind::option, path + ": \"" + key + "\" must be a string, a number, true or false");
  out.push_back("--" + name + "=" + option_text(value));
}

std::vector<std::string> options_in(const std::string& path) {
  const auto source = Source::open(path);
  const auto json = nlohmann::json::parse(source->bytes(), nullptr, false);
  if (!json.is_object())
    throw Error(ErrorKind::option, path + ": expected a JSON object of options, {\"penalty\": \"mcp\", ...}");
  std::vector<std::string> options;
  for (const auto& [key, value] : json.items()) append_option(path, key, value, options);
  return options;
}

}  // namespace

std::vector<std::string> expand_option_files(const std::vector<std::string>& arguments) {
  std::vector<std::string> first, rest;
  for (const auto& argument : arguments) {
    if (argument.size() > 1 && argument.front() == '@') {
      const auto options = options_in(argument.substr(1));
      first.insert(first.end(), options.begin(), options.end());
    } else {
      rest.push_back(argument);
    }
  }
  first.insert(first.end(), rest.begin(), rest.end());
  return first;
}

}  // namespace gist::cli
