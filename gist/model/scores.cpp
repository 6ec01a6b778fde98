#include "gist/model/scores.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include "gist/loss/logistic.hpp"

namespace gist {

double accuracy(std::span<const double> z, std::span<const double> sign) {
  std::size_t right = 0;
  for (std::size_t i = 0; i < z.size(); ++i) right += (z[i] > 0) == (sign[i] > 0) ? 1 : 0;
  return static_cast<double>(right) / static_cast<double>(z.size());
}

std::optional<double> auc(std::span<const double> z, std::span<const double> sign) {
  std::vector<std::size_t> order(z.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return z[a] < z[b]; });
  double positives = 0, negatives = 0, ordered_pairs = 0;
  for (std::size_t i = 0; i < order.size();) {
    double tied_positives = 0, tied_negatives = 0;
    for (const double value = z[order[i]]; i < order.size() && z[order[i]] == value; ++i) {
      (sign[order[i]] > 0 ? tied_positives : tied_negatives) += 1;
    }
    ordered_pairs += tied_positives * (negatives + tied_negatives / 2);
    positives += tied_positives;
    negatives += tied_negatives;
  }
  if (positives == 0 || negatives == 0) return std::nullopt;
  return ordered_pairs / (positives * negatives);
}

double log_loss(std::span<const double> z, std::span<const double> sign) {
  double sum = 0;
  for (std::size_t i = 0; i < z.size(); ++i) sum += Logistic{}.value(z[i], sign[i]);
  return sum / static_cast<double>(z.size());
}

double mean_squared_error(std::span<const double> predicted, std::span<const double> y) {
  double sum = 0;
  for (std::size_t i = 0; i < y.size(); ++i) sum += (predicted[i] - y[i]) * (predicted[i] - y[i]);
  return sum / static_cast<double>(y.size());
}

std::optional<double> r_squared(std::span<const double> predicted, std::span<const double> y) {
  const double mean = std::accumulate(y.begin(), y.end(), 0.0) / static_cast<double>(y.size());
  double spread = 0;
  for (const double value : y) spread += (value - mean) * (value - mean);
  if (!(spread > 0)) return std::nullopt;
  return 1 - mean_squared_error(predicted, y) * static_cast<double>(y.size()) / spread;
}

}  // namespace gist
