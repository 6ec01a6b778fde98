#pragma once

#include <optional>
#include <tuple>
#include <vector>

#include "gist/core/field.hpp"
#include "gist/data/storage.hpp"

namespace gist {

/// The strengths of the penalty a path goes through.
struct GridOptions {
  int count = 100;
  std::optional<double> ratio;
  static constexpr std::tuple fields{
      Field{"count", &GridOptions::count, between_closed(1, 100'000), "lambdas, evenly spaced in their logarithm"},
      Field{"ratio", &GridOptions::ratio, between_open(0, 1),
            "smallest lambda over lambda_max (default 1e-3; 1e-2 with fewer samples than features)"}};
};

/// The ratio when nobody says. With fewer samples than features a fit far below lambda_max only fits the noise, and
/// takes long to.
double default_ratio(Index samples, Index features);

/// count lambdas from lambda_max down to ratio lambda_max, both exactly; one lambda is lambda_max.
std::vector<double> log_grid(double lambda_max, int count, double ratio);

/// A user's own lambdas in the order a path takes them: descending, each once. Throws Error for one that is negative
/// or not finite, and for none at all.
std::vector<double> own_grid(std::vector<double> lambdas);

}  // namespace gist
