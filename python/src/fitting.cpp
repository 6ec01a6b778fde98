#include "fitting.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <optional>
#include <thread>

#include "arrays.hpp"
#include "fit_input.hpp"
#include "gist/data/densify.hpp"
#include "gist/fit/fit.hpp"
#include "gist/fit/in_play.hpp"
#include "gist/fit/options.hpp"
#include "job.hpp"

namespace gistlearn {
namespace {

using gist::Model;

/// The step seen last, written by the solver's thread and read by the one that waits.
class LastStep {
 public:
  void put(const gist::Step& step, double seconds) {
    const std::lock_guard lock(mutex_);
    step_ = step;
    seconds_ = seconds;
    fresh_ = true;
  }
  /// Tells `listener` of the last step unless it has been told.
  void tell(const nb::object& listener) {
    gist::Step step;
    double seconds = 0;
    {
      const std::lock_guard lock(mutex_);
      if (!fresh_) return;
      fresh_ = false;
      step = step_;
      seconds = seconds_;
    }
    listener(step.iteration, step.objective, step.residual, step.nonzeros, seconds);
  }

 private:
  std::mutex mutex_;
  gist::Step step_;
  double seconds_ = 0;
  bool fresh_ = false;
};

/// Everything a fit needs, in one place that outlives the call should the fit be left behind.
struct Fits {
  FitInput input;
  gist::FitSpec spec;
  std::vector<std::vector<double>> labels;
  std::vector<std::optional<Model>> starts, models;
  int threads = 0;
  LastStep last;

  /// Problem k: the design is shared.
  void fit(std::size_t k, gist::Team& team, const JobControls& controls) {
    const gist::FitData own = input.with_labels(std::move(labels[k]));
    gist::FitControls beside;
    beside.interrupt = &controls.interrupt;
    beside.start = starts[k] ? &*starts[k] : nullptr;
    beside.observe = [this](const gist::Step& step, double seconds) { last.put(step, seconds); };
    models[k] = gist::fit(own, spec, team, beside);
  }

  /// All problems, as many at a time as there are threads; each has the same bits as if it were alone.
  void run(const JobControls& controls) {
    gist::Team team(threads);
    const auto count = labels.size();
    if (count == 1) return fit(0, team, controls);
    auto& design = input.data.dataset.design;
    if (!gist::may_play(design, spec.penalty, spec.solver, spec.stop)) design = gist::ready(design, team);
    team.run(static_cast<std::int64_t>(count), [&](std::int64_t k) {
      gist::Team alone(1);
      fit(static_cast<std::size_t>(k), alone, controls);
    });
  }
};

std::vector<Model> fit(const FitInput& input, const std::vector<Input<double>>& labels,
                       const gist::NamedOptions& options, const std::vector<std::optional<Model>>& starts, int threads,
                       const nb::object& listener) {
  auto fits = std::make_shared<Fits>();
  fits->input = input;
  fits->spec = gist::spec_from(options);
  for (const auto& label : labels) fits->labels.push_back(numbers(label));
  fits->starts = starts;
  fits->starts.resize(labels.size());
  fits->models.resize(labels.size());
  fits->threads = threads;
  Tick tick;
  if (!listener.is_none()) tick = [&] { fits->last.tell(listener); };
  run_job([fits](const JobControls& controls) { fits->run(controls); }, tick);
  if (tick) tick();
  std::vector<Model> models;
  for (auto& model : fits->models) models.push_back(std::move(*model));
  return models;
}

nb::list option_rows() {
  nb::list rows;
  for (const auto& row : gist::option_rows()) {
    nb::dict entry;
    entry["name"] = row.name;
    entry["valid"] = row.valid;
    entry["default"] = row.default_text;
    entry["help"] = row.help;
    entry["applies_to"] = row.applies_to;
    entry["group"] = row.group;
    rows.append(entry);
  }
  return rows;
}

}  // namespace

void bind_fit(nb::module_& module) {
  module.def("fit", &fit, nb::arg("input"), nb::arg("labels"), nb::arg("options"), nb::kw_only(),
             nb::arg("starts") = std::vector<std::optional<Model>>{}, nb::arg("threads") = 0,
             nb::arg("listener").none() = nb::none(),
             "One model per array of labels, all over the same data. Without the GIL; Ctrl-C raises within 0.2 s.");
  module.def("option_rows", &option_rows, "The options of a fit: name, valid values, default, help, owners.");
  module.def(
      "check_options", [](const gist::NamedOptions& options) { static_cast<void>(gist::spec_from(options)); },
      nb::arg("options"), "Raises ValueError with everything that is wrong with the options.");
}

}  // namespace gistlearn
