#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "gist/fit/fitting.hpp"
#include "gist/path/grid.hpp"
#include "gist/path/walk.hpp"

namespace gist {

struct PathOptions {
  bool follow = false;
  bool no_early_stop = false;
  static constexpr std::tuple fields{
      Field{"follow", &PathOptions::follow, any_number(),
            "non-convex: every lambda only continues from the last, a smooth path; otherwise each is also begun from 0 "
            "and the lower objective kept"},
      Field{"no_early_stop", &PathOptions::no_early_stop, any_number(),
            "go on where 99.9% of the deviance is explained or, l1, no more of it comes"}};
};

/// What a path is asked for.
struct PathRequest {
  PathOptions options;
  GridOptions grid;
  std::vector<double> lambdas;  ///< instead of the grid, when there are any
  std::vector<double> thetas;   ///< a path for each; none: the theta of the penalty
};

/// The fit at one lambda.
struct PathPoint {
  double lambda = 0;
  std::optional<double> theta;
  Coefficients coefficients;
  FitReport report;            ///< `passes` are those of this point
  double explained = 0;        ///< share of the null model's deviance that is explained
  std::optional<bool> convex;  ///< the objective around here is convex and was so all the way; nothing: not known
  Origin origin = Origin::previous;
  double seconds = 0;
};

/// Why a path ended.
enum class PathEnd { complete, saturated, interrupted, time_limit };
constexpr std::string_view to_string(PathEnd end) {
  constexpr std::string_view names[] = {"complete", "saturated", "interrupted", "time_limit"};
  return names[static_cast<std::size_t>(end)];
}

/// The points of one theta: [begin, end) of PathResult::points.
struct PathCurve {
  std::optional<double> theta;
  double lambda_max = 0;
  std::vector<double> grid;  ///< what was asked for; the points are its first end - begin lambdas
  std::size_t begin = 0, end = 0;
  PathEnd ended = PathEnd::complete;
};

struct PathResult {
  Model frame;  ///< what all points share: spec, width, classes, names
  double null_loss = 0, saturated_loss = 0;
  double lambda_max = 0, gradient_scale = 0;
  std::vector<PathCurve> curves;
  std::vector<PathPoint> points;  ///< curve after curve, lambda descending
  double seconds = 0;

  /// The point as a model of its own.
  Model model(std::size_t point) const;
  /// interrupted or time_limit where a curve was cut short, else complete.
  PathEnd ended() const;
};

/// Told of every point as it is finished: the point, its place among all of them, and how many there may be.
using PathObserver = std::function<void(const PathPoint&, std::size_t place, std::size_t most)>;

/// Fits along the whole path; `team` is that of the fitting. The `max_seconds` of the spec are those of the path.
/// Throws Error for bad input; a search that is cut short leaves what was finished. A point that was interrupted
/// half-way is not kept.
PathResult trace_path(Fitting& fitting, const PathRequest& request, Team& team, const PathObserver& observe = {},
                      const std::atomic<bool>* interrupt = nullptr);
/// The same by moments_for() that the caller has made, for more than this path.
PathResult trace_path(Fitting& fitting, const PathRequest& request, Team& team, const cpu::SecondMoments* moments,
                      const PathObserver& observe = {}, const std::atomic<bool>* interrupt = nullptr);

/// The lambdas of each curve, as trace_path takes them.
std::vector<PathCurve> plan_curves(const Fitting& fitting, const PathRequest& request);

}  // namespace gist
