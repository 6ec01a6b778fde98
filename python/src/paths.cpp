#include "paths.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <mutex>
#include <nlohmann/json.hpp>
#include <numeric>
#include <variant>

#include "arrays.hpp"
#include "fit_input.hpp"
#include "gist/core/faults.hpp"
#include "gist/fit/options.hpp"
#include "gist/io/atomic_file.hpp"
#include "gist/path/criteria.hpp"
#include "gist/path/cross_validate.hpp"
#include "job.hpp"
#include "named_fields.hpp"
#include "path_columns.hpp"

namespace gistlearn {
namespace {

/// How far along it is, written by the solver's threads and read by the one that waits.
class Milestone {
 public:
  void put(std::string what, std::int64_t done, std::int64_t most) {
    const std::lock_guard lock(mutex_);
    what_ = std::move(what);
    done_ = done;
    most_ = most;
  }
  void tell(const nb::object& listener) {
    std::string what;
    std::int64_t done = 0, most = 0;
    {
      const std::lock_guard lock(mutex_);
      what = what_;
      done = done_;
      most = most_;
    }
    if (!what.empty()) listener(what, done, most);
  }

 private:
  std::mutex mutex_;
  std::string what_;
  std::int64_t done_ = 0, most_ = 0;
};

/// Everything a path needs, in one place that outlives the call should it be left behind.
struct PathJob {
  gist::FitData data;
  gist::FitSpec spec;
  gist::PathRequest request;
  gist::CvOptions cv;
  gist::Folds folds;
  std::vector<double> group;
  int threads = 0;
  Milestone milestone;
  Path path;

