#pragma once

#include <vector>

#include "gist/backend/cpu/column_space.hpp"
#include "gist/path/column_search.hpp"

namespace gist {

/// A ColumnSpace that does not compute anew what it computed last: a search begins where the one before it was judged,
/// and is judged where it ended. Loss and gradient are always of the coefficients themselves, not of margins that were
/// carried along, so that what a search ends with is its certificate.
///
/// On the way there only the columns nearby are looked at: those off 0, and those whose gradient was not far below what
/// lets them in when all were looked at last. All of them are, as soon as the near ones are at rest.
class RememberingSpace : public cpu::ColumnSpace {
 public:
  RememberingSpace(const Problem& problem, Team& team);
  /// From now on a point with no residual above this is one to end at.
  void aim_at(double residual) { goal_ = residual; }
  double loss(Point& point);
  void gradient(Point& point);

 private:
  void evaluate(Point& point);
  bool gradient_nearby(Point& point);
  void find_near(const Point& point);
  /// The size of gradient below which every coefficient at 0 is at rest; 0 where that is not known.
  double least_that_moves();

  const Problem& problem_;
  double goal_ = 0;
  Point last_;  // whose loss was computed last; its gradient is the last that was of all columns
  bool has_gradient_ = false;
  std::vector<Index> near_;  // none where nearly all are
  std::vector<bool> is_near_;
  double far_below_ = 0;  // the gradients of all others were at most this
  double least_bound_ = 0;
};

static_assert(WorkingSetSpace<RememberingSpace>);

/// Fits at many strengths by `working-set`, each pass over the samples made once.
class ColumnFit {
 public:
  ColumnFit(Fitting& fitting, Team& team) : fitting_(fitting), team_(team), problem_(fitting.problem()) {}

  Answer solve(const WorkingSetOptions& options, const Penalty& penalty, const Answer& from,
               const SearchLimits& limits);
  /// As Fitting::judge.
  FitReport judge(Answer& answer);
  std::int64_t passes() const { return space_.passes(); }

 private:
  Fitting& fitting_;
  Team& team_;
  Problem problem_;
  RememberingSpace space_{problem_, team_};
};

}  // namespace gist
