#pragma once

#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "gist/core/error.hpp"
#include "gist/core/field.hpp"

namespace gist {

/// "rows = 0 is not a whole number in [1, 2147483647]" for every numeric field of `options` outside its range.
template <class Options>
std::vector<std::string> faults_of_fields(const Options& options) {
  std::vector<std::string> found;
  for_each_field<Options>([&](const auto& field) {
    const auto& value = options.*field.member;
    using Value = std::remove_cvref_t<decltype(value)>;
    if constexpr (std::is_arithmetic_v<Value>) {
      if (!field.range.contains(static_cast<double>(value))) {
        found.push_back(std::string(field.name) + " = " + show_value(value) + " is not " +
                        valid_values<Value>(field.range));
      }
    }
  });
  return found;
}

/// A field for `member` with the name, range and help that the field `name` has in Options, so that an options struct
/// which passes things on to Options does not repeat them.
template <class Options, class Owner, class Value>
constexpr Field<Owner, Value> as_in(std::string_view name, Value Owner::*member) {
  Field<Owner, Value> result{name, member, {}, ""};
  for_each_field<Options>([&](const auto& field) {
    if (field.name != name) return;
    result.range = field.range;
    result.help = field.help;
  });
  return result;
}

/// All faults in one Error, a line each; nothing happens if there are none.
inline void refuse(const std::vector<std::string>& faults) {
  if (faults.empty()) return;
  std::string message;
  for (const auto& fault : faults) message += (message.empty() ? "" : "\n") + fault;
  throw Error(ErrorKind::option, message);
}

}  // namespace gist
