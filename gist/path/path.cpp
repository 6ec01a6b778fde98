#include "gist/path/path.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "gist/core/alternatives.hpp"
#include "gist/core/error.hpp"
#include "gist/path/convexity.hpp"
#include "gist/path/deviance.hpp"
#include "gist/path/walk.hpp"

namespace gist {
namespace {

using Clock = std::chrono::steady_clock;
double seconds_since(Clock::time_point begun) { return std::chrono::duration<double>(Clock::now() - begun).count(); }

/// glmnet's rules (fdev, devmax): nothing more to explain or, for a convex penalty, nothing more explained. A
/// non-convex one may stand still for many lambdas, where it is flat, and then let in the next coefficient.
bool saturated(const std::vector<PathPoint>& points, std::size_t begin, bool convex) {
  constexpr std::size_t least = 5;
  constexpr double most = 0.999, change = 1e-5;
  if (points.size() - begin < least) return false;
  const double now = points.back().explained, before = points[points.size() - 2].explained;
  return now > most || (convex && std::abs(now - before) < change * now);
}

/// One path: its settings, and the clock that runs over all its curves.
class Tracer {
 public:
  Tracer(Fitting& fitting, const PathRequest& request, Team& team, const cpu::SecondMoments* moments,
         const PathObserver& observe, const std::atomic<bool>* interrupt)
      : fitting_(fitting),
        request_(request),
        team_(team),
        moments_(moments),
        observe_(observe),
        interrupt_(interrupt) {}

  PathResult trace() {
    result_.frame = fitting_.frame();
    result_.null_loss = fitting_.null().loss;
    const Problem& problem = fitting_.problem();
    result_.saturated_loss = mean_saturated_loss(problem.loss, problem.target, problem.sample_weight);
    result_.lambda_max = fitting_.null().lambda_max;
    result_.gradient_scale = fitting_.null().gradient_scale;
    result_.curves = plan_curves(fitting_, request_);
    for (const auto& curve : result_.curves) most_ += curve.grid.size();
    for (auto& curve : result_.curves) {
      curve.begin = result_.points.size();
      curve.ended = follow_curve(curve);
      curve.end = result_.points.size();
    }
    result_.seconds = seconds_since(begun_);
    return std::move(result_);
  }

 private:
  PathEnd follow_curve(const PathCurve& curve) {
    PathWalk walk(fitting_, request_.options.follow, team_, moments_, interrupt_);
    Convexity convexity(fitting_.problem(), walk.equations());
    const std::optional<double> limit = fitting_.spec().stop.max_seconds;
    for (const double lambda : curve.grid) {
      if (interrupt_ != nullptr && interrupt_->load(std::memory_order_relaxed)) return PathEnd::interrupted;
      const auto begun = Clock::now();
      const std::int64_t passes = walk.passes();
      std::optional<double> left;
      if (limit) left = *limit - seconds_since(begun_);
      if (left && *left <= 0) return PathEnd::time_limit;
      const Penalty penalty = fitting_.at_strength(lambda, curve.theta);
      Answer& answer = walk.next(penalty, left);
      if (answer.status == Status::interrupted) return PathEnd::interrupted;
      if (answer.status == Status::time_limit) return PathEnd::time_limit;
      PathPoint point;
      point.lambda = lambda;
      point.theta = theta_of(penalty);
      point.origin = walk.origin();
      point.report = walk.judge(answer);
      point.report.passes = walk.passes() - passes;
      point.coefficients = fitting_.coefficients(answer);
      if (fitting_.spec().problem.relax && !relax(answer, point)) return PathEnd::interrupted;
      point.explained = explained(point.report.certificate.loss);
      point.convex = convexity.holds(answer);
      point.seconds = seconds_since(begun);
      result_.points.push_back(std::move(point));
      if (observe_) observe_(result_.points.back(), result_.points.size(), most_);
      // A relaxed fit, like a non-convex one, stands still until the next column is chosen.
      const bool convex = !fitting_.spec().problem.relax && is_convex(penalty);
      if (!request_.options.no_early_stop && saturated(result_.points, curve.begin, convex) &&
          lambda != curve.grid.back())
        return PathEnd::saturated;
    }
    return PathEnd::complete;
  }

