#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "gist/backend/cpu/column_space.hpp"
#include "gist/backend/cpu/pick_columns.hpp"
#include "gist/core/team.hpp"
#include "gist/solver/problem.hpp"

namespace gist {

/// A problem on some of its columns, in the order they came into play, all other coefficients being 0: a problem of its
/// own, with a small copy of their entries. Refers to the whole, whose design is sparse.
class Part {
 public:
  using Point = cpu::CpuSpace::Point;

  Part(const Problem& whole, Team& team);
  /// With these in play.
  Part(const Problem& whole, std::span<const Index> columns, Team& team) : Part(whole, team) { widen(columns); }
  Part(const Part&) = delete;
  Part& operator=(const Part&) = delete;

  /// Whether these hold so much of the design, at least this share of its entries, that to pick them would cost as much
  /// as to transpose all.
  bool too_many(std::span<const Index> columns, double share = 0.4) const;
  /// Puts into play those of `wanted` that are not. Returns how many that were.
  std::size_t widen(std::span<const Index> wanted);
  /// Puts all columns into play, in the order of the whole.
  void take_all();

  bool has_all() const { return columns_.size() == is_in_.size(); }
  std::span<const Index> columns() const { return columns_; }
  Problem& problem() { return problem_; }
  /// Of that problem; anew whenever columns have come in.
  cpu::ColumnSpace& space() { return *space_; }

  /// The coefficients in play of those of the whole.
  WorkVector of_whole(const WorkVector& w) const;
  /// All coefficients, those that are not in play being 0.
  WorkVector to_whole(const WorkVector& w) const;
  /// Sets a point of the whole to this one: coefficients, margins, intercept and loss. The loss is worked out anew from
  /// the coefficients, so that what a look over all columns then finds is the answer's.
  void put_back(const Point& here, Point& whole);

 private:
  void follow_columns();

  const Problem& whole_;
  Team& team_;
  cpu::PickedColumns picked_;
  std::vector<bool> is_in_;
  std::vector<Index> columns_;
  Problem problem_;
  std::optional<cpu::ColumnSpace> space_;
};

}  // namespace gist
