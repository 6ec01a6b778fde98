#pragma once

#include <string_view>

#include "gist/solver/gist.hpp"

namespace gist {

/// The text and the iterates of gist, on a space that computes only what can differ from 0
/// (backend/cpu/lazy_space.hpp).
struct LazyGistOptions : GistOptions {
  static constexpr std::string_view name = "lazy-gist";
};

}  // namespace gist
