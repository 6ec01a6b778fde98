#include "python_space.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "gist/backend/cpu/products.hpp"
#include "gist/core/error.hpp"

namespace gistlearn {
namespace {

using gist::Error, gist::ErrorKind;

}  // namespace

PythonLoss::PythonLoss(const nb::object& loss, const std::vector<double>& target)
    : value_(loss.attr("value")), slope_(loss.attr("slope")), target_(nb::cast(to_numpy<double>(target))) {}

void PythonLoss::call(const nb::object& function, const char* name, const gist::WorkVector& z,
                      gist::WorkVector& out) const {
  // The array outlives the call if the function keeps it, so it is a copy.
  const nb::object given = nb::cast(to_numpy<double>(std::vector<double>(z.begin(), z.end())));
  const nb::object returned =
      nb::module_::import_("numpy").attr("ascontiguousarray")(function(given, target_), nb::arg("dtype") = "float64");
  Input<double> array;
  if (!nb::try_cast(returned, array) || array.size() != z.size())
    throw Error(ErrorKind::data, std::string("loss.") + name + " must return an array with one number per sample");
  std::copy(array.data(), array.data() + array.size(), out.begin());
}

PythonSpace::PythonSpace(const gist::Problem& problem, const PythonLoss& loss, gist::Team& team)
    : CpuSpace(problem, team),
      problem_(problem),
      loss_(loss),
      team_(team),
      z_(problem.target.size()),
      values_(z_.size()),
      slope_(z_.size()),
      other_(z_.size()) {}

double PythonSpace::weight(std::size_t i) const {
  return problem_.sample_weight.empty() ? 1 / static_cast<double>(z_.size()) : problem_.sample_weight[i];
}

double PythonSpace::weighted_slopes(const gist::WorkVector& margin, double intercept) {
  for (std::size_t i = 0; i < z_.size(); ++i) z_[i] = margin[i] + intercept;
  loss_.slope(z_, slope_);
  double sum = 0;
  slope_size_ = 0;
  for (std::size_t i = 0; i < z_.size(); ++i) {
    slope_[i] *= weight(i);
    sum += slope_[i];
    slope_size_ += std::abs(slope_[i]);
  }
  return sum;
}

double PythonSpace::best_intercept(const Point& point) {
  constexpr double precision = 1e-13;
  const auto slope_at = [&](double b) { return weighted_slopes(point.margin, b); };
  double low = intercept_, at_low = slope_at(low);
  if (std::abs(at_low) <= precision * slope_size_) return low;
  double high = low, at_high = at_low;
  for (double reach = reach_; at_low * at_high > 0; reach *= 2) {  // the side on which the sign changes
    if (reach > 1e9) {
      throw Error(ErrorKind::data,
                  "the loss has no minimum over the intercept: its slopes never sum to 0. Use fit_intercept=False");
    }
    low = high, at_low = at_high;
    high = low - std::copysign(reach, at_low);
    at_high = slope_at(high);
  }
  // Illinois: regula falsi, with the value at an end that stays halved.
  for (int k = 0; k < 100 && at_high != 0; ++k) {
    const double b = high - at_high * (high - low) / (at_high - at_low), at_b = slope_at(b);
    if (std::abs(at_b) <= precision * slope_size_ || b == high || b == low) {
      high = b;
      break;
    }
    if (at_b * at_high < 0)
      low = high, at_low = at_high;
    else
      at_low /= 2;
    high = b, at_high = at_b;
  }
  reach_ = std::clamp(2 * std::abs(high - intercept_), 1e-8, 1.0);
  return high;
}

double PythonSpace::loss(Point& point) {
  linear_part(point);
  return loss_at_margins(point);
}

double PythonSpace::loss_at_margins(Point& point) {
  if (problem_.intercept) intercept_ = best_intercept(point);
  point.intercept = intercept_;
  for (std::size_t i = 0; i < z_.size(); ++i) z_[i] = point.margin[i] + point.intercept;
  loss_.value(z_, values_);
  point.loss_value = 0;
  for (std::size_t i = 0; i < z_.size(); ++i) point.loss_value += weight(i) * values_[i];
  return point.loss_value;
}

void PythonSpace::gradient(Point& point) {
  slope_sum_ = weighted_slopes(point.margin, point.intercept);
  gist::cpu::multiply_transposed(problem_.design, slope_, point.gradient, team_);
  ++passes_back_;
  const auto& [mean, inverse_scale] = problem_.scaling;
  for (std::size_t j = 0; j < inverse_scale.size(); ++j) {
    const double centred = mean.empty() ? point.gradient[j] : point.gradient[j] - mean[j] * slope_sum_;
    point.gradient[j] = centred * inverse_scale[j];
  }
}

double PythonSpace::gradient_change_along(const Point& from, const Point& to) {
  weighted_slopes(from.margin, from.intercept);
  other_ = slope_;
  weighted_slopes(to.margin, to.intercept);
  double sum = 0;
  for (std::size_t i = 0; i < z_.size(); ++i) sum += (slope_[i] - other_[i]) * (to.margin[i] - from.margin[i]);
  return sum;
}

void PythonSpace::extrapolate(const Point& before, const Point& now, double momentum, Point& to) {
  const auto combine = [&](const gist::WorkVector& old, const gist::WorkVector& present, gist::WorkVector& out) {
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = present[i] + momentum * (present[i] - old[i]);
  };
  combine(before.w, now.w, to.w);
  combine(before.margin, now.margin, to.margin);
  loss_at_margins(to);
}

static_assert(gist::ExtrapolatingSpace<PythonSpace>);

}  // namespace gistlearn
