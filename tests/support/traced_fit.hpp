#pragma once

#include <cstdint>
#include <tuple>
#include <vector>

#include "gist/fit/fit.hpp"

namespace gist::testing {

/// A fit with all that it told on the way.
struct Traced {
  Model model;
  std::vector<std::tuple<int, int, double, double, double, double, std::int64_t>> trace;
};

inline Traced traced_fit(const FitData& data, const FitSpec& spec, int threads) {
  Team team(threads);
  Traced traced;
  traced.model =
      fit(data, spec, team,
          {.observe =
               [&](const Step& s, double) {
                 traced.trace.emplace_back(s.iteration, s.trials, s.objective, s.t, s.step_sq, s.residual, s.nonzeros);
               },
           .interrupt = nullptr,
           .start = nullptr});
  return traced;
}

}  // namespace gist::testing
