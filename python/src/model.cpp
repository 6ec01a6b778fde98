#include "model.hpp"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include "arrays.hpp"
#include "gist/core/alternatives.hpp"
#include "gist/fit/options.hpp"
#include "gist/model/model_file.hpp"

namespace gistlearn {
namespace {

using gist::Model;

nb::dict report(const Model& model) {
  const gist::FitReport& r = model.report;
  const gist::Certificate& c = r.certificate;
  nb::dict all;
  all["status"] = gist::to_string(r.status);
  all["loss"] = c.loss;
  all["penalty"] = c.penalty;
  all["critical"] = c.critical;
  all["prox"] = c.prox;
  all["coordinate"] = c.coordinate;
  all["intercept_slope"] = c.intercept_slope;
  all["t"] = c.t;
  all["gradient_scale"] = r.gradient_scale;
  all["lambda_max"] = r.lambda_max;
  all["iterations"] = r.iterations;
  all["passes"] = r.passes;
  all["samples"] = r.samples;
  all["stored"] = r.stored;
  all["warnings"] = r.warnings;
  all["engine"] = r.engine;
  all["why"] = r.why;
  all["lambda"] = gist::lambda_of(model.spec.penalty);
  all["tolerance"] = model.spec.stop.threshold();
  return all;
}

nb::object labels(const Model& model) {
  if (!model.classes) return nb::none();
  return nb::make_tuple(model.classes->negative, model.classes->positive, model.classes->rest);
}

}  // namespace

void bind_model(nb::module_& module) {
  nb::class_<Model>(module, "Model", "A fitted sparse linear model, as a model file holds it.")
      .def_ro("features", &Model::features)
      .def_ro("intercept", &Model::intercept)
      .def_ro("feature_names", &Model::feature_names)
      .def_prop_ro(
          "index", [](const Model& m) { return to_numpy<gist::Index>(m.index); }, nb::rv_policy::automatic)
      .def_prop_ro(
          "value", [](const Model& m) { return to_numpy<double>(m.value); }, nb::rv_policy::automatic)
      .def_prop_ro("labels", &labels, "(negative, positive, negative stands for all others), or None")
      .def_prop_ro("options", [](const Model& m) { return gist::options_of(m.spec); })
      .def("report", &report)
      .def("to_json", &gist::model_to_json)
      .def_static(
          "from_json", [](std::string_view text) { return gist::model_from_json(text, "model"); }, nb::arg("text"))
      .def("save", &gist::save_model, nb::arg("path"))
      .def("__getstate__", &gist::model_to_json)
      .def("__setstate__",
           [](Model& m, const std::string& text) { new (&m) Model(gist::model_from_json(text, "pickle")); });
}

}  // namespace gistlearn
