#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <variant>

namespace gist::testing_support {

/// The alternatives of a variant as the types of a typed test suite: a penalty or loss that joins the variant joins the
/// tests.
template <class Variant>
struct TypesOf;
template <class... Alternative>
struct TypesOf<std::variant<Alternative...>> {
  using type = ::testing::Types<Alternative...>;
};

/// Typed suites under the name users know: "Prox/capped_l1.…" and not "Prox/5.…".
struct ByName {
  template <class T>
  static std::string GetName(int) {
    std::string name(T::name);
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
  }
};

}  // namespace gist::testing_support
