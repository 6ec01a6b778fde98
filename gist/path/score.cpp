#include "gist/path/score.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "gist/core/alternatives.hpp"
#include "gist/core/error.hpp"
#include "gist/path/deviance.hpp"

namespace gist {
namespace {

double weight_at(const Judged& samples, std::size_t i) { return samples.weight.empty() ? 1 : samples.weight[i]; }

/// The share of pairs of a positive and a negative sample, weighted by both, that z has in order; ties count half.
std::optional<double> weighted_auc(const Judged& samples) {
  std::vector<std::size_t> order(samples.z.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return samples.z[a] < samples.z[b]; });
  double positives = 0, negatives = 0, in_order = 0;
  for (std::size_t i = 0; i < order.size();) {
    double tied_positives = 0, tied_negatives = 0;
    for (const double z = samples.z[order[i]]; i < order.size() && samples.z[order[i]] == z; ++i)
      (samples.y[order[i]] > 0 ? tied_positives : tied_negatives) += weight_at(samples, order[i]);
    in_order += tied_positives * (negatives + tied_negatives / 2);
    positives += tied_positives;
    negatives += tied_negatives;
  }
  if (!(positives > 0 && negatives > 0)) return std::nullopt;
  return in_order / (positives * negatives);
}

}  // namespace

void check_score(Score score, const Loss& loss) {
  const bool classes = targets_of(loss) == Targets::classes;
  const bool for_classes = score == Score::auc || score == Score::misclassification;
  if (score == Score::deviance || classes == for_classes) return;
  throw Error(ErrorKind::option, "--score " + std::string(to_string(score)) + " does not apply to the loss " +
                                     std::string(name_of(loss)) + "; it belongs to losses of " +
                                     (for_classes ? "two classes" : "numbers and counts"));
}

std::optional<double> score_of(Score score, const Loss& loss, const Judged& samples) {
  if (score == Score::auc) return weighted_auc(samples);
  const bool counts = targets_of(loss) == Targets::counts;
  double sum = 0, weights = 0;
  for (std::size_t i = 0; i < samples.z.size(); ++i) {
    const double w = weight_at(samples, i), z = samples.z[i], y = samples.y[i];
    if (w == 0) continue;
    const double error = (counts ? std::exp(z) : z) - y;
    const double value = score == Score::deviance            ? deviance(loss, z, y)
                         : score == Score::misclassification ? ((z > 0) == (y > 0) ? 0 : 1)
                         : score == Score::mse               ? error * error
                                                             : std::abs(error);
    sum += w * value;
    weights += w;
  }
  if (!(weights > 0)) return std::nullopt;
  return sum / weights;
}

}  // namespace gist
