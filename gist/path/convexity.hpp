#pragma once

#include <optional>
#include <vector>

#include "gist/backend/cpu/normal_equations.hpp"
#include "gist/fit/fitting.hpp"

namespace gist {

/// Whether the objective, over the coefficients that are not 0, is convex around the points of a path, as ncvreg marks
/// it: H + diag(r'') positive definite, H the curvature of the loss there with the intercept profiled out.
///
/// Once it has failed it is taken to fail from there on: beyond that point a path may jump. Costs n m^2 for m non-zeros
/// (for squared loss only what is new); where that would take longer than the fit is worth, it is not known.
class Convexity {
 public:
  /// `equations`: the problem's own, where they are known; then no product need be made.
  explicit Convexity(const Problem& problem, const cpu::NormalEquations* equations = nullptr)
      : problem_(problem), equations_(equations) {}
  std::optional<bool> holds(const Answer& answer);

 private:
  /// A column of the problem, centred and scaled by the square root of its samples' curvature.
  std::vector<double> weighted_column(std::size_t j) const;
  void measure_rows(const cpu::CpuSpace::Point& point);
  /// Makes products_ hold those of all of `active`; false where it would cost too much.
  bool make_products(const std::vector<std::size_t>& active);
  /// H_jk
  double product(std::size_t j, std::size_t k) const {
    if (equations_ != nullptr) return equations_->row(j)[k];
    const std::size_t a = place_[j] - 1, b = place_[k] - 1;
    return a < b ? products_[b][a] : products_[a][b];
  }

  const Problem& problem_;
  const cpu::NormalEquations* equations_;
  bool lost_ = false;
  double spent_ = 0;
  std::vector<double> root_;                   // sqrt(D_i)
  double total_ = 0;                           // sum_i D_i
  std::vector<std::size_t> place_;             // of column j among those kept, plus 1; 0: not kept
  std::vector<std::vector<double>> columns_;   // kept
  std::vector<std::vector<double>> products_;  // lower triangle
};

}  // namespace gist
