#pragma once

#include <concepts>
#include <variant>

#include "gist/solver/auto.hpp"
#include "gist/solver/best.hpp"
#include "gist/solver/fista.hpp"
#include "gist/solver/gist.hpp"
#include "gist/solver/ista.hpp"
#include "gist/solver/lazy_gist.hpp"
#include "gist/solver/multistage.hpp"
#include "gist/solver/scp.hpp"
#include "gist/solver/sparsa.hpp"
#include "gist/solver/virl.hpp"
#include "gist/solver/working_set.hpp"

namespace gist {

/// To add a solver: its file, its options' name here, and its line in fit/solve.cpp.
using SolverOptions =
    std::variant<AutoOptions, BestOptions, WorkingSetOptions, GistOptions, LazyGistOptions, IstaOptions, FistaOptions,
                 SparsaOptions, MultistageOptions, ScpOptions, VirlOptions>;

/// What a solver asks of the penalty. Options say it by a constant of that name; gist takes every penalty.
template <class Options>
concept NeedsConvexPenalty = requires {
  requires Options::needs_convex;
};
template <class Options>
concept NeedsDcSplit = requires {
  requires Options::needs_split;
};
template <class Options>
concept NeedsLq = requires {
  requires Options::needs_lq;
};

/// The line search options of a solver that has them, else null.
inline const LineSearchOptions* line_search_of(const SolverOptions& solver) {
  return std::visit(
      [](const auto& options) -> const LineSearchOptions* {
        if constexpr (std::derived_from<std::decay_t<decltype(options)>, LineSearchOptions>)
          return &options;
        else
          return nullptr;
      },
      solver);
}

}  // namespace gist
