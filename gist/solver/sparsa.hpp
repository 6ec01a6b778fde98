#pragma once

#include <string_view>

#include "gist/solver/gist.hpp"

namespace gist {

/// SpaRSA (Wright, Nowak and Figueiredo 2009), for a convex penalty: Barzilai-Borwein starts and acceptance against the
/// largest of the current and the M = 5 earlier objectives, with sigma = 0.01. On a convex penalty that is the text of
/// Algorithm 1 with these values, so that text runs it; the penalty's operator then is the convex one.
struct SparsaOptions : LineSearchOptions {
  static constexpr std::string_view name = "sparsa";
  static constexpr bool needs_convex = true;
  constexpr SparsaOptions() {
    memory = 6;
    sigma = 0.01;
  }

  GistOptions as_gist() const {
    GistOptions same;
    static_cast<LineSearchOptions&>(same) = *this;
    same.step = StepStart::bb;
    return same;
  }
};

}  // namespace gist
