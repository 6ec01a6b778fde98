#include "gist/simulate/gaussian.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <unordered_set>

#include "gist/core/chunks.hpp"
#include "gist/simulate/options.hpp"
#include "gist/simulate/portable_math.hpp"
#include "gist/simulate/random.hpp"

namespace gist {
namespace {

enum Purpose : std::uint64_t { planted_columns, planted_values, row_entries, row_noise };

constexpr std::int64_t max_entries = 10'000'000'000;  // 80 GB: far beyond what a dense fit can use

constexpr double logistic_variance = std::numbers::pi * std::numbers::pi / 3;

/// `count` different numbers below `limit`, ascending (Floyd's algorithm: time and memory go with count).
std::vector<Index> distinct_below(Index limit, Index count, Random random) {
  std::unordered_set<Index> chosen;
  for (Index top = limit - count; top < limit; ++top) {
    const auto k = static_cast<Index>(random.below(static_cast<std::uint64_t>(top) + 1));
    chosen.insert(chosen.contains(k) ? top : k);
  }
  std::vector<Index> sorted(chosen.begin(), chosen.end());
  std::sort(sorted.begin(), sorted.end());
  return sorted;
}

/// w'Sw for S_jk = rho^|j-k|, in one sweep: `reach` is the sum of w_k rho^(j-k) over the support columns k up to j.
double signal_variance(const Truth& truth, double rho) {
  double variance = 0, reach = 0;
  for (std::size_t i = 0; i < truth.support.size(); ++i) {
    if (i > 0) reach *= portable_power(rho, truth.support[i] - truth.support[i - 1]);
    const double w = truth.coefficient[i];
    variance += w * (w + 2 * reach);
    reach += w;
  }
  return variance;
}

/// The share of labels that even the planted model gets wrong: the mean of 1 / (1 + exp|m|) over m ~ N(0, variance).
/// Simpson's rule, good to 1e-9, up to where either the density or the logistic function has vanished.
double logistic_bayes_error(double variance) {
  const double deviation = std::sqrt(variance);
  const double end = std::min(10.0, 40 / std::max(deviation, 1.0));
  constexpr int pieces = 2000;
  double sum = 0;
  for (int k = 0; k <= pieces; ++k) {
    const double z = end * k / pieces;
    const double share = k == 0 || k == pieces ? 1 : k % 2 == 1 ? 4 : 2;
    sum += share * portable_exp(-z * z / 2) / (1 + portable_exp(deviation * z));
  }
  return sum * end / (3 * pieces) * std::sqrt(2 / std::numbers::pi);
}

Truth plant(const GaussianOptions& options) {
  Truth truth;
  truth.kind = SimulatedKind::gaussian;
  truth.seed = options.seed;
  truth.features = options.features;
  truth.support = distinct_below(options.features, options.support, Random(options.seed, planted_columns));
  Random random(options.seed, planted_values);
  for (std::size_t i = 0; i < truth.support.size(); ++i) {
    const double size = 0.5 + random.uniform();
    truth.coefficient.push_back(random.below(2) == 0 ? size : -size);
  }
  const double variance = signal_variance(truth, options.rho);
  if (options.task == SimulatedTask::regression) {
    truth.noise_variance = truth.support.empty() ? 1 : variance / options.snr;
  } else {
    const double wanted = truth.support.empty() ? 0 : options.snr * logistic_variance;
    for (double& w : truth.coefficient) w *= std::sqrt(wanted / variance);
    truth.label_noise = logistic_bayes_error(wanted);
  }
  return truth;
}

}  // namespace

std::vector<std::string> faults(const GaussianOptions& options) {
  auto found = faults_of_fields(options);
  if (!found.empty()) return found;
  if (options.support > options.features) {
    found.push_back("support = " + std::to_string(options.support) + " is more than the " +
                    std::to_string(options.features) + " features");
  }
  const std::int64_t entries = std::int64_t{options.rows} * options.features;
  if (entries > max_entries) {
    found.push_back("rows x features = " + std::to_string(entries) + " is more than the " +
                    std::to_string(max_entries) + " entries a dense design may have");
  }
  return found;
}

Simulated simulate_gaussian(const GaussianOptions& options, Team& team) {
  refuse(faults(options));
  Truth truth = plant(options);
  const auto rows = static_cast<std::size_t>(options.rows);
  std::vector<double> entry(rows * static_cast<std::size_t>(options.features));
  std::vector<double> label(rows);

  // A block of rows advances column by column together, so that the column-wise array is written in whole cache lines.
  team.run_chunks(Chunks{options.rows, 16}, [&](std::int64_t, std::int64_t begin, std::int64_t end) {
    const auto first = static_cast<std::size_t>(begin), count = static_cast<std::size_t>(end - begin);
    std::vector<Random> random;
    for (std::int64_t i = begin; i < end; ++i) {
      random.emplace_back(options.seed, row_entries, static_cast<std::uint64_t>(i));
    }
    std::vector<double> previous(count), margin(count, truth.intercept);
    const double fresh = std::sqrt(1 - options.rho * options.rho);
    std::size_t next = 0;  // into the support
    for (Index j = 0; j < options.features; ++j) {
      double* const column = entry.data() + static_cast<std::size_t>(j) * rows + first;
      for (std::size_t i = 0; i < count; ++i) {
        const double z = random[i].normal();
        column[i] = previous[i] = j == 0 ? z : options.rho * previous[i] + fresh * z;
      }
      if (next < truth.support.size() && truth.support[next] == j) {
        for (std::size_t i = 0; i < count; ++i) margin[i] += truth.coefficient[next] * column[i];
        ++next;
      }
    }
    for (std::size_t i = 0; i < count; ++i) {
      Random noise(options.seed, row_noise, first + i);
      if (options.task == SimulatedTask::regression) {
        label[first + i] = margin[i] + std::sqrt(*truth.noise_variance) * noise.normal();
      } else {
        label[first + i] = noise.uniform() * (1 + portable_exp(-margin[i])) < 1 ? 1 : -1;
      }
    }
  });

  Simulated result;
  result.data.design = Dense<double>{options.rows, options.features, std::move(entry)};
  result.data.label = std::move(label);
  result.data.source = "simulated";
  result.truth = std::move(truth);
  return result;
}

}  // namespace gist
