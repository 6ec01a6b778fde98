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
#include "gist/data/transpose.hpp"
#include "gist/fit/fit.hpp"
#include "gist/fit/options.hpp"
#include "job.hpp"
#include "matrix.hpp"

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
  gist::FitData data;  ///< of one problem, all but its labels
  gist::FitSpec spec;
  std::vector<std::vector<double>> labels;
  std::vector<std::optional<Model>> starts, models;
  int threads = 0;
  LastStep last;

  /// Problem k: the design is shared, its columns are not worked out again.
  void fit(std::size_t k, gist::Team& team, const JobControls& controls) {
    gist::FitData own = data;
    own.dataset.label = std::move(labels[k]);
    gist::FitControls beside;
    beside.interrupt = &controls.interrupt;
    beside.start = starts[k] ? &*starts[k] : nullptr;
    beside.observe = [this](const gist::Step& step, double seconds) { last.put(step, seconds); };
    models[k] = gist::fit(own, spec, team, beside);
  }

  /// All problems, as many at a time as there are threads; each has the same bits as if it were alone.
  void run(const JobControls& controls) {
    gist::Team team(threads);
    data.dataset.design = gist::complete(data.dataset.design, team);
    const auto count = labels.size();
    if (count == 1) return fit(0, team, controls);
    team.run(static_cast<std::int64_t>(count), [&](std::int64_t k) {
      gist::Team alone(1);
      fit(static_cast<std::size_t>(k), alone, controls);
    });
  }
};

std::vector<Model> fit(const Matrix& matrix, const std::vector<Input<double>>& labels, const gist::NamedOptions& options,
                       const std::optional<Input<double>>& weight, const std::optional<Input<double>>& offset,
                       const std::optional<Input<double>>& factor, const std::optional<Input<double>>& lower,
                       const std::optional<Input<double>>& upper, const std::vector<std::optional<Model>>& starts,
                       std::vector<std::string> feature_names, int threads, const nb::object& listener) {
  auto fits = std::make_shared<Fits>();
  fits->spec = gist::spec_from(options);
  fits->data.dataset.design = matrix.design;
  fits->data.dataset.source = "X";
  fits->data.dataset.feature_names = std::move(feature_names);
  fits->data.weight = numbers(weight);
  fits->data.offset = numbers(offset);
  fits->data.factor = numbers(factor);
  fits->data.lower = numbers(lower);
  fits->data.upper = numbers(upper);
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
  module.def("fit", &fit, nb::arg("matrix"), nb::arg("labels"), nb::arg("options"), nb::kw_only(),
             nb::arg("weight").none() = nb::none(), nb::arg("offset").none() = nb::none(),
             nb::arg("factor").none() = nb::none(), nb::arg("lower").none() = nb::none(),
             nb::arg("upper").none() = nb::none(), nb::arg("starts") = std::vector<std::optional<Model>>{},
             nb::arg("feature_names") = std::vector<std::string>{}, nb::arg("threads") = 0,
             nb::arg("listener").none() = nb::none(),
             "One model per array of labels, all over the same matrix. Without the GIL; Ctrl-C raises within 0.2 s.");
  module.def("option_rows", &option_rows, "The options of a fit: name, valid values, default, help, owners.");
  module.def(
      "check_options", [](const gist::NamedOptions& options) { static_cast<void>(gist::spec_from(options)); },
      nb::arg("options"), "Raises ValueError with everything that is wrong with the options.");
}

}  // namespace gistlearn
