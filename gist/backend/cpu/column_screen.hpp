#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gist/core/pages.hpp"
#include "gist/core/team.hpp"
#include "gist/solver/problem.hpp"

namespace gist::cpu {

/// Which columns' gradients need looking at, given those at earlier points. With s the weighted slopes of the samples
/// and x_j a scaled column, g_j = <x_j, s>. So for any combination of earlier slopes,
///   |g_j - sum_k a_k g_j(k)| <= ||x_j|| ||s - sum_k a_k s(k)||,
/// and a coefficient at 0 whose gradient cannot have reached the value that would move it is at rest: its column need
/// not be read. That is no guess: what is left out has no residual. Slopes along a path shrink, and turn slowly, so
/// that between neighbouring lambdas a combination leaves little, and what is left out is nearly every column.
class ColumnScreen {
 public:
  ColumnScreen(const Problem& problem, Team& team) : problem_(problem), team_(team) {}

  /// Chooses the columns to read at these slopes: those of non-zeros, and those whose gradient may exceed
  /// `at_rest_below` in size. False when all should be: nothing is remembered, or so many are needed that a pass over
  /// all, remembered, is cheaper in the long run.
  bool choose(std::span<const double> slopes, const WorkVector& w, double at_rest_below);
  std::span<const Index> columns() const { return columns_; }

  /// The gradient of all columns at these slopes, to compare later ones with. The first point, where every search from
  /// 0 begins, and the latest few are kept.
  void remember(std::span<const double> slopes, const WorkVector& gradient);
  /// The combination of earlier gradients that choose() compared with.
  const WorkVector& remembered() const { return estimate_; }

 private:
  struct Kept {
    WorkVector slopes, gradient;
    double largest = 0;  // of the gradient
  };
  void measure_columns();
  /// The a_k that leave least of the slopes, and what they leave in rest_.
  void combine(std::span<const double> slopes);

  static constexpr std::size_t most_kept = 5;
  const Problem& problem_;
  Team& team_;
  std::vector<Kept> kept_;
  std::vector<double> share_;  // a_k
  WorkVector rest_, estimate_;
  std::size_t read_ = 0;  // columns read one by one since the last point that is remembered
  std::vector<double> size_,
      lean_;  // of column j: its norm about its mean, and how far that is from where it is centred
  std::vector<Index> columns_;
};

/// The largest size of gradient, or a millionth less, up to which a coefficient at 0 is at rest, whatever its curvature
/// t >= least_t: then 0 is critical, and the minimum of its own quadratic bound. Coefficients must all have the same
/// penalty and no bounds.
double at_rest_below(const Problem& problem, double least_t);

}  // namespace gist::cpu
