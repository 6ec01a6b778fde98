#include "gist/backend/cpu/sample_loops.hpp"

#include <cmath>

namespace gist::cpu {

double mean_loss(const Loss& loss, const Samples& samples, double intercept, Team& team, std::vector<double>& partial) {
  return std::visit(
      [&](const auto& l) {
        const double sum = sum_chunks<double>(samples.size(), team, partial, [&](std::int64_t begin, std::int64_t end) {
          double part = 0;
          for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i) {
            const double value = l.value(samples.margin[i] + intercept, samples.target[i]);
            part += samples.weight.empty() ? value : samples.weight[i] * value;
          }
          return part;
        });
        return samples.weight.empty() ? sum * samples.uniform : sum;
      },
      loss);
}

double weighted_slopes(const Loss& loss, const Samples& samples, double intercept, std::span<double> out, Team& team,
                       std::vector<double>& partial) {
  return std::visit(
      [&](const auto& l) {
        return sum_chunks<double>(samples.size(), team, partial, [&](std::int64_t begin, std::int64_t end) {
          double part = 0;
          for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i) {
            out[i] = samples.weight_of(i) * l.slope(samples.margin[i] + intercept, samples.target[i]);
            part += out[i];
          }
          return part;
        });
      },
      loss);
}

double slope_change_along(const Loss& loss, const Samples& from, double from_intercept, const Samples& to,
                          double to_intercept, Team& team, std::vector<double>& partial) {
  return std::visit(
      [&](const auto& l) {
        return sum_chunks<double>(from.size(), team, partial, [&](std::int64_t begin, std::int64_t end) {
          double part = 0;
          for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i) {
            const double change = l.slope(to.margin[i] + to_intercept, to.target[i]) -
                                  l.slope(from.margin[i] + from_intercept, from.target[i]);
            part += from.weight_of(i) * change * (to.margin[i] - from.margin[i]);
          }
          return part;
        });
      },
      loss);
}

void weighted_curvature_bounds(const Loss& loss, const Samples& samples, double intercept, std::span<double> out,
                               Team& team) {
  std::visit(
      [&](const auto& l) {
        const double bound = l.curvature_bound();
        const bool bounded = std::isfinite(bound);
        team.run_chunks(Chunks{samples.size(), vector_chunk}, [&](std::int64_t, std::int64_t begin, std::int64_t end) {
          for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i) {
            const double here = bounded ? bound : l.curvature(samples.margin[i] + intercept, samples.target[i]);
            out[i] = samples.weight_of(i) * here;
          }
        });
      },
      loss);
}

}  // namespace gist::cpu
