#include "gist/fit/rounding.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <variant>
#include <vector>

#include "gist/backend/cpu/column_bounds.hpp"

namespace gist {
namespace {

/// Of what the terms of a gradient add up to without their signs: seen, in fits whose gradients are 0, are up to eight.
constexpr double rounding = 32 * std::numeric_limits<double>::epsilon();
/// Gradients below this share of what the entries looked at promise are looked into.
constexpr double suspicious = 1e-9;

double largest_of(std::span<const double> values) {
  double largest = 0;
  for (const double v : values) largest = std::max(largest, std::abs(v));
  return largest;
}

/// The largest of a thousand entries from all over the matrix.
double typical_entry(const Design& design) {
  const auto largest = [](const auto& value) {
    constexpr std::size_t looks = 1000;
    const std::size_t stride = std::max<std::size_t>(1, value.size() / looks);
    double found = 0;
    for (std::size_t k = 0; k < value.size(); k += stride)
      found = std::max(found, std::abs(static_cast<double>(value[k])));
    return found;
  };
  return std::visit(
      [&](const auto& matrix) {
        if constexpr (requires { matrix.by_row; }) {
          return largest(matrix.by_row ? matrix.by_row->value : matrix.by_column->value);
        } else {
          return largest(matrix.value);
        }
      },
      design.storage());
}

/// How large a slope is before anything in it cancels: what its rounding is a share of, for every sample.
template <class LossType>
double uncancelled(const LossType& loss, double z, double y) {
  const double one = LossType::targets == Targets::numbers ? 0 : 1;  // classes and counts are of order 1
  return std::abs(loss.slope(z, y)) + loss.curvature(z, y) * (std::abs(z) + one);
}

/// For every column a bound on sum_i s_i |slope_i| |x_ij|, the slopes before cancellation.
std::vector<double> uncancelled_gradients(const Problem& problem, const cpu::CpuSpace::Point& point, Team& team) {
  double squares = 0;  // by Cauchy and Schwarz, with the curvatures the columns are measured by
  std::visit(
      [&](const auto& loss) {
        const double bound = loss.curvature_bound();
        for (std::size_t i = 0; i < point.margin.size(); ++i) {
          const double weight =
              problem.sample_weight.empty() ? 1 / static_cast<double>(point.margin.size()) : problem.sample_weight[i];
          const double z = point.margin[i] + point.intercept, y = problem.target[i];
          const double size = uncancelled(loss, z, y);
          const double curvature = std::isfinite(bound) ? bound : loss.curvature(z, y);
          if (weight > 0 && curvature > 0) squares += weight * size * size / curvature;
        }
      },
      problem.loss);
  std::vector<double> size = cpu::column_curvatures(problem, point.margin, point.intercept, team);
  for (double& s : size) s = std::sqrt(s * squares);
  return size;
}

}  // namespace

GradientSize without_rounding(cpu::CpuSpace& space, const Problem& problem, cpu::CpuSpace::Point& point, Team& team) {
  const double largest = largest_of(point.gradient);
  if (largest == 0) return {};
  double slopes = std::abs(point.intercept) + largest_of(point.margin);
  if (targets_of(problem.loss) != Targets::numbers) slopes += 1;
  for (const double s : space.weigh_slopes(point)) slopes += std::abs(s);
  const double stretch = problem.scaling.inverse_scale.empty() ? 1 : largest_of(problem.scaling.inverse_scale);
  if (largest > suspicious * slopes * stretch * typical_entry(problem.design)) return {.scale = largest};

  const std::vector<double> size = uncancelled_gradients(problem, point, team);
  for (std::size_t j = 0; j < size.size(); ++j)
    if (std::abs(point.gradient[j]) <= rounding * size[j]) point.gradient[j] = 0;
  const double left = largest_of(point.gradient);
  return {.scale = left > 0 ? left : largest_of(size), .read = true};
}

}  // namespace gist
