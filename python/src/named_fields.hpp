#pragma once

#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "gist/core/field.hpp"

namespace gistlearn {

/// Sets the field of an options struct that has the name, from text; says whether there is one. What the text cannot be
/// is added to `faults`.
template <class Options>
bool set_field(Options& options, const std::pair<std::string, std::string>& named, std::vector<std::string>& faults) {
  bool known = false;
  gist::for_each_field<Options>([&](const auto& field) {
    if (field.name != named.first) return;
    known = true;
    using Value = std::decay_t<decltype(options.*field.member)>;
    if (!gist::parse_value(named.second, field.range, options.*field.member))
      faults.push_back(named.first + " = " + named.second + ": expected " + gist::valid_values<Value>(field.range));
  });
  return known;
}

}  // namespace gistlearn
