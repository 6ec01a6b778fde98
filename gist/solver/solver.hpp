#pragma once

#include <variant>

#include "gist/solver/gist.hpp"

namespace gist {

/// To add a solver: its file, its options' name here, and its line in fit/solve.cpp.
using SolverOptions = std::variant<GistOptions>;

}  // namespace gist
