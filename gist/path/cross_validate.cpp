#include "gist/path/cross_validate.hpp"

#include <chrono>
#include <cmath>
#include <mutex>
#include <string>

#include "gist/core/error.hpp"
#include "gist/data/densify.hpp"
#include "gist/path/set_aside.hpp"
#include "gist/path/walk.hpp"

namespace gist {
namespace {

using Clock = std::chrono::steady_clock;

/// The data with the samples of a fold at weight 0. The design is shared, not copied.
FitData without_fold(const FitData& data, const Folds& folds, int fold) {
  FitData rest = data;
  rest.dataset.feature_names.clear();
  if (rest.weight.empty()) rest.weight.assign(folds.fold.size(), 1);
  for (std::size_t i = 0; i < folds.fold.size(); ++i) {
    if (folds.fold[i] == fold) rest.weight[i] = 0;
  }
  return rest;
}

[[noreturn]] void refuse(int fold, const std::string& what) {
  throw Error(ErrorKind::data, "fold " + std::to_string(fold + 1) + ": " + what);
}

/// What the folds share. All that auto does for a slightly lower point is for the model that is kept, not for a tenth
/// of a score: `quick` is the spec with a plainer solver.
struct Shared {
  const FitData& data;
  FitSpec quick;
  Problem problem;  // of all samples
  std::shared_ptr<const cpu::SecondMoments> moments;
};

FitSpec quickened(FitSpec spec) {
  if (std::holds_alternative<AutoOptions>(spec.solver)) spec.solver = WorkingSetOptions{};
  return spec;
}

/// The scores of one fold along the path of all samples; empty when it was stopped. `max_seconds` of the spec count
/// from `begun`.
std::vector<double> run_fold(const Shared& shared, const PathResult& path, bool follow, const Folds& folds, int fold,
                             Score score, const std::atomic<bool>* interrupt, Clock::time_point begun) {
  const FitSpec& spec = shared.quick;
  Team team(1);
  const auto seconds_left = [&]() -> std::optional<double> {
    if (!spec.stop.max_seconds) return std::nullopt;
    return *spec.stop.max_seconds - std::chrono::duration<double>(Clock::now() - begun).count();
  };
  const FitData rest = without_fold(shared.data, folds, fold);
  Fitting fitting(rest, spec, team, interrupt);
  SetAside aside(shared.data, folds, fold);
  std::optional<cpu::SecondMoments> moments;
  if (shared.moments) {
    moments = moments_without(aside.samples(), shared.problem, *shared.moments, fitting.problem(), team);
    if (moments) aside.keep_rows(shared.problem.design);
  }
  std::vector<double> scores;
  for (const auto& curve : path.curves) {
    PathWalk walk(fitting, follow, team, moments ? &*moments : nullptr, interrupt);
    for (std::size_t k = curve.begin; k < curve.end; ++k) {
      if (interrupt != nullptr && interrupt->load(std::memory_order_relaxed)) return {};
      const auto left = seconds_left();
      if (left && *left <= 0) return {};
      const Answer& answer = walk.next(fitting.at_strength(path.points[k].lambda, curve.theta), left);
      if (answer.status == Status::interrupted || answer.status == Status::time_limit) return {};
      Answer relaxed;
      if (spec.problem.relax) {
        const Model model = fitting.relax(fitting.model(answer, {}));
        if (model.report.status == Status::interrupted) return {};
        relaxed = fitting.start(&model);
        fitting.evaluate(relaxed);  // margins of all samples; the intercept is at its best for those not set aside
      }
      const Answer& judged = spec.problem.relax ? relaxed : answer;
      const bool has_margins = spec.problem.relax || !moments;
      const auto value = has_margins ? aside.score(score, judged, fitting.problem())
                                     : aside.score_by_rows(score, judged, fitting.problem());
      if (!value) {
        refuse(fold, score == Score::auc ? "the samples set aside are of one class only, and auc needs both; use fewer "
                                           "folds or another score"
                                         : "the samples set aside all have weight 0, and cannot be scored");
      }
      scores.push_back(*value);
    }
  }
  return scores;
}

/// What a fit would say of the fold's training samples, said with the number of the fold.
template <class Run>
auto naming_fold(int fold, Run&& run) {
  try {
    return run();
  } catch (const Error& e) {
    const std::string what = e.what();
    if (what.starts_with("fold ")) throw;
    throw Error(e.kind(), "without fold " + std::to_string(fold + 1) + ": " + what);
  }
}

}  // namespace

Folds folds_for(const FitData& data, const FitSpec& spec, const CvOptions& options, std::span<const double> group) {
  FoldRequest request{.count = options.folds, .seed = static_cast<std::uint64_t>(options.seed)};
  std::vector<double> stratum;
  if (targets_of(spec.loss) == Targets::classes) {
    stratum =
        targets_from(spec.loss, data.dataset.label, data.weight, spec.problem.positive, data.dataset.source).target;
    request.stratum = stratum;
  }
  request.weight = data.weight;
  request.group = group;
  return draw_folds(data.dataset.label.size(), request);
}

void choose_points(CvResult& result) {
  const double sign = higher_is_better(result.score) ? -1 : 1;
  result.min = 0;
  for (std::size_t k = 1; k < result.points.size(); ++k) {
    if (sign * result.points[k].mean < sign * result.points[result.min].mean) result.min = k;
  }
  result.one_se = result.min;
  const CvPoint& best = result.points[result.min];
  for (const auto& curve : result.path.curves) {
    if (result.min < curve.begin || result.min >= curve.end) continue;
    for (std::size_t k = result.min; k-- > curve.begin;) {
      if (sign * result.points[k].mean <= sign * best.mean + best.error) result.one_se = k;
    }
  }
}

CvResult cross_validate(const FitData& data, const FitSpec& spec, const PathRequest& request, const CvOptions& options,
                        const Folds& folds, Team& team, const CvControls& controls) {
  const auto begun = Clock::now();
  check_score(options.score, spec.loss);
  FitData both_ways = data;
  both_ways.dataset.design = ready(data.dataset.design, team);
  CvResult result;
  result.folds = folds;
  result.score = options.score;
  Shared shared{.data = both_ways, .quick = quickened(spec), .problem = {}, .moments = {}};
  {
    const bool follow = request.options.follow;
    Fitting fitting(both_ways, spec, team, controls.interrupt);
    shared.problem = fitting.problem();
    shared.moments = moments_for(shared.problem, spec, follow, team);
    result.path = trace_path(fitting, request, team, shared.moments.get(), controls.observe, controls.interrupt);
    for (auto& point : result.path.points) point.report.stored = data.dataset.design.nonzeros();
    if (!shared.moments) shared.moments = moments_for(shared.problem, shared.quick, follow, team);
  }
  std::vector<std::vector<double>> scores(static_cast<std::size_t>(folds.count));
  std::mutex telling;
  team.run(folds.count, [&](std::int64_t f) {
    const int fold = static_cast<int>(f);
    auto done = naming_fold(fold, [&] {
      return run_fold(shared, result.path, request.options.follow, folds, fold, options.score, controls.interrupt,
                      begun);
    });
    if (done.empty()) return;
    scores[static_cast<std::size_t>(f)] = std::move(done);
    const std::lock_guard lock(telling);
    ++result.finished;
    if (controls.fold_done) controls.fold_done(result.finished, folds.count);
  });
  if (result.finished == folds.count) {
    std::vector<double> share;
    double total = 0;
    for (int f = 0; f < folds.count; ++f) {
      share.push_back(SetAside(data, folds, f).total());
      total += share.back();
    }
    for (std::size_t k = 0; k < result.path.points.size(); ++k) {
      CvPoint point;
      for (std::size_t f = 0; f < scores.size(); ++f) {
        point.fold.push_back(scores[f][k]);
        point.mean += share[f] / total * scores[f][k];
      }
      double spread = 0;
      for (std::size_t f = 0; f < scores.size(); ++f)
        spread += share[f] / total * (point.fold[f] - point.mean) * (point.fold[f] - point.mean);
      point.error = std::sqrt(spread / (folds.count - 1));
      result.points.push_back(std::move(point));
    }
    choose_points(result);
    result.chosen = options.choose == Choose::min ? result.min : result.one_se;
  }
  result.seconds = std::chrono::duration<double>(Clock::now() - begun).count();
  return result;
}

}  // namespace gist
