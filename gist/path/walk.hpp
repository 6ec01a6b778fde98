#pragma once

#include <optional>
#include <string_view>

#include "gist/fit/fitting.hpp"

namespace gist {

/// Where the search that gave an answer began.
enum class Origin { previous, zero };
constexpr std::string_view to_string(Origin origin) { return origin == Origin::zero ? "zero" : "previous"; }

/// From one strength of the penalty to the next: what a path and the folds of a cross-validation have in common.
///
/// Every search begins where the last one ended. With a non-convex penalty that may be the slope of a higher valley
/// than the one a fit of its own would find; unless told to `follow`, a second search therefore begins at 0, and the
/// lower of the two counts.
class PathWalk {
 public:
  PathWalk(Fitting& fitting, bool follow);

  /// The answer at this penalty, with margins and intercept; at most `seconds` for each search.
  Answer& next(const Penalty& penalty, std::optional<double> seconds = std::nullopt);
  Origin origin() const { return origin_; }  ///< of the last answer

 private:
  Fitting& fitting_;
  bool follow_;
  SolverOptions onwards_;  // by which a search continues
  Answer zero_, now_;
  bool first_ = true;
  Origin origin_ = Origin::zero;
};

}  // namespace gist
