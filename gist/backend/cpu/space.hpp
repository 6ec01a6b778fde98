#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gist/backend/cpu/intercept_search.hpp"
#include "gist/backend/cpu/repeated_products.hpp"
#include "gist/core/pages.hpp"
#include "gist/core/team.hpp"
#include "gist/solver/problem.hpp"
#include "gist/solver/space.hpp"

namespace gist::cpu {

/// The verbs of solver/space.hpp on the threads of one machine. Refers to the problem and the team; both must outlive
/// it.
class CpuSpace {
 public:
  struct Point {
    WorkVector w;
    WorkVector margin;  ///< Xw + offset, without the intercept
    WorkVector gradient;
    double intercept = 0;
    double loss_value = 0, penalty_value = 0;
    /// Which look at the samples was at these margins and this intercept, so that what it saw need not be worked out
    /// again: 0 when there was none. Who sets the margins by other means than a space's verbs sets it to 0.
    std::uint64_t look = 0;
    double objective() const { return loss_value + penalty_value; }
  };

  CpuSpace(const Problem& problem, Team& team);
  Team& team() const { return team_; }

  Point make_point() const;
  /// At these coefficients, nothing else worked out.
  Point make_point(WorkVector w) const;
  ProxStep prox_step(const Point& from, double t, Point& to);
  double loss(Point& point);
  double penalty(Point& point);
  void gradient(Point& point);
  double curvature(const Point& from, const Point& to);

  double gradient_change_along(const Point& from, const Point& to);
  void extrapolate(const Point& before, const Point& now, double momentum, Point& to);
  Turn turn(const Point& now, const Point& from, const Point& next);
  ProxStep linearised_step(const Point& anchor, const Point& from, double t, Point& to);
  double linearised_penalty(const Point& anchor, Point& point);
  ProxStep reweighted_step(const Point& from, double t, const Reweighting& smoothing, Point& to);
  double smoothed_penalty(const Reweighting& smoothing, const Point& point);

  /// point.margin = Xw + offset: the part of loss() that passes over the data.
  void linear_part(Point& point);
  /// That many passes are to come: what makes the later ones faster is done for the first.
  void expect_many_passes() { products_.expect_many(); }
  /// Full passes over the data so far: products with X and with X'.
  std::int64_t passes() const { return passes_; }
  /// sum_i s_i slope_i at the point whose slopes were weighed last: the gradient with respect to the intercept.
  double intercept_slope() const { return slope_sum_; }
  /// The first half of gradient(): s_i slope_i of every sample.
  const WorkVector& weigh_slopes(const Point& point);
  /// For every column j the curvature along coordinate j that a model of the loss at this point has.
  WorkVector curvatures_here(const Point& point);

 protected:
  /// The same of the columns as they are, neither scaled nor centred.
  void squares_here(const Point& point, WorkVector& squares);
  /// The loss at a point whose margins are there.
  double loss_of_margins(Point& point);
  /// The second half: their product with X'.
  void multiply_slopes(Point& point);
  /// Of a product with column j of the design, what belongs to the scaled column.
  double scaled_product(std::size_t j, double product) const {
    const auto& [mean, inverse_scale] = problem_.scaling;
    if (inverse_scale.empty()) return product;
    return (mean.empty() ? product : product - mean[j] * slope_sum_) * inverse_scale[j];
  }
  /// Where the next search for the intercept starts, instead of where the last one ended.
  void expect_intercept(double b) { intercept_ = b; }
  /// The slopes weighed last where they are those of this point, else nothing.
  std::span<const double> known_slopes(const Point& point) const;
  RepeatedProducts& products() { return products_; }
  /// So many passes more have been made by others.
  void count_passes(std::int64_t more) { passes_ += more; }

 private:
  friend class LazySpace;  // the same verbs on fewer columns, from the same products

  /// step_range(coordinates, begin, end) summed over all coefficients, with the problem's penalty erased once.
  template <class StepRange>
  ProxStep move_all(StepRange&& step_range);
  template <class ValueRange>
  double sum_all(ValueRange&& value_range);
  /// margin = X w as the product left it, yet to be shifted for centred columns and offset.
  void finish_margins(double shift, Point& point);
  /// gradient = X' slopes as the product left it, yet to be scaled.
  void finish_gradient(WorkVector& gradient);

  const Problem& problem_;
  Team& team_;
  RepeatedProducts products_;
  std::int64_t passes_ = 0;
  double slope_sum_ = 0;
  double intercept_ = 0;  // the last one found: where the next search starts
  InterceptSearch search_;
  WorkVector sample_curvature_;
  WorkVector slope_;  // s_i slope_i, one per sample, weighed last
  WorkVector seen_;   // the same of the point whose loss was last asked for
  double seen_sum_ = 0;
  std::uint64_t weighed_ = 0, last_look_ = 0;  // the looks they are of
  WorkVector scaled_w_;                        // w * inverse_scale, when columns are scaled
  std::vector<double> sums_;
  std::vector<Pair> pairs_;
  std::vector<ProxStep> moved_;
};

static_assert(ExtrapolatingSpace<CpuSpace> && LinearisingSpace<CpuSpace> && ReweightingSpace<CpuSpace>);

}  // namespace gist::cpu
