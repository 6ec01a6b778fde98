#pragma once

#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

namespace gist::testing_support {

/// A text of one JSON value a line, as traces and paths are written. `Json` keeps or sorts the order of names.
template <class Json = nlohmann::json>
std::vector<Json> json_lines(const std::string& text) {
  std::vector<Json> all;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) all.push_back(Json::parse(line));
  return all;
}

}  // namespace gist::testing_support
