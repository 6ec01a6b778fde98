#pragma once

#include <tuple>

#include "gist/core/field.hpp"
#include "gist/solver/acceptance.hpp"

namespace gist {

/// Options of a line search over the inverse step t that ends when the objective has fallen enough. The paper's values.
struct LineSearchOptions {
  AcceptanceKind acceptance = AcceptanceKind::nonmonotone;
  int memory = 5;
  double eta = 2, sigma = 1e-5, t_min = 1e-30, t_max = 1e30;
  static constexpr std::tuple fields{
      Field{"acceptance", &LineSearchOptions::acceptance, any_number(),
            "objective must fall below the last, or the largest of the last m"},
      Field{"memory", &LineSearchOptions::memory, at_least(1), "m of the non-monotone rule"},
      Field{"eta", &LineSearchOptions::eta, above(1), "t grows by this factor after a refused trial"},
      Field{"sigma", &LineSearchOptions::sigma, between_open(0, 1), "share of the predicted decrease that is demanded"},
      Field{"t_min", &LineSearchOptions::t_min, above(0), "smallest inverse step tried"},
      Field{"t_max", &LineSearchOptions::t_max, above(0), "largest inverse step tried"}};

  int window() const { return acceptance == AcceptanceKind::monotone ? 1 : memory; }
};

}  // namespace gist
