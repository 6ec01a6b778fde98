#pragma once

#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "gist/core/error.hpp"
#include "gist/core/field.hpp"

namespace gist {

/// "mcp.theta = -2 is not a number in (0, inf)" for every field of `options` outside its range; `prefix` says whose the
/// options are ("mcp."). Optional fields that are not set have no fault.
template <class Options>
std::vector<std::string> faults_of_fields(const Options& options, std::string_view prefix = "") {
  std::vector<std::string> found;
  for_each_field<Options>([&](const auto& field) {
    const auto& value = options.*field.member;
    using Value = std::remove_cvref_t<decltype(value)>;
    const std::string text = show_value(value);
    Value copy = value;
    if (!text.empty() && !parse_value(text, field.range, copy)) {
      found.push_back(std::string(prefix) + std::string(field.name) + " = " + text + " is not " +
                      valid_values<Value>(field.range));
    }
  });
  return found;
}

/// All faults in one Error, a line each; nothing happens if there are none.
inline void refuse(const std::vector<std::string>& faults) {
  if (faults.empty()) return;
  std::string message;
  for (const auto& fault : faults) message += (message.empty() ? "" : "\n") + fault;
  throw Error(ErrorKind::option, message);
}

}  // namespace gist
