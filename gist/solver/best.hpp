#pragma once

#include <string_view>
#include <tuple>

#include "gist/core/field.hpp"

namespace gist {

/// Every way auto knows and more, and then restarts from the lowest point, reheated and perturbed (fit/search.cpp).
/// For when a lower objective is worth the time.
struct BestOptions {
  static constexpr std::string_view name = "best";
  int restarts = 20, restart_seed = 1;
  static constexpr std::tuple fields{
      Field{"restarts", &BestOptions::restarts, at_least(0), "times the lowest point is perturbed and refitted"},
      Field{"restart_seed", &BestOptions::restart_seed, at_least(0), "of the perturbations"}};
};

}  // namespace gist
