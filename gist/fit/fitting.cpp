#include "gist/fit/fitting.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "gist/backend/cpu/column_bounds.hpp"
#include "gist/backend/cpu/nonzeros.hpp"
#include "gist/core/error.hpp"
#include "gist/data/transpose.hpp"
#include "gist/fit/certificate.hpp"
#include "gist/fit/compress.hpp"
#include "gist/fit/in_play.hpp"
#include "gist/fit/lambda_max.hpp"
#include "gist/fit/relax.hpp"
#include "gist/fit/search_in_play.hpp"
#include "gist/fit/separation.hpp"
#include "gist/fit/warnings.hpp"

namespace gist {
namespace {

const FitSpec& valid(const FitSpec& spec) {
  validate(spec);
  return spec;
}

bool penalised(const FitData& data) {
  return std::none_of(data.factor.begin(), data.factor.end(), [](double f) { return f == 0; });
}

/// Whether a convex fit goes part by part (in_play.hpp).
bool plays(const FitData& data, const FitSpec& spec) {
  return penalised(data) && may_play(data.dataset.design, spec.penalty, spec.solver, spec.stop);
}

/// A design that came by rows is transposed only for those who read it by columns again and again.
Ways ways_for(const FitData& data, const FitSpec& spec) {
  const bool searches =
      penalised(data) && may_search_in_play(data.dataset.design, spec.loss, spec.penalty, spec.solver, spec.stop);
  return plays(data, spec) || searches ? Ways::either : Ways::both;
}

/// Whether there is too little to do for more than one thread. A convex fit on the columns in play reads all of the
/// data a few times only; on little of it a thread saves less than it takes to wake, and what it has begun must be
/// waited for should the processor be taken from it.
bool for_one_thread(const FitData& data, const FitSpec& spec) {
  constexpr Offset worth_sharing = 1 << 22;
  return plays(data, spec) && data.dataset.design.nonzeros() < worth_sharing;
}

bool all_zero(const WorkVector& w) {
  return std::all_of(w.begin(), w.end(), [](double x) { return x == 0; });
}

/// w on the problem's scale from which to start: that of a model or 0, moved inside the bounds.
WorkVector starting_w(const Problem& problem, const Model* start) {
  WorkVector w(static_cast<std::size_t>(problem.features()));
  if (start != nullptr) {
    if (start->features != problem.features()) {
      throw Error(ErrorKind::model, "the model to start from has " + std::to_string(start->features) +
                                        " features, the data " + std::to_string(problem.features()));
    }
    for (std::size_t k = 0; k < start->index.size(); ++k) {
      const auto j = static_cast<std::size_t>(start->index[k]);
      const double inverse = problem.scaling.inverse_scale.empty() ? 1 : problem.scaling.inverse_scale[j];
      w[j] = inverse > 0 ? start->value[k] / inverse : 0;
    }
  }
  for (std::size_t j = 0; j < w.size(); ++j) {
    if (!problem.lower.empty()) w[j] = std::max(w[j], problem.lower[j]);
    if (!problem.upper.empty()) w[j] = std::min(w[j], problem.upper[j]);
  }
  return w;
}

/// w_j on the scale of the user's columns. A coefficient at its bound is the user's bound to the last bit: dividing and
/// multiplying by the scale would leave it an ulp inside or outside.
double original_scale(const Problem& problem, const FitData& data, double w, std::size_t j) {
  const double inverse = problem.scaling.inverse_scale[j];
  const auto user = [&](const std::vector<double>& bound) { return bound.size() == 1 ? bound[0] : bound[j]; };
  double original = w * inverse;
  if (inverse == 0) return original;
  if (!problem.lower.empty())
    original = w == problem.lower[j] ? user(data.lower) : std::max(original, user(data.lower));
  if (!problem.upper.empty())
    original = w == problem.upper[j] ? user(data.upper) : std::min(original, user(data.upper));
  return original;
}

}  // namespace

Fitting::Fitting(const FitData& data, const FitSpec& spec, Team& team, const std::atomic<bool>* interrupt)
    : data_(data),
      spec_(valid(spec)),
      team_(for_one_thread(data, spec) ? alone_ : team),
      interrupt_(interrupt),
      prepared_(prepare(data, spec, team_, ways_for(data, spec))),
      space_(prepared_.problem, team_),
      null_(study_null(space_, prepared_.problem, spec, team_, interrupt)) {}

Penalty Fitting::at_strength(double lambda, std::optional<double> theta) const {
  // Where there is nothing to explain lambda is 0, and any theta will do.
  if (spec_.problem.theta_ratio) theta = *spec_.problem.theta_ratio * (null_.lambda_max > 0 ? lambda : 1);
  FitSpec check = spec_;
  check.penalty = with_strength(spec_.penalty, lambda, theta);
  validate(check);
  return check.penalty;
}

double Fitting::lambda_max_at(double theta) const {
  Problem shaped;
  shaped.penalty = with_strength(spec_.penalty, 1, theta);
  shaped.factor = problem().factor;
  shaped.lower = problem().lower;
  shaped.upper = problem().upper;
  return lambda_max(shaped, null_.gradient, false);
}

Penalty Fitting::settled() const {
  return at_strength(spec_.problem.lambda_ratio ? *spec_.problem.lambda_ratio * null_.lambda_max
                                                : lambda_of(spec_.penalty));
}

void Fitting::screen() {
  const bool by_columns =
      std::holds_alternative<WorkingSetOptions>(spec_.solver) || std::holds_alternative<AutoOptions>(spec_.solver);
  if (screened_ || !by_columns) return;
  screened_ = true;
  take_both_ways();
  space_.screen();
}

Answer Fitting::start(const Model* model) const {
  Answer answer{.penalty = spec_.penalty, .point = {}};  // without a gradient: judge() makes one where it needs it
  answer.point.w = starting_w(problem(), model);
  answer.point.margin.resize(static_cast<std::size_t>(problem().samples()));
  if (model != nullptr) answer.t = model->report.certificate.t;
  return answer;
}

void Fitting::take_both_ways() { prepared_.problem.design = complete(prepared_.problem.design, team_); }

void Fitting::expect_many() {
  constexpr double passes_of_many = 1000;
  take_both_ways();
  compress_for(passes_of_many);
}

void Fitting::compress_for(double passes) {
  // Inner products are made row by row; beside them it costs little to turn what came by columns.
  if (!small_ && problem().design.only_by_columns() && compressible(problem())) take_both_ways();
  if (!small_) small_ = compress(prepared_.problem, passes, team_);
  if (small_ && !small_space_) small_space_.emplace(*small_, team_);
}

void Fitting::expect_one(const Penalty& penalty) {
  // A convex fit wants the more columns the smaller lambda is; those it wants it multiplies with one another anyhow.
  constexpr double passes_of_a_search = 50, fewest_passes = 8, passes_by_strength = 0.12;
  // Below this the residual may be the rounding of the products.
  constexpr double least_tolerance = 1e-9;
  only_one_ = true;
  const bool ours =
      std::holds_alternative<AutoOptions>(spec_.solver) || std::holds_alternative<BestOptions>(spec_.solver);
  if (!ours || spec_.stop.stop != StopRule::residual || spec_.stop.threshold() < least_tolerance) return;
  double passes = passes_of_a_search;
  if (is_convex(penalty) && lambda_of(penalty) > 0)
    passes = std::clamp(passes_by_strength * null_.lambda_max / lambda_of(penalty), fewest_passes, passes_of_a_search);
  compress_for(passes);
  finish_on_data_ = true;
}

/// Products have lost digits: where the data say that it is not quite there, it goes on there. Mostly one look tells,
/// for which data by rows need not be transposed.
void Fitting::finish_on_data(const Stop& stop, const Observer& observe, Solved& found) {
  const WorkingSetOptions how;
  Problem& problem = prepared_.problem;
  problem.penalty = small_->penalty;
  Solved last;
  if (may_play(problem.design, problem.penalty, how, spec_.stop)) {
    last = play(how, stop.after(found.iterations), std::move(found.w), observe);
  } else {
    take_both_ways();
    last = gist::solve(space_, problem, how, stop.after(found.iterations), space_.make_point(std::move(found.w)),
                       found.t, observe);
  }
  found.status = last.status;
  found.iterations += last.iterations;
  found.w = std::move(last.w);
  found.evaluated = std::move(last.evaluated);
  found.t = last.t;
}

Answer Fitting::solve(const Penalty& penalty, Answer from, const Observer& observe, std::optional<double> seconds) {
  return solve_by(spec_.solver, penalty, std::move(from.point.w), from.t, observe, seconds);
}

Answer Fitting::solve_by(const SolverOptions& solver, const Penalty& penalty, WorkVector w, double t,
                         const Observer& observe, std::optional<double> seconds) {
  Problem& problem = small_ ? *small_ : prepared_.problem;
  cpu::ColumnSpace& space = small_space_ ? *small_space_ : space_;
  problem.penalty = penalty;
  StopOptions limits = spec_.stop;
  if (seconds) limits.max_seconds = seconds;
  const Stop stop(limits, null_.gradient_scale, interrupt_);
  Observer counting;
  if (observe) {
    counting = [&](Step step, double since) {
      step.passes = null_.passes + space_.passes();
      observe(step, since);
    };
  }
  const bool by_parts = !small_ && !screened_;
  std::optional<Solved> in_play;
  if (by_parts && may_play(problem.design, penalty, solver, limits))
    in_play = play(solver, stop, std::move(w), counting);
  else if (by_parts && studied(w) && may_search_in_play(problem.design, problem.loss, penalty, solver, limits))
    in_play = search_in_play(space_, problem, stop, at_zero(w), counting, team_);
  if (!in_play && !small_) take_both_ways();
  Solved solved = in_play ? std::move(*in_play)
                          : gist::solve(space, problem, solver, stop, space.make_point(std::move(w)), t, counting);
  if (!solved.begun) {
    throw Error(ErrorKind::data,
                "the objective is not finite at the starting point: labels, offsets or data are too large for double "
                "precision; scale them down");
  }
  if (small_ && finish_on_data_ && solved.status == Status::converged) finish_on_data(stop, counting, solved);
  Answer answer{
      .penalty = penalty, .status = solved.status, .iterations = solved.iterations, .point = {}, .t = solved.t};
  answer.engine = std::move(solved.engine);
  answer.why = std::move(solved.why);
  if (small_ && !answer.why.empty())
    answer.why += "; solved on " + std::to_string(small_->samples()) + " samples that have the same objective";
  answer.runs = std::move(solved.runs);
  answer.evaluated = solved.evaluated.has_value();
  if (answer.evaluated) {
    answer.point = std::move(*solved.evaluated);
  } else {
    answer.point.w = std::move(solved.w);
    answer.point.margin.resize(static_cast<std::size_t>(this->problem().samples()));
  }
  return answer;
}

bool Fitting::studied(const WorkVector& w) const {
  return null_.at_zero && null_.gradient.size() == w.size() && all_zero(w);
}

cpu::CpuSpace::Point Fitting::at_zero(WorkVector w) {
  cpu::CpuSpace::Point zero;
  zero.w = std::move(w);
  zero.margin.resize(static_cast<std::size_t>(problem().samples()));
  std::copy(problem().offset.begin(), problem().offset.end(), zero.margin.begin());
  zero.intercept = null_.intercept;
  zero.loss_value = null_.loss;
  if (only_one_)
    zero.gradient = std::move(null_.gradient);
  else
    zero.gradient = null_.gradient;
  return zero;
}

Solved Fitting::play(const SolverOptions& solver, const Stop& stop, WorkVector w, const Observer& observe) {
  const auto* const asked = std::get_if<WorkingSetOptions>(&solver);
  const bool known = studied(w);
  Solved solved = solve_in_play(space_, problem(), asked != nullptr ? *asked : WorkingSetOptions{}, stop,
                                known ? at_zero(std::move(w)) : space_.make_point(std::move(w)), known, observe, team_);
  if (asked == nullptr) {
    const double seconds = stop.seconds();
    const WorkVector& found = solved.evaluated ? solved.evaluated->w : solved.w;
    const auto nonzeros = std::count_if(found.begin(), found.end(), [](double x) { return x != 0; });
    solved.runs = {{std::string(WorkingSetOptions::name), solved.objective, nonzeros, solved.iterations, seconds}};
    solved.engine = WorkingSetOptions::name;
    solved.why = "the penalty is convex: every way leads to the same objective";
  }
  return solved;
}

Status Fitting::believed(Status said, const Certificate& certificate) const {
  constexpr double far = 1000, beyond_rounding = 1e-6;
  const double limit = std::max(far * spec_.stop.threshold(), beyond_rounding) * null_.gradient_scale;
  const bool contradicted = spec_.stop.stop == StopRule::residual && certificate.critical > limit;
  return said == Status::converged && contradicted ? Status::line_search_failed : said;
}

/// Where the loss has a bound on its curvature, one measurement does for all points.
std::span<const double> Fitting::curvature_at(cpu::CpuSpace::Point& point) {
  const bool same_everywhere = cpu::bounded_curvature(problem().loss);
  if (same_everywhere && !space_.column_bounds().empty()) return space_.column_bounds();
  if (curvature_.empty() || !same_everywhere) {
    space_.loss(point);
    curvature_ = cpu::column_curvatures(problem(), point.margin, point.intercept, team_);
  }
  return curvature_;
}

FitReport Fitting::judge(Answer& answer) {
  Problem& problem = prepared_.problem;
  problem.penalty = answer.penalty;
  answer.point.gradient.resize(answer.point.w.size());
  const std::span<const double> curvature = curvature_at(answer.point);

  FitReport report;
  if (answer.evaluated) {
    space_.penalty(answer.point);
    space_.weigh_slopes(answer.point);  // for the slope of the intercept
    report.certificate = certify_computed(space_, problem, answer.point, answer.t, curvature, team_);
  } else if (screened_ && answer.t >= space_.curvature_bound()) {
    evaluate(answer);
    space_.gradient(answer.point);
    report.certificate = certify_computed(space_, problem, answer.point, answer.t, curvature, team_);
  } else {
    report.certificate = certify(space_, problem, answer.point, answer.t, curvature, team_);
  }
  answer.status = believed(answer.status, report.certificate);
  report.iterations = answer.iterations;
  report.gradient_scale = null_.gradient_scale;
  report.lambda_max = null_.lambda_max;
  report.samples = problem.samples();
  report.stored = stored();
  if (escapes_to_infinity(space_, problem, answer.point)) {
    if (answer.status == Status::converged && spec_.stop.stop == StopRule::residual) answer.status = Status::unbounded;
    report.warnings.push_back(no_minimiser_warning(problem));
  }
  report.status = answer.status;
  report.engine = answer.engine;
  report.why = answer.why;
  report.runs = answer.runs;
  if (auto warning = jump_regime_warning(problem, curvature)) report.warnings.push_back(std::move(*warning));
  report.passes = null_.passes + space_.passes();
  return report;
}

double Fitting::evaluate(Answer& answer) {
  prepared_.problem.penalty = answer.penalty;
  space_.loss(answer.point);
  space_.penalty(answer.point);
  return answer.point.objective();
}

Coefficients Fitting::coefficients(const Answer& answer) const {
  const auto& [mean, inverse_scale] = problem().scaling;
  Coefficients all{.intercept = answer.point.intercept, .index = {}, .value = {}};
  cpu::for_each_nonzero(answer.point.w.data(), 0, answer.point.w.size(), [&](std::size_t j) {
    const double here = answer.point.w[j];
    const double w = inverse_scale.empty() ? here : original_scale(problem(), data_, here, j);
    if (w == 0) return;
    all.index.push_back(static_cast<Index>(j));
    all.value.push_back(w);
    if (!mean.empty()) all.intercept -= w * mean[j];
  });
  return all;
}

Model Fitting::frame() const {
  Model model;
  model.spec = spec_;
  model.spec.problem.lambda_ratio.reset();
  model.spec.problem.theta_ratio.reset();
  model.features = problem().features();
  model.classes = prepared_.classes;
  model.feature_names = data_.dataset.feature_names;
  return model;
}

Model Fitting::relax(const Model& chosen) {
  FitControls controls;
  controls.interrupt = interrupt_;
  return relaxed(data_, chosen, team_, controls);
}

Model Fitting::model(const Answer& answer, FitReport report) const {
  Model model = frame();
  model.spec.penalty = answer.penalty;
  Coefficients all = coefficients(answer);
  model.intercept = all.intercept;
  model.index = std::move(all.index);
  model.value = std::move(all.value);
  model.report = std::move(report);
  return model;
}

}  // namespace gist