  /// The point fitted again on its own columns; false when that was interrupted.
  bool relax(const Answer& answer, PathPoint& point) {
    Model model = fitting_.relax(fitting_.model(answer, point.report));
    point.coefficients = {model.intercept, std::move(model.index), std::move(model.value)};
    point.report = std::move(model.report);
    return point.report.status != Status::interrupted;
  }

  double explained(double loss) const {
    const double all = result_.null_loss - result_.saturated_loss;
    return all > 0 ? (result_.null_loss - loss) / all : 0;
  }

  Fitting& fitting_;
  const PathRequest& request_;
  Team& team_;
  const cpu::SecondMoments* moments_;
  const PathObserver& observe_;
  const std::atomic<bool>* interrupt_;
  Clock::time_point begun_ = Clock::now();
  std::size_t most_ = 0;
  PathResult result_;
};

}  // namespace

std::vector<PathCurve> plan_curves(const Fitting& fitting, const PathRequest& request) {
  const FitSpec& spec = fitting.spec();
  const std::string name(name_of(spec.penalty));
  if (std::holds_alternative<None>(spec.penalty))
    throw Error(ErrorKind::option, "the penalty none has no lambda, and so no path");
  if (!request.thetas.empty() && !theta_of(spec.penalty))
    throw Error(ErrorKind::option, "--theta-grid does not apply to the penalty " + name + ", which has no theta");
  if (!request.thetas.empty() && spec.problem.theta_ratio)
    throw Error(ErrorKind::option, "--theta-grid and --theta-ratio exclude each other");
  const double ratio =
      request.grid.ratio.value_or(default_ratio(fitting.problem().samples(), fitting.problem().features()));
  std::vector<std::optional<double>> thetas(request.thetas.begin(), request.thetas.end());
  if (thetas.empty()) thetas.emplace_back();
  std::vector<PathCurve> curves;
  for (const auto& theta : thetas) {
    PathCurve curve;
    curve.theta = theta;
    curve.lambda_max = theta ? fitting.lambda_max_at(*theta) : fitting.null().lambda_max;
    if (request.lambdas.empty() && !(curve.lambda_max > 0)) {
      throw Error(ErrorKind::data,
                  "lambda_max is 0: no feature has anything to say about the labels, w = 0 is the answer at every "
                  "lambda, and there is no path");
    }
    curve.grid =
        request.lambdas.empty() ? log_grid(curve.lambda_max, request.grid.count, ratio) : own_grid(request.lambdas);
    for (const double lambda : curve.grid) fitting.at_strength(lambda, theta);  // throws now, not an hour from now
    curves.push_back(std::move(curve));
  }
  return curves;
}

Model PathResult::model(std::size_t point) const {
  const PathPoint& chosen = points.at(point);
  Model model = frame;
  model.spec.penalty = with_strength(frame.spec.penalty, chosen.lambda, chosen.theta);
  model.intercept = chosen.coefficients.intercept;
  model.index = chosen.coefficients.index;
  model.value = chosen.coefficients.value;
  model.report = chosen.report;
  return model;
}

PathEnd PathResult::ended() const {
  for (const auto& curve : curves) {
    if (curve.ended == PathEnd::interrupted || curve.ended == PathEnd::time_limit) return curve.ended;
  }
  return PathEnd::complete;
}

PathResult trace_path(Fitting& fitting, const PathRequest& request, Team& team, const PathObserver& observe,
                      const std::atomic<bool>* interrupt) {
  const auto moments = moments_for(fitting.problem(), fitting.spec(), request.options.follow, team);
  return trace_path(fitting, request, team, moments.get(), observe, interrupt);
}

PathResult trace_path(Fitting& fitting, const PathRequest& request, Team& team, const cpu::SecondMoments* moments,
                      const PathObserver& observe, const std::atomic<bool>* interrupt) {
  return Tracer(fitting, request, team, moments, observe, interrupt).trace();
}

}  // namespace gist
