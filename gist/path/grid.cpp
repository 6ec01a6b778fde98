#include "gist/path/grid.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "gist/core/error.hpp"

namespace gist {

double default_ratio(Index samples, Index features) { return samples < features ? 1e-2 : 1e-3; }

std::vector<double> log_grid(double lambda_max, int count, double ratio) {
  std::vector<double> grid{lambda_max};
  for (int k = 1; k < count; ++k) grid.push_back(lambda_max * std::pow(ratio, k / static_cast<double>(count - 1)));
  return grid;
}

std::vector<double> own_grid(std::vector<double> lambdas) {
  if (lambdas.empty()) throw Error(ErrorKind::option, "--lambdas: there is no lambda");
  for (const double lambda : lambdas) {
    if (lambda >= 0 && std::isfinite(lambda)) continue;
    throw Error(ErrorKind::option, "--lambdas: " + shortest(lambda) + " does not do, expected a number in [0, inf)");
  }
  std::sort(lambdas.begin(), lambdas.end(), std::greater<>());
  lambdas.erase(std::unique(lambdas.begin(), lambdas.end()), lambdas.end());
  return lambdas;
}

}  // namespace gist
