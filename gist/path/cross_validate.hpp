#pragma once

#include <atomic>
#include <functional>
#include <vector>

#include "gist/path/folds.hpp"
#include "gist/path/path.hpp"
#include "gist/path/score.hpp"

namespace gist {

/// Which lambda of a cross-validation is taken: that of the best mean score, or the largest one (of the same theta)
/// whose mean is within one standard error of it.
enum class Choose { min, one_se };
template <>
struct Names<Choose> {
  static constexpr std::array<std::string_view, 2> names{"min", "1se"};
};

struct CvOptions {
  int folds = 10;
  std::int64_t seed = 1;
  Score score = Score::deviance;
  Choose choose = Choose::min;
  static constexpr std::tuple fields{
      Field{"folds", &CvOptions::folds, between_closed(2, 1'000'000), "parts of the samples, each set aside once"},
      Field{"seed", &CvOptions::seed, between_closed(0, 9007199254740992), "the same seed gives the same folds"},
      Field{"score", &CvOptions::score, any_number(), "what the samples set aside are judged by"},
      Field{"choose", &CvOptions::choose, any_number(),
            "best mean score, or the largest lambda within one standard error of it"}};
};

/// The scores at one point of the path.
struct CvPoint {
  std::vector<double> fold;  ///< score of each fold
  double mean = 0;           ///< over the folds, by the weight of their samples
  double error = 0;          ///< standard error of the mean: sqrt(weighted mean of (fold - mean)^2 / (folds - 1))
};

struct CvResult {
  PathResult path;  ///< on all samples: the final fits, and the lambdas that the folds share
  Folds folds;
  Score score = Score::deviance;
  std::vector<CvPoint> points;  ///< one for each point of the path, as far as the folds came
  std::size_t min = 0, one_se = 0;
  std::size_t chosen = 0;  ///< the one asked for
  int finished = 0;        ///< folds that are done; fewer than all after an interruption, and then `points` is empty
  double seconds = 0;
};

/// What goes on beside: who is told, and the flag that stops it.
struct CvControls {
  PathObserver observe;                                    ///< of the path on all samples
  std::function<void(int finished, int folds)> fold_done;  ///< one at a time
  const std::atomic<bool>* interrupt = nullptr;
};

/// Fits the path to all samples, then to all but each fold, over the same lambdas; folds in parallel, each on a thread
/// of its own. A fold's samples take part in nothing but its score: they have weight 0 when columns are standardised,
/// classes counted and coefficients fitted. The `max_seconds` of the spec are those of all of it. Throws Error for bad
/// input: folds that leave one class, or cannot be scored.
CvResult cross_validate(const FitData& data, const FitSpec& spec, const PathRequest& request, const CvOptions& options,
                        const Folds& folds, Team& team, const CvControls& controls = {});

/// The folds a cross-validation draws: stratified by class where the loss has classes.
Folds folds_for(const FitData& data, const FitSpec& spec, const CvOptions& options, std::span<const double> group);

/// The place of the best mean, and the first of its curve within one standard error of it.
void choose_points(CvResult& result);

}  // namespace gist
