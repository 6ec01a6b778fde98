#pragma once

#include <span>
#include <variant>

#include "gist/backend/cpu/sums.hpp"
#include "gist/solver/problem.hpp"

namespace gist::cpu {

/// Samples seen by a loop: targets and weights of a problem, with margins to which the intercept is yet to be added.
struct Samples {
  std::span<const double> margin, target, weight;  // weight empty = uniform
  double uniform;                                  // 1/n

  explicit Samples(const Problem& problem, std::span<const double> margins)
      : margin(margins),
        target(problem.target),
        weight(problem.sample_weight),
        uniform(1.0 / static_cast<double>(problem.target.size())) {}

  std::int64_t size() const { return static_cast<std::int64_t>(target.size()); }
  double weight_of(std::size_t i) const { return weight.empty() ? uniform : weight[i]; }
  /// s_i x. A sample of weight 0 is not there, however large its loss may be: 0 times infinity is 0.
  double weighted(std::size_t i, double x) const {
    return weight.empty() ? uniform * x : weight[i] == 0 ? 0 : weight[i] * x;
  }
};

/// What one look at the samples tells: sum_i s_i loss(margin_i + b, y_i), and the slopes as below with their sum.
struct Look {
  double loss, slope;
};
Look look_at(const Loss& loss, const Samples& samples, double intercept, std::span<double> slopes, Team& team,
             std::vector<Pair>& partial);

/// out_i = s_i slope(margin_i + b, y_i); returns their sum.
double weighted_slopes(const Loss& loss, const Samples& samples, double intercept, std::span<double> out, Team& team,
                       std::vector<double>& partial);

/// sum_i s_i (slope_i(to) - slope_i(from)) (margin_i(to) - margin_i(from)), each with its own intercept.
double slope_change_along(const Loss& loss, const Samples& from, double from_intercept, const Samples& to,
                          double to_intercept, Team& team, std::vector<double>& partial);

/// out_i = s_i times the curvature of the loss at the sample, or its bound over all margins where there is one.
void weighted_curvature_bounds(const Loss& loss, const Samples& samples, double intercept, std::span<double> out,
                               Team& team);

/// out_i = s_i times the curvature that models of the loss have at the sample: its own, scaled, and at most its bound.
/// What is below a share of the bound is not believed: at far-off margins the curvature is 0 to rounding, and a model
/// without any sends its coefficients to infinity.
///
/// Where the penalty is not convex, nor is a parabola that would take more from a sample than the loss it has: logistic
/// loss is all but straight where a sample is far on its wrong side, and its parabola promises the more the further
/// that is. So the curvature is at least slope^2 / (2 loss). A model that promises too much leads into a higher valley;
/// where there is but one it costs a step, and one too steep at samples that stay on their wrong side costs many. In
/// small problems, where a search goes many ways, bold models lead lower.
///
/// `slopes`, where they are known, are those of weighted_slopes(): what they tell of the curvature is used.
void model_curvatures(const Problem& problem, std::span<const double> margin, double intercept, double scale,
                      std::span<const double> slopes, std::span<double> out);

}  // namespace gist::cpu
