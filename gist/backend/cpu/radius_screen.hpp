#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gist/backend/cpu/kernels_radius.hpp"
#include "gist/core/pages.hpp"
#include "gist/core/team.hpp"
#include "gist/solver/problem.hpp"

namespace gist::cpu {

/// Rules columns out without reading them. With the slopes s of the losses (weights included) the gradient is X's, so
///   |g_j(s)| <= |g_j(ref)| + min( ||x_j||_2 ||s - ref||_2, ||x_j||_1 ||s - ref||_inf ),
/// x_j the scaled, centred column: the first norm is good for popular columns, the second for rare ones. A coefficient
/// at 0 whose bound lies below the operator's threshold stays at 0, and nobody needs its gradient.
///
/// Safe against rounding: the bounds are widened by more than sums of that length can be off.
class RadiusScreen {
 public:
  RadiusScreen(const Problem& problem, Team& team);

  /// Makes slopes with their gradient the reference. Without one, or after forget(), nothing can be ruled out.
  void refer(std::span<const double> gradient, std::span<const double> slopes);
  void forget() { ready_ = false; }
  bool ready() const { return ready_; }

  /// Goes to other slopes; false where they or the reference are not finite.
  bool look(std::span<const double> slopes);
  /// The columns, ascending, that could leave 0 at these slopes with inverse step t. Valid until the next call.
  std::span<const Index> survivors(double t);
  /// A penalty that the step from w with inverse step t is certain to reach, from columns at 0 that are certain to
  /// leave it; stops counting above `enough`.
  double certain_penalty(std::span<const double> w, double t, double enough) const;

 private:
  /// The largest slopes there are, by norm.
  struct Sizes {
    double two = 0, max = 0, change_two = 0, change_max = 0;
    Sizes& operator+=(const Sizes& other);
  };

  void measure_columns();
  /// Lists the candidates for everything near this radius and t.
  void list_all(double t);

  ColumnReach reach() const { return {size_.data(), two_.data(), one_.data()}; }

  const Problem& problem_;
  Team& team_;
  WorkVector size_, two_, one_;  // of ColumnReach
  WorkVector slopes_;            // of the reference
  bool measured_ = false, ready_ = false;
  double rounding_, rounding_two_;  // relative to the size of the slopes
  Radius radius_;                   // of the slopes looked at

  // The candidates: all columns that could leave 0 within a wider radius and at a smaller t than asked for when they
  // were listed. Most questions are then answered from a short list.
  std::vector<Index> candidates_, survivors_;
  Radius listed_radius_{-1, -1};
  double listed_t_ = 0;
  std::vector<Index> all_;  // scratch of list_all, one place a column
  std::vector<std::int64_t> counts_;
  std::vector<Sizes> sizes_;
};

}  // namespace gist::cpu
