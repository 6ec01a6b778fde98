#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace gist {

/// Helpers for variants whose alternatives carry a `name`: penalties, losses, solvers.

template <class Variant>
std::string_view name_of(const Variant& value) {
  return std::visit([](const auto& v) { return std::string_view(v.name); }, value);
}

/// visit(Alternative{}) for each alternative of the variant, default constructed, in order.
template <class Variant, class Visit>
void for_each_alternative(Visit&& visit) {
  [&]<std::size_t... I>(std::index_sequence<I...>) { (visit(std::variant_alternative_t<I, Variant>{}), ...); }
  (std::make_index_sequence<std::variant_size_v<Variant>>{});
}

/// The alternative of that name with its defaults, if there is one.
template <class Variant>
std::optional<Variant> alternative_named(std::string_view name) {
  std::optional<Variant> found;
  for_each_alternative<Variant>([&](auto alternative) {
    if (alternative.name == name) found = alternative;
  });
  return found;
}

/// "none, l1, lsp, ...": what may be named.
template <class Variant>
std::string names_of() {
  std::string all;
  for_each_alternative<Variant>([&](auto alternative) {
    if (!all.empty()) all += ", ";
    all += alternative.name;
  });
  return all;
}

}  // namespace gist
