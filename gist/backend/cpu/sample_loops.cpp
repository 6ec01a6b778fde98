#include "gist/backend/cpu/sample_loops.hpp"

#include <algorithm>
#include <cmath>

#include "gist/backend/cpu/kernels_logistic.hpp"

namespace gist::cpu {

namespace {

LogisticSamples logistic_samples(const Samples& samples, double intercept) {
  return {samples.margin.data(), samples.target.data(), samples.weight.empty() ? nullptr : samples.weight.data(),
          intercept};
}

template <class L>
double slope_range(const L& loss, const Samples& samples, double intercept, std::span<double> out, std::int64_t begin,
                   std::int64_t end) {
  return sum_in_lanes<double>(begin, end, [&](double& part, std::size_t i) {
    out[i] = samples.weighted(i, loss.slope(samples.margin[i] + intercept, samples.target[i]));
    part += out[i];
  });
}
double slope_range(const Logistic&, const Samples& samples, double intercept, std::span<double> out, std::int64_t begin,
                   std::int64_t end) {
  return logistic_slopes(logistic_samples(samples, intercept), samples.weight.empty() ? samples.uniform : 1, out.data(),
                         begin, end);
}

/// sum_i s_i loss over a range, with s_i = 1 for samples without weights, and the sum of the slopes, as above.
template <class L>
Pair look_range(const L& loss, const Samples& samples, double intercept, std::span<double> slopes, std::int64_t begin,
                std::int64_t end) {
  return sum_in_lanes<Pair>(begin, end, [&](Pair& part, std::size_t i) {
    const double z = samples.margin[i] + intercept, y = samples.target[i], value = loss.value(z, y);
    slopes[i] = samples.weighted(i, loss.slope(z, y));
    part.first += samples.weight.empty() ? value : samples.weighted(i, value);
    part.second += slopes[i];
  });
}
Pair look_range(const Logistic&, const Samples& samples, double intercept, std::span<double> slopes, std::int64_t begin,
                std::int64_t end) {
  const LogisticLook look = logistic_look(logistic_samples(samples, intercept),
                                          samples.weight.empty() ? samples.uniform : 1, slopes.data(), begin, end);
  return {look.loss, look.slope};
}

template <class L>
void curvature_range(const L& loss, const Samples& samples, double intercept, const CurvatureLimits& limits,
                     std::span<double> out) {
  for (std::size_t i = 0; i < out.size(); ++i) {
    const double z = samples.margin[i] + intercept, y = samples.target[i];
    const double slope = loss.slope(z, y), value = loss.value(z, y);
    const double parabola = value > 0 ? limits.caution * slope * slope / (2 * value) : 0;
    const double here = std::max({loss.curvature(z, y), parabola, limits.least});
    out[i] = samples.weighted(i, std::min(limits.bound, limits.scale * here));
  }
}
void curvature_range(const Logistic&, const Samples& samples, double intercept, const CurvatureLimits& limits,
                     std::span<double> out) {
  logistic_curvatures(logistic_samples(samples, intercept), limits, samples.weight.empty() ? samples.uniform : 1,
                      out.data(), 0, samples.size());
}

/// The same without an exponential: s p (1 - p), the slope being s p but for its sign. What cancels in 1 - p, where a
/// sample is far on its wrong side, is below the least that counts.
void logistic_curvature_range(const Samples& samples, std::span<const double> slopes, const CurvatureLimits& limits,
                              std::span<double> out) {
  const auto curvature = [&](double p) {
    return std::min(limits.bound, limits.scale * std::max(p * (1 - p), limits.least));
  };
  if (samples.weight.empty()) {
    const auto n = static_cast<double>(samples.size());
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = samples.uniform * curvature(n * std::abs(slopes[i]));
    return;
  }
  for (std::size_t i = 0; i < out.size(); ++i) {
    const double s = samples.weight[i];
    out[i] = s > 0 ? s * curvature(std::abs(slopes[i]) / s) : 0;
  }
}

}  // namespace

Look look_at(const Loss& loss, const Samples& samples, double intercept, std::span<double> slopes, Team& team,
             std::vector<Pair>& partial) {
  return std::visit(
      [&](const auto& l) {
        const auto [losses, sum] =
            sum_chunks<Pair>(samples.size(), team, partial, [&](std::int64_t begin, std::int64_t end) {
              return look_range(l, samples, intercept, slopes, begin, end);
            });
        return Look{samples.weight.empty() ? losses * samples.uniform : losses, sum};
      },
      loss);
}

double weighted_slopes(const Loss& loss, const Samples& samples, double intercept, std::span<double> out, Team& team,
                       std::vector<double>& partial) {
  return std::visit(
      [&](const auto& l) {
        return sum_chunks<double>(samples.size(), team, partial, [&](std::int64_t begin, std::int64_t end) {
          return slope_range(l, samples, intercept, out, begin, end);
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
            part += from.weighted(i, change) * (to.margin[i] - from.margin[i]);
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
            out[i] = samples.weighted(i, here);
          }
        });
      },
      loss);
}

void model_curvatures(const Problem& problem, std::span<const double> margin, double intercept, double scale,
                      std::span<const double> slopes, std::span<double> out) {
  constexpr double least_share = 1e-8;
  const double caution = is_convex(problem.penalty) || problem.small() ? 0 : 1;
  if (!slopes.empty() && caution == 0 && std::holds_alternative<Logistic>(problem.loss)) {
    const double bound = Logistic{}.curvature_bound();
    return logistic_curvature_range(Samples(problem, margin), slopes, {least_share * bound, 0, scale, bound}, out);
  }
  std::visit(
      [&](const auto& l) {
        const double bound = l.curvature_bound();
        const double least = std::isfinite(bound) ? least_share * bound : least_share;
        curvature_range(l, Samples(problem, margin), intercept, {least, caution, scale, bound}, out);
      },
      problem.loss);
}

}  // namespace gist::cpu
