#pragma once

#include <array>
#include <charconv>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>

namespace gist {

inline constexpr double infinity = std::numeric_limits<double>::infinity();

/// The values a numeric field may take: an interval, each end open or closed.
struct Range {
  double low = -infinity, high = infinity;
  bool low_open = true, high_open = true;

  constexpr bool contains(double x) const {
    return (low_open ? x > low : x >= low) && (high_open ? x < high : x <= high);
  }
  std::string text() const;  ///< "(0, inf)", "[1, 1000]"
};

constexpr Range above(double low) { return {low, infinity, true, true}; }
constexpr Range at_least(double low) { return {low, infinity, false, true}; }
constexpr Range between_open(double low, double high) { return {low, high, true, true}; }
constexpr Range between_closed(double low, double high) { return {low, high, false, false}; }
constexpr Range any_number() { return {}; }

/// Whether a user must give the option, because no default would be sensible.
enum class Need { optional, required };

/// One option: its name (snake_case here, kebab-case on the command line), where it lives in its struct, what it
/// may be, and one line of help. Every options struct has a `static constexpr std::tuple fields` of these, which is
/// the only list of its options: command line, JSON, model file, validation and reference page all read it.
template <class Owner, class Value>
struct Field {
  std::string_view name;
  Value Owner::*member;
  Range range;
  std::string_view help;
  Need need = Need::optional;
};
template <class Owner, class Value>
Field(const char*, Value Owner::*, Range, const char*) -> Field<Owner, Value>;
template <class Owner, class Value>
Field(const char*, Value Owner::*, Range, const char*, Need) -> Field<Owner, Value>;

/// Enumerations used as options specialise this: `static constexpr std::array<std::string_view, N> names`, in the order
/// of the enumerators.
template <class Enum>
struct Names;

template <class T>
concept Choice = std::is_enum_v<T>;

template <Choice E>
constexpr std::string_view to_string(E value) {
  return Names<E>::names[static_cast<std::size_t>(value)];
}

/// visit(field) for every field of T, in order.
template <class T, class Visit>
constexpr void for_each_field(Visit&& visit) {
  std::apply([&](const auto&... field) { (visit(field), ...); }, T::fields);
}

template <class T>
constexpr bool has_field(std::string_view name) {
  bool found = false;
  for_each_field<T>([&](const auto& field) { found = found || field.name == name; });
  return found;
}

/// What an option may be, for messages and help: "a number in (0, inf)", "one of: one, previous, bb".
template <class Value>
std::string valid_values(const Range& range);

/// Text to value. Returns false, and leaves `value` alone, unless all of `text` is a value inside `range`.
template <class Value>
bool parse_value(std::string_view text, const Range& range, Value& value);

/// Value to text that parse_value reads back exactly; an unset optional gives "".
template <class Value>
std::string show_value(const Value& value);

/// A double as the shortest text that reads back to the same bits.
std::string shortest(double x);

/// All of `text` as a decimal number or "inf"; nothing else counts (no blanks, no hex, no NaN, no overflow).
std::optional<double> number_from(std::string_view text);

/// The text after a leading '+', which the standard parsers do not know. "+-1" stays as it is: not a number.
constexpr std::string_view without_plus(std::string_view text) {
  return text.size() > 1 && text[0] == '+' && text[1] != '-' ? text.substr(1) : text;
}

/// "t_min" as users write it: "t-min".
std::string kebab(std::string_view name);

// ---- implementation of the templates ----

namespace detail {
template <class T>
struct is_optional : std::false_type {};
template <class T>
struct is_optional<std::optional<T>> : std::true_type {};
}  // namespace detail

template <class Value>
std::string valid_values(const Range& range) {
  if constexpr (detail::is_optional<Value>::value) {
    return valid_values<typename Value::value_type>(range);
  } else if constexpr (Choice<Value>) {
    std::string all = "one of:";
    for (std::size_t i = 0; i < Names<Value>::names.size(); ++i) {
      all += (i == 0 ? " " : ", ") + std::string(Names<Value>::names[i]);
    }
    return all;
  } else if constexpr (std::same_as<Value, bool>) {
    return "true or false";
  } else if constexpr (std::integral<Value>) {
    return "a whole number in " + range.text();
  } else if constexpr (std::floating_point<Value>) {
    return "a number in " + range.text();
  } else {
    return "text";
  }
}

template <class Value>
bool parse_value(std::string_view text, const Range& range, Value& value) {
  if constexpr (detail::is_optional<Value>::value) {
    typename Value::value_type inner{};
    if (!parse_value(text, range, inner)) return false;
    value = inner;
    return true;
  } else if constexpr (Choice<Value>) {
    for (std::size_t i = 0; i < Names<Value>::names.size(); ++i) {
      if (Names<Value>::names[i] == text) return value = static_cast<Value>(i), true;
    }
    return false;
  } else if constexpr (std::same_as<Value, bool>) {
    if (text != "true" && text != "false") return false;
    value = text == "true";
    return true;
  } else if constexpr (std::integral<Value>) {
    Value parsed{};
    text = without_plus(text);
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), parsed);
    if (fault != std::errc{} || end != text.data() + text.size() || !range.contains(static_cast<double>(parsed))) {
      return false;
    }
    value = parsed;
    return true;
  } else if constexpr (std::floating_point<Value>) {
    const auto parsed = number_from(text);
    if (!parsed || !range.contains(*parsed)) return false;
    value = *parsed;
    return true;
  } else {
    value = std::string(text);
    return true;
  }
}

template <class Value>
std::string show_value(const Value& value) {
  if constexpr (detail::is_optional<Value>::value) {
    return value ? show_value(*value) : std::string();
  } else if constexpr (Choice<Value>) {
    return std::string(to_string(value));
  } else if constexpr (std::same_as<Value, bool>) {
    return value ? "true" : "false";
  } else if constexpr (std::integral<Value>) {
    return std::to_string(value);
  } else if constexpr (std::floating_point<Value>) {
    return shortest(value);
  } else {
    return value;
  }
}

}  // namespace gist
