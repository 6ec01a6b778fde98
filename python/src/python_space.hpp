#pragma once

#include <nanobind/nanobind.h>

#include "arrays.hpp"
#include "gist/backend/cpu/space.hpp"

namespace gistlearn {

/// A loss written in Python: value(z, y) and slope(z, y), each an array with a number per sample. What they return is
/// checked every time.
class PythonLoss {
 public:
  PythonLoss(const nb::object& loss, const std::vector<double>& target);
  /// out_i = loss of sample i at the linear predictor z_i.
  void value(const gist::WorkVector& z, gist::WorkVector& out) const { call(value_, "value", z, out); }
  void slope(const gist::WorkVector& z, gist::WorkVector& out) const { call(slope_, "slope", z, out); }

 private:
  void call(const nb::object& function, const char* name, const gist::WorkVector& z, gist::WorkVector& out) const;
  nb::object value_, slope_, target_;
};

/// The verbs of a space with the loss left to Python; all that concerns the coefficients is the library's. The caller
/// holds the GIL. Ctrl-C is raised by the Python functions themselves and comes out through the solver.
class PythonSpace : public gist::cpu::CpuSpace {
 public:
  PythonSpace(const gist::Problem& problem, const PythonLoss& loss, gist::Team& team);

  double loss(Point& point);
  void gradient(Point& point);
  double gradient_change_along(const Point& from, const Point& to);
  void extrapolate(const Point& before, const Point& now, double momentum, Point& to);
  double intercept_slope() const { return slope_sum_; }
  std::int64_t passes() const { return CpuSpace::passes() + passes_back_; }

 private:
  double loss_at_margins(Point& point);
  /// The b at which sum_i s_i slope(margin_i + b) is 0, from the last one found: a bracket, then regula falsi. Slopes
  /// are all there is to go by.
  double best_intercept(const Point& point);
  double weight(std::size_t i) const;
  /// slope_ = s_i slope_i at margin + intercept; returns their sum.
  double weighted_slopes(const gist::WorkVector& margin, double intercept);

  const gist::Problem& problem_;
  const PythonLoss& loss_;
  gist::Team& team_;
  gist::WorkVector z_, values_, slope_, other_;
  double intercept_ = 0, reach_ = 1, slope_sum_ = 0, slope_size_ = 0;
  std::int64_t passes_back_ = 0;
};

}  // namespace gistlearn
