#include "gist/path/deviance.hpp"

#include <cmath>

namespace gist {

double saturated_loss(const Loss& loss, double y) {
  return std::holds_alternative<Poisson>(loss) && y > 0 ? y - y * std::log(y) : 0;
}

double deviance(const Loss& loss, double z, double y) {
  return 2 * (std::visit([&](const auto& l) { return l.value(z, y); }, loss) - saturated_loss(loss, y));
}

double mean_saturated_loss(const Loss& loss, std::span<const double> y, std::span<const double> weight) {
  double sum = 0;
  for (std::size_t i = 0; i < y.size(); ++i)
    sum += (weight.empty() ? 1 / static_cast<double>(y.size()) : weight[i]) * saturated_loss(loss, y[i]);
  return sum;
}

}  // namespace gist