  gist::PathObserver observer() {
    return [this](const gist::PathPoint&, std::size_t place, std::size_t most) {
      milestone.put("alpha", static_cast<std::int64_t>(place), static_cast<std::int64_t>(most));
    };
  }
  void trace(const JobControls& controls) {
    gist::Team team(threads);
    gist::Fitting fitting(data, spec, team, &controls.interrupt);
    path.saved.path = gist::trace_path(fitting, request, team, observer(), &controls.interrupt);
  }
  void cross_validate(const JobControls& controls) {
    gist::Team team(threads);
    if (folds.count == 0) folds = gist::folds_for(data, spec, cv, group);
    gist::CvControls beside{.observe = observer(), .fold_done = {}, .interrupt = &controls.interrupt};
    beside.fold_done = [this](int finished, int all) { milestone.put("fold", finished, all); };
    path.saved = gist::saved(gist::cross_validate(data, spec, request, cv, folds, team, beside), cv.choose);
  }
};

/// The job without what it is to do: data, spec and grid, checked. `options` are those of a fit without a strength.
std::shared_ptr<PathJob> job_for(const FitInput& input, const Input<double>& label, const gist::NamedOptions& options,
                                 const gist::NamedOptions& path_options, const std::vector<double>& lambdas,
                                 const std::vector<double>& thetas, int threads) {
  auto job = std::make_shared<PathJob>();
  job->data = input.with_labels(numbers(label));
  job->spec = gist::spec_from(options);
  job->spec.problem.lambda_ratio.reset();
  std::vector<std::string> faults;
  for (const auto& option : path_options) {
    if (!set_field(job->request.grid, option, faults) && !set_field(job->request.options, option, faults) &&
        !set_field(job->cv, option, faults))
      faults.push_back("there is no option " + option.first);
  }
  gist::refuse(faults);
  if (!lambdas.empty()) job->request.lambdas = gist::own_grid(lambdas);
  job->request.thetas = thetas;
  job->threads = threads;
  const auto& weight = job->data.weight;
  job->path.sample_weights = weight.empty() ? static_cast<double>(input.data.dataset.design.rows())
                                            : std::accumulate(weight.begin(), weight.end(), 0.0);
  return job;
}

void run(const std::shared_ptr<PathJob>& job, void (PathJob::*what)(const JobControls&), const nb::object& listener) {
  Tick tick;
  if (!listener.is_none()) tick = [&] { job->milestone.tell(listener); };
  run_job([job, what](const JobControls& controls) { ((*job).*what)(controls); }, tick);
  if (tick) tick();
}

Path trace(const FitInput& input, const Input<double>& label, const gist::NamedOptions& options,
           const gist::NamedOptions& path_options, const std::vector<double>& lambdas,
           const std::vector<double>& thetas, const std::optional<std::string>& criterion, int threads,
           const nb::object& listener) {
  const auto job = job_for(input, label, options, path_options, lambdas, thetas, threads);
  gist::Criterion chosen_by{};
  if (criterion) {
    if (!gist::parse_value(*criterion, {}, chosen_by))
      gist::refuse({"criterion = " + *criterion + ": expected " + gist::valid_values<gist::Criterion>({})});
    gist::check_criterion(job->spec.loss);
  }
  run(job, &PathJob::trace, listener);
  gist::SavedPath& saved = job->path.saved;
  if (criterion && !saved.path.points.empty()) {
    saved.chosen = gist::best_point(saved.path, chosen_by, job->path.sample_weights);
    saved.chosen_by = *criterion;
  }
  return std::move(job->path);
}

Path cross_validate(const FitInput& input, const Input<double>& label, const gist::NamedOptions& options,
                    const gist::NamedOptions& path_options, const std::vector<double>& lambdas,
                    const std::vector<double>& thetas, const std::optional<Input<double>>& fold,
                    const std::optional<Input<double>>& group, int threads, const nb::object& listener) {
  const auto job = job_for(input, label, options, path_options, lambdas, thetas, threads);
  gist::check_score(job->cv.score, job->spec.loss);
  if (fold) job->folds = gist::given_folds(numbers(fold));
  job->group = numbers(group);
  run(job, &PathJob::cross_validate, listener);
  return std::move(job->path);
}

/// The fold of each sample, from 0.
auto draw_folds(std::int64_t samples, int count, std::uint64_t seed, const std::optional<Input<double>>& stratum,
                const std::optional<Input<double>>& weight, const std::optional<Input<double>>& group) {
  const auto strata = numbers(stratum), weights = numbers(weight), groups = numbers(group);
  const auto folds = gist::draw_folds(static_cast<std::size_t>(samples), {count, seed, strata, weights, groups});
  return to_numpy<double>(std::vector<double>(folds.fold.begin(), folds.fold.end()));
}

nb::object load(const std::string& path) {
  auto found = gist::load_model_or_path(path);
  if (auto* model = std::get_if<gist::Model>(&found)) return nb::cast(std::move(*model));
  auto& saved = std::get<gist::SavedPath>(found);
  const auto samples = saved.path.points.empty() ? 0 : saved.path.points[0].report.samples;
  return nb::cast(Path{std::move(saved), static_cast<double>(samples)});
}

void restore(Path& at, const std::pair<std::string, double>& state) {
  const auto json = nlohmann::json::parse(state.first);
  new (&at) Path{gist::path_from_json(json, "pickle"), state.second};
}

void save(const Path& path, const std::string& name) {
  gist::AtomicFile file(name);
  file.write(gist::path_to_json(path.saved));
  file.commit();
}

}  // namespace

void bind_paths(nb::module_& module) {
  nb::class_<Path>(module, "Path", "Fits at many strengths of the penalty, perhaps with a cross-validation.")
      .def("__len__", [](const Path& p) { return p.saved.path.points.size(); })
      .def_prop_ro("features", [](const Path& p) { return p.saved.path.frame.features; })
      .def_prop_ro("feature_names", [](const Path& p) { return p.saved.path.frame.feature_names; })
      .def_prop_ro("options", [](const Path& p) { return gist::options_of(p.saved.path.frame.spec); })
      .def_prop_ro("alpha_max", [](const Path& p) { return p.saved.path.lambda_max; })
      .def_prop_ro("ended", [](const Path& p) { return std::string(gist::to_string(p.saved.path.ended())); })
      .def_prop_ro("seconds", [](const Path& p) { return p.saved.path.seconds; })
      .def_prop_ro("chosen", [](const Path& p) { return p.saved.chosen; })
      .def_prop_ro("chosen_by", [](const Path& p) { return p.saved.chosen_by; })
      .def_prop_ro("score", [](const Path& p) { return p.saved.score; })
      .def_prop_ro("best", [](const Path& p) { return p.saved.min; })
      .def_prop_ro("one_se", [](const Path& p) { return p.saved.one_se; })
      .def("columns", &columns_of)
      .def("coefficients", &coefficients_of)
      .def("scores", &scores_of)
      .def(
          "model", [](const Path& p, std::size_t k) { return p.saved.path.model(k); }, nb::arg("point"))
      .def("save", &save, nb::arg("path"))
      .def("__getstate__", [](const Path& p) { return nb::make_tuple(gist::path_to_json(p.saved), p.sample_weights); })
      .def("__setstate__", &restore);
  const auto common = [&](const char* name, auto function, const char* doc, auto... own) {
    module.def(name, function, nb::arg("input"), nb::arg("label"), nb::arg("options"), nb::arg("path_options"),
               nb::kw_only(), nb::arg("lambdas") = std::vector<double>{}, nb::arg("thetas") = std::vector<double>{},
               own..., nb::arg("threads") = 0, nb::arg("listener").none() = nb::none(), doc);
  };
  common("trace_path", &trace, "A fit at every strength of a grid, each from the last.",
         nb::arg("criterion").none() = nb::none());
  common("cross_validate", &cross_validate, "A path, and a score of every strength by samples set aside.",
         nb::arg("fold").none() = nb::none(), nb::arg("group").none() = nb::none());
  module.def("draw_folds", &draw_folds, nb::arg("samples"), nb::arg("count"), nb::arg("seed"),
             nb::arg("stratum").none() = nb::none(), nb::arg("weight").none() = nb::none(),
             nb::arg("group").none() = nb::none(), "The fold of each sample, from 0.");
  module.def("load", &load, nb::arg("path"), "What a model file holds: a Model or a Path.");
}

}  // namespace gistlearn
