#pragma once

#include <span>
#include <utility>
#include <vector>

#include "gist/backend/cpu/branch.hpp"
#include "gist/backend/cpu/column_block.hpp"
#include "gist/backend/cpu/conjugate_gradients.hpp"
#include "gist/backend/cpu/gram.hpp"
#include "gist/backend/cpu/kept_curvature.hpp"
#include "gist/backend/cpu/kinked_line.hpp"
#include "gist/backend/cpu/leap_rule.hpp"
#include "gist/backend/cpu/orthant_newton.hpp"
#include "gist/backend/cpu/space.hpp"
#include "gist/backend/cpu/visit_order.hpp"
#include "gist/solver/working_set.hpp"

namespace gist::cpu {

/// The second-order model of a problem at a point, over some of its coefficients:
///   q(d) = <g, d> + 1/2 d' H d + sum_j r_j(w_j + d_j) - r_j(w_j),   H = X' (D - D 1 1' D / (1' D 1)) X,
/// D = diag(s_i curvature_i) times a scale; the second term of H profiles the intercept out and is left off without
/// one. The penalty is not approximated: coordinate descent takes its exact operator at the coordinate's own curvature,
/// so a coefficient may leave 0 by a jump.
class NewtonModel {
 public:
  explicit NewtonModel(const Problem& problem) : problem_(problem), kept_(problem) {}

  /// `at` has margins, intercept and gradient; `slopes` are those of its samples, or empty. D is at most the loss's
  /// curvature bound where there is one.
  void build(const CpuSpace::Point& at, std::span<const double> slopes, std::span<const Index> columns,
             double curvature_scale);

  /// The same of least squares whose products are all known; `at` has its gradient, and needs no margins.
  void build(const CpuSpace::Point& at, std::span<const Index> columns, const NormalEquations& equations);

  struct Descent {
    double decrease = 0;  ///< -q(d), at least 0
    int sweeps = 0;
  };
  /// Sweeps as far as `goal` says, a coordinate's residual being H_jj |change|; `bound` holds the curvature bound of
  /// every column of the design. Where the penalty is not convex, little gained may be the calm before a jump, and
  /// which valley is found depends on the order of visits; over few entries nothing would be saved. There the least
  /// gain is not looked at, and the order is that of `columns`; elsewhere it is drawn anew for every sweep.
  Descent descend(const CpuSpace::Point& at, std::span<const double> bound, Manner manner, const ModelGoal& goal);

  /// w + d, one element per column: not d, for a coefficient that goes to its bound must arrive there to the last bit.
  std::span<const double> arrival() const { return order_.empty() ? arrival_ : arrival_in_order_; }

  /// sum_i D_i x_i / sum_i D_i: by how much the intercept falls while the margins change by x.
  double weighted_mean(std::span<const double> x) const;

 private:
  struct Swept {
    double largest = 0;  // residual met
    double gained = 0;   // fall of the model; measured where the penalty is convex
  };
  template <class P>
  Swept sweep(const CpuSpace::Point& at, const P& penalty, std::span<const double> bound, Manner manner, double idle,
              std::vector<std::size_t>& order);
  template <class P>
  void sweep_stirred(const CpuSpace::Point& at, const P& penalty, std::span<const double> bound, Manner manner,
                     double idle, double tolerance);
  template <class P>
  int leap(const CpuSpace::Point& at, const P& penalty, double tolerance, bool& moved);
  template <class P>
  bool follow(const Coordinates<P>& coordinates);
  int point_downhill(bool convex, double tolerance);
  bool point_down_a_ridge();
  bool write_out_terms();
  bool few_products(std::span<const std::size_t> columns) const;
  bool small_and_dense() const;
  double slope_at(const CpuSpace::Point& at, std::size_t c) const;
  /// Whether sweeps are worth saving.
  bool dear() const;
  void begin_at(const CpuSpace::Point& at);
  void build_kept(const CpuSpace::Point& at, std::span<const Index> columns);
  void begin_change();
  void change_by(std::size_t c, double by);
  double bend_of_change() const;
  void take_change(double length);
  bool constant_curvature() const { return std::holds_alternative<Squared>(problem_.loss); }
  bool worth_writing_out(int sweeps) const;
  void write_out(const CpuSpace::Point& at);
  double value(const CpuSpace::Point& at) const;

  const Problem& problem_;
  ColumnBlock block_;
  std::vector<Index> columns_;
  std::vector<double> bend_;                  // D_i
  std::vector<float> row_factor_;             // sqrt(D_i)
  std::vector<double> curvature_, weighted_;  // H_jj; sum_i D_i x_ij
  std::vector<double> arrival_;
  std::vector<float> moved_;                                   // sqrt(D) X d
  std::vector<std::size_t> all_, moving_, stirred_, visited_;  // stirred_: what the last sweep moved
  LeapRule leaps_;
  VisitOrder visits_;
  ConjugateGradients newton_;
  OrthantNewton orthant_;
  std::vector<double> terms_curvature_, terms_slope_, terms_from_;  // of newton_.terms, written out for orthant_
  std::vector<double> direction_;
  std::vector<double> slope_, arrived_;  // at the coefficients of newton_: the model's slope; where a leap would end
  // A change not taken yet: sqrt(D) X of it and 1' D X of it; with H written out, itself and H times it.
  std::vector<float> changed_;
  double changed_shift_ = 0;
  std::vector<std::pair<std::size_t, double>> changes_;
  std::vector<double> changed_slopes_;
  std::vector<Kink> kinks_;
  Gram gram_;
  KeptCurvature kept_;
  std::vector<std::size_t> order_;  // by kept_: the places of the columns; empty otherwise
  std::vector<double> arrival_in_order_;
  std::vector<double> slopes_;  // of the model at arrival, kept up while H is written out
  double total_ = 0;            // sum_i D_i
  double shifted_ = 0;          // sum_i D_i (X d)_i
};

}  // namespace gist::cpu
