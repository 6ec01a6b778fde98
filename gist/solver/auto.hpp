#pragma once

#include <string_view>
#include <tuple>

namespace gist {

/// The fastest way to a low point that carries all certificates, chosen by the penalty and the start (fit/search.cpp):
/// for a convex penalty working-set, else short searches from different sides, the lowest one improved.
struct AutoOptions {
  static constexpr std::string_view name = "auto";
  static constexpr std::tuple<> fields{};
};

}  // namespace gist
