#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "gist/backend/cpu/loss_along.hpp"
#include "gist/backend/cpu/space.hpp"
#include "gist/core/team.hpp"

namespace gist::cpu {

/// Moves of one coefficient at a time that are judged by the objective itself, not by a model of it.
///
/// A model sees the loss through its slope and curvature where it stands. Of a sample that logistic loss has nearly
/// right the curvature bound promises a fifth of what fitting it brings, so columns that would pay stay out; and where
/// many columns would do for one sample, a model lets them all in. Here a column enters for what it is worth after the
/// better ones are in, and leaves as soon as the others do without it.
///
/// The intercept is held (of which columns, LossAlong says). Its own minimum, taken afterwards, can only lower what was
/// gained.
class ExactMoves {
 public:
  ExactMoves(const Problem& problem, Team& team) : problem_(problem), team_(team), along_(problem) {}

  /// From this point on; its loss must be there.
  void begin(const CpuSpace::Point& at);

  /// The columns at rest that would gain most if the loss were as kind as it may be, best first; `gradient` and
  /// `curvature`, along each coordinate, are those of the point begun at.
  std::vector<Index> promising(std::span<const double> gradient, std::span<const double> curvature,
                               std::size_t most) const;
  /// Lets in, the best first and each judged after those before it, what lowers the objective; returns how many.
  std::size_t let_in(std::span<const Index> columns, std::size_t most);
  /// Every coefficient off 0 once, to where the objective is lowest.
  void adjust();
  /// Takes away, the least needed first, what the objective is lower without; returns how many. Of coefficients just
  /// adjusted it asks those alone that were not far from going.
  std::size_t let_go();
  /// The columns whose coefficient is not at rest.
  std::vector<Index> in_use() const;
  /// How much higher the loss would be without each of these coefficients.
  std::vector<double> loss_without(std::span<const Index> columns) const;

  const WorkVector& w() const { return w_; }
  /// Where a coefficient is when its column is not used: 0, or the bound next to it where 0 is out of bounds.
  double at_rest(std::size_t j) const;

 private:
  struct Move {
    double to = 0, change = 0;  ///< of the objective
    bool needed = false;        ///< the loss would rise by far more than the coefficient costs, were it to go
  };
  template <class P>
  Move best(const P& penalty, std::size_t j, LossAlong& along) const;
  template <class P>
  Move without(const P& penalty, std::size_t j, const LossAlong& along, double loss_now) const;
  void take(std::size_t j, double to);
  /// look(j, along) of each column, all where the samples stand now.
  template <class Look>
  std::vector<double> each(std::span<const Index> columns, Look&& look) const;

  const Problem& problem_;
  Team& team_;
  LossAlong along_;
  WorkVector w_;
  WorkVector predictor_;       // margins with the intercept
  std::vector<Index> needed_;  // at the last adjustment, ascending
};

}  // namespace gist::cpu
