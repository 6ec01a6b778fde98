#include "gist/report/tenths.hpp"

#include <algorithm>
#include <cmath>

namespace gist::report {
namespace {

constexpr double z = 1.959963984540054;  // 97.5% of a normal distribution lie below

/// Sums over one part.
struct Part {
  double weight = 0, weight_sq = 0, predicted = 0, observed = 0, observed_sq = 0;
  std::size_t samples = 0;

  void add(double w, double p, double y) {
    weight += w, weight_sq += w * w;
    predicted += w * p, observed += w * y, observed_sq += w * y * y;
    ++samples;
  }

  Tenth summary(bool shares) const {
    Tenth tenth{predicted / weight, observed / weight, 0, 0, samples};
    const double n = weight * weight / weight_sq, mean = tenth.observed;
    if (shares) {  // Wilson 1927: stays inside [0, 1] and is not empty at 0 or 1
      const double centre = (mean + z * z / (2 * n)) / (1 + z * z / n);
      const double half = z / (1 + z * z / n) * std::sqrt(mean * (1 - mean) / n + z * z / (4 * n * n));
      tenth.low = std::max(0.0, centre - half), tenth.high = std::min(1.0, centre + half);
    } else {
      const double variance = std::max(0.0, observed_sq / weight - mean * mean);
      const double half = n > 1 ? z * std::sqrt(variance / (n - 1)) : 0;
      tenth.low = mean - half, tenth.high = mean + half;
    }
    return tenth;
  }
};

}  // namespace

std::vector<Tenth> tenths(std::span<const double> prediction, std::span<const double> outcome,
                          std::span<const double> weight, bool shares, std::size_t parts) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < prediction.size(); ++i) {
    if (weight.empty() || weight[i] > 0) order.push_back(i);
  }
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return prediction[a] < prediction[b]; });
  std::vector<Tenth> all;
  for (std::size_t k = 0, part = 1; k < order.size(); ++part) {
    const std::size_t end = std::max(part * order.size() / parts, k);
    Part sums;
    for (; k < order.size() &&
           (k < end || (k > 0 && sums.samples > 0 && prediction[order[k]] == prediction[order[k - 1]]));
         ++k) {
      const std::size_t i = order[k];
      sums.add(weight.empty() ? 1 : weight[i], prediction[i], outcome[i]);
    }
    if (sums.samples > 0) all.push_back(sums.summary(shares));
  }
  return all;
}

}  // namespace gist::report
