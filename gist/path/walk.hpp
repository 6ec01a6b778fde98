#pragma once

#include <optional>
#include <string_view>

#include "gist/fit/fitting.hpp"
#include "gist/path/column_fit.hpp"
#include "gist/path/gram_fit.hpp"

namespace gist {

/// Where the search that gave an answer began.
enum class Origin { previous, zero };
constexpr std::string_view to_string(Origin origin) { return origin == Origin::zero ? "zero" : "previous"; }

/// From one strength of the penalty to the next: what a path and the folds of a cross-validation have in common.
///
/// Every search begins where the last one ended or, where the penalty is convex, where the way to there leads. With a
/// non-convex penalty that may be the slope of a higher valley than the one a fit of its own would find; unless told to
/// `follow`, a second search therefore begins at 0, and the lower of the two counts.
class PathWalk {
 public:
  /// `moments`: of the fitting's samples, where there are any (moments_for); without them the samples are read. The
  /// team and the flag that stops a search are those of the fitting.
  PathWalk(Fitting& fitting, bool follow, Team& team, const cpu::SecondMoments* moments = nullptr,
           const std::atomic<bool>* interrupt = nullptr);

  /// The answer at this penalty, with its intercept and, where the samples are read, margins; at most `seconds` for
  /// each search.
  Answer& next(const Penalty& penalty, std::optional<double> seconds = std::nullopt);
  Origin origin() const { return origin_; }  ///< of the last answer
  /// What an answer is worth; all of the report but the passes.
  FitReport judge(Answer& answer);
  /// Full passes over the data so far, those of the fitting included.
  std::int64_t passes() const { return fitting_.passes() + (columns_ ? columns_->passes() : 0); }
  /// The normal equations, where the walk goes by them.
  const cpu::NormalEquations* equations() const { return gram_ ? &gram_->equations() : nullptr; }

 private:
  Answer search(const SolverOptions& solver, const Penalty& penalty, const Answer& from, std::optional<double> seconds);

  const Answer& ahead(const Penalty& penalty);

  Fitting& fitting_;
  bool follow_;
  const std::atomic<bool>* interrupt_;
  SolverOptions onwards_;  // by which a search continues
  // Where all searches are by working-set, one of these makes them; else the fitting does.
  std::optional<GramFit> gram_;
  std::optional<ColumnFit> columns_;
  Answer zero_, now_, before_, ahead_;
  bool first_ = true;
  Origin origin_ = Origin::zero;
};

}  // namespace gist
