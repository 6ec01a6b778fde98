#include "files.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <memory>

#include "arrays.hpp"
#include "gist/core/faults.hpp"
#include "gist/fit/options.hpp"
#include "gist/io/read.hpp"
#include "gist/io/write.hpp"
#include "gist/simulate/simulate.hpp"
#include "job.hpp"
#include "matrix.hpp"
#include "named_fields.hpp"

namespace gistlearn {
namespace {

/// One of the names of an enumeration, or an Error that lists them.
template <class Choice>
Choice choice(const std::string& what, const std::string& text) {
  Choice value{};
  if (!gist::parse_value(text, {}, value))
    throw gist::Error(gist::ErrorKind::option, what + " = '" + text + "': expected " + gist::valid_values<Choice>({}));
  return value;
}

/// (matrix, labels or None, feature names)
nb::tuple handed_over(gist::Dataset data) {
  nb::object label = nb::none();
  if (!data.label.empty()) label = nb::cast(to_numpy<double>(std::move(data.label)));
  return nb::make_tuple(Matrix{std::move(data.design)}, label, std::move(data.feature_names));
}

nb::tuple read(const std::string& path, const std::string& format, std::optional<std::int64_t> features,
               bool single_precision, const std::string& label_column, const std::string& label_file,
               const std::string& header, int threads) {
  gist::ReadOptions options;
  options.path = path;
  options.format = choice<gist::Format>("format", format);
  options.features = features;
  options.single_precision = single_precision;
  options.label_column = label_column;
  options.label_file = label_file;
  options.header = choice<gist::Header>("header", header);
  auto data = std::make_shared<gist::Dataset>();
  run_job([=](const JobControls&) {
    gist::Team team(threads);
    *data = gist::read_dataset(options, team);
  });
  return handed_over(std::move(*data));
}

void write(const Matrix& matrix, const std::optional<Input<double>>& label, std::vector<std::string> feature_names,
           const std::string& path, const std::string& format, int threads) {
  auto data = std::make_shared<gist::Dataset>();
  data->design = matrix.design;
  data->label = numbers(label);
  data->feature_names = std::move(feature_names);
  data->source = "X";
  const auto form = choice<gist::Format>("format", format);
  run_job([=](const JobControls&) {
    gist::Team team(threads);
    gist::write_dataset(*data, path, form, team);
  });
}

/// The options of a simulation from names and texts; every fault at once.
gist::SimulateOptions simulation_from(const gist::NamedOptions& named) {
  gist::SimulateOptions options;
  std::vector<std::string> faults;
  for (const auto& option : named) {
    if (!set_field(options, option, faults)) faults.push_back("there is no option " + option.first);
  }
  gist::refuse(faults);
  return options;
}

nb::dict as_dict(const gist::Truth& truth) {
  nb::dict all;
  all["kind"] = gist::to_string(truth.kind);
  all["seed"] = truth.seed;
  all["features"] = truth.features;
  all["support"] = to_numpy<gist::Index>(truth.support);
  all["coefficient"] = to_numpy<double>(truth.coefficient);
  all["intercept"] = truth.intercept;
  all["noise_variance"] = truth.noise_variance;
  all["label_noise"] = truth.label_noise;
  return all;
}

/// (matrix, labels, names, truth)
nb::tuple simulate(const gist::NamedOptions& named, int threads) {
  const auto options = simulation_from(named);
  auto made = std::make_shared<gist::Simulated>();
  run_job([=](const JobControls&) {
    gist::Team team(threads);
    *made = gist::simulate(options, team);
  });
  const nb::tuple data = handed_over(std::move(made->data));
  return nb::make_tuple(data[0], data[1], as_dict(made->truth));
}

}  // namespace

void bind_files(nb::module_& module) {
  module.def("read", &read, nb::arg("path"), nb::kw_only(), nb::arg("format") = "auto",
             nb::arg("features").none() = nb::none(), nb::arg("single_precision") = false, nb::arg("label_column") = "",
             nb::arg("label_file") = "", nb::arg("header") = "auto", nb::arg("threads") = 0,
             "A data file: (matrix, labels or None, feature names).");
  module.def("write", &write, nb::arg("matrix"), nb::arg("label").none(), nb::arg("feature_names"), nb::arg("path"),
             nb::kw_only(), nb::arg("format") = "auto", nb::arg("threads") = 0, "Writes a data file, whole or not.");
  module.def("simulate", &simulate, nb::arg("options"), nb::arg("threads") = 0,
             "A seeded data set with a known truth: (matrix, labels, truth).");
}

}  // namespace gistlearn
