#pragma once

#include <string_view>

#include "gist/core/faults.hpp"
#include "gist/core/field.hpp"

namespace gist {

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

}  // namespace gist
