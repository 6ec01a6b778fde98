#include "gist/model/model_json.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "gist/core/error.hpp"
#include "gist/fit/options.hpp"
#include "gist/model/option_json.hpp"
#include "gist/model/strict_json.hpp"

namespace gist {

using nlohmann::ordered_json;

void refuse_model(const std::string& name, const std::string& what) {
  throw Error(ErrorKind::model, name + ": " + what);
}

namespace {

constexpr std::array all_statuses{Status::running,    Status::converged,   Status::iteration_limit,
                                  Status::time_limit, Status::interrupted, Status::line_search_failed,
                                  Status::unbounded};

void check_coefficients(const Model& model, const std::string& name) {
  if (model.index.size() != model.value.size()) {
    refuse_model(name,
                 std::to_string(model.index.size()) + " indices but " + std::to_string(model.value.size()) + " values");
  }
  if (!std::isfinite(model.intercept)) refuse_model(name, "the intercept is not a finite number");
  for (std::size_t k = 0; k < model.index.size(); ++k) {
    if (model.index[k] < 0 || model.index[k] >= model.features || (k > 0 && model.index[k] <= model.index[k - 1])) {
      refuse_model(name, "index " + std::to_string(std::int64_t{model.index[k]} + 1) + " at position " +
                             std::to_string(k + 1) +
                             ": indices ascend from 1 to d = " + std::to_string(model.features));
    }
    if (!std::isfinite(model.value[k])) refuse_model(name, "value " + std::to_string(k + 1) + " is not finite");
  }
  if (!model.feature_names.empty() && model.feature_names.size() != static_cast<std::size_t>(model.features)) {
    refuse_model(
        name, std::to_string(model.feature_names.size()) + " feature names for d = " + std::to_string(model.features));
  }
}

std::vector<Run> runs_from(const nlohmann::json& json) {
  std::vector<Run> runs;
  for (const auto& run : array_in(json)) {
    runs.push_back({.name = run.at("way").get<std::string>(),
                    .objective = number_in(run.at("objective")),
                    .nonzeros = whole_in(run.at("nonzeros"), max_index),
                    .iterations = static_cast<int>(whole_in(run.at("iterations"), max_index))});
  }
  return runs;
}

ordered_json certificate_to_json(Status status, const Certificate& c) {
  return {{"status", to_string(status)},
          {"loss", number_to_json(c.loss)},
          {"penalty", number_to_json(c.penalty)},
          {"residual",
           {{"critical", number_to_json(c.critical)},
            {"prox", number_to_json(c.prox)},
            {"coordinate", number_to_json(c.coordinate)},
            {"t", number_to_json(c.t)}}},
          {"intercept_slope", number_to_json(c.intercept_slope)}};
}

void certificate_from(const nlohmann::json& json, Status& status, Certificate& c) {
  const auto name = json.at("status").get<std::string>();
  const auto known =
      std::find_if(all_statuses.begin(), all_statuses.end(), [&](Status s) { return to_string(s) == name; });
  if (known == all_statuses.end()) throw DamagedJson("expected a status", json.at("status"));
  status = *known;
  c.loss = number_in(json.at("loss"));
  c.penalty = number_in(json.at("penalty"));
  const auto& residual = json.at("residual");
  c.critical = number_in(residual.at("critical"));
  c.prox = number_in(residual.at("prox"));
  c.coordinate = number_in(residual.at("coordinate"));
  c.t = number_in(residual.at("t"));
  c.intercept_slope = number_in(json.at("intercept_slope"));
}

}  // namespace

ordered_json number_to_json(double x) {
  return std::isfinite(x) ? ordered_json(x) : ordered_json(std::isnan(x) ? "nan" : shortest(x));
}

double number_in(const nlohmann::json& value) {
  if (!value.is_string()) return real_in(value);
  const auto text = value.get<std::string>();
  for (const double x : {infinity, -infinity, std::nan("")}) {
    if (text == shortest(x)) return x;
  }
  throw DamagedJson("expected a number", value);
}

ordered_json runs_to_json(const std::vector<Run>& runs) {
  auto json = ordered_json::array();
  for (const Run& run : runs) {
    json.push_back({{"way", run.name},
                    {"objective", number_to_json(run.objective)},
                    {"nonzeros", run.nonzeros},
                    {"iterations", run.iterations}});
  }
  return json;
}

ordered_json report_to_json(const FitReport& report) {
  ordered_json json = certificate_to_json(report.status, report.certificate);
  json["gradient_scale"] = number_to_json(report.gradient_scale);
  json["lambda_max"] = number_to_json(report.lambda_max);
  json["iterations"] = report.iterations;
  json["passes"] = report.passes;
  json["n"] = report.samples;
  json["nnz"] = report.stored;
  json["warnings"] = report.warnings;
  if (report.selection) {
    const Selection& selection = *report.selection;
    auto& inner = json["selection"] = certificate_to_json(selection.status, selection.certificate);
    inner["gradient_scale"] = number_to_json(selection.gradient_scale);
    inner["iterations"] = selection.iterations;
    inner["passes"] = selection.passes;
  }
  if (!report.engine.empty()) json["engine"] = report.engine, json["why"] = report.why;
  if (!report.runs.empty()) json["runs"] = runs_to_json(report.runs);
  return json;
}

FitReport report_from(const nlohmann::json& json) {
  FitReport report;
  certificate_from(json, report.status, report.certificate);
  report.gradient_scale = number_in(json.at("gradient_scale"));
  report.lambda_max = number_in(json.at("lambda_max"));
  constexpr auto any = std::numeric_limits<std::int64_t>::max();
  report.iterations = static_cast<int>(whole_in(json.at("iterations"), max_index));
  report.passes = whole_in(json.at("passes"), any);
  report.samples = whole_in(json.at("n"), any);
  report.stored = whole_in(json.at("nnz"), any);
  report.warnings = json.at("warnings").get<std::vector<std::string>>();
  if (json.contains("engine")) {
    report.engine = json.at("engine").get<std::string>();
    report.why = json.at("why").get<std::string>();
  }
  if (json.contains("runs")) report.runs = runs_from(json.at("runs"));
  if (const auto found = json.find("selection"); found != json.end()) {
    const auto& inner = object_in(*found);
    Selection& selection = report.selection.emplace();
    certificate_from(inner, selection.status, selection.certificate);
    selection.gradient_scale = number_in(inner.at("gradient_scale"));
    selection.iterations = static_cast<int>(whole_in(inner.at("iterations"), max_index));
    selection.passes = whole_in(inner.at("passes"), any);
  }
  return report;
}

void frame_to_json(const Model& model, ordered_json& json) {
  auto& settings = json["settings"] = ordered_json::object();
  for (const auto& [name, value] : options_of(model.spec)) settings[name] = option_value(value);
  json["d"] = model.features;
  json["labels"] = nullptr;
  if (model.classes) {
    json["labels"] = {model.classes->negative, model.classes->positive};
    json["labels_rest"] = model.classes->rest;
  }
}

Model frame_from(const nlohmann::json& json, const std::string& name) {
  Model model;
  NamedOptions settings;
  for (const auto& [option, value] : object_in(json.at("settings")).items())
    settings.emplace_back(option, option_text(value));
  model.spec = spec_from(settings);
  const std::int64_t d = whole_in(json.at("d"), max_index);
  if (d < 1) refuse_model(name, "d = " + std::to_string(d) + " is not between 1 and " + std::to_string(max_index));
  model.features = static_cast<Index>(d);
  if (const auto& labels = json.at("labels"); !labels.is_null()) {
    if (labels.size() != 2) throw DamagedJson("expected two labels", labels);
    model.classes = ClassLabels{real_in(labels.at(0)), real_in(labels.at(1)), json.value("labels_rest", false)};
    if (model.classes->negative == model.classes->positive) throw DamagedJson("expected two different labels", labels);
  }
  if ((targets_of(model.spec.loss) == Targets::classes) != model.classes.has_value())
    refuse_model(name, "labels do not fit the loss");
  model.feature_names = json.value("feature_names", std::vector<std::string>{});
  return model;
}

void coefficients_to_json(const Model& model, ordered_json& json) {
  json["intercept"] = model.intercept;
  auto& indices = json["indices"] = ordered_json::array();
  for (const Index j : model.index) indices.push_back(std::int64_t{j} + 1);
  json["values"] = model.value;
}

void coefficients_from(const nlohmann::json& json, const std::string& name, Model& model) {
  model.intercept = real_in(json.at("intercept"));
  const std::int64_t d = model.features;
  for (const auto& index : array_in(json.at("indices"))) {
    const std::int64_t j = whole_in(index, std::numeric_limits<std::int64_t>::max());
    if (j < 1 || j > d)
      refuse_model(name, "index " + std::to_string(j) + " is not between 1 and d = " + std::to_string(d));
    model.index.push_back(static_cast<Index>(j - 1));
  }
  for (const auto& value : array_in(json.at("values"))) model.value.push_back(real_in(value));
  check_coefficients(model, name);
}

void refuse_damaged(const std::string& name) {
  try {
    throw;
  } catch (const nlohmann::json::parse_error& e) {
    refuse_model(name,
                 "byte " + std::to_string(e.byte) + ": not a complete JSON text; the model is damaged or not a model");
  } catch (const DamagedJson& e) {
    refuse_model(name, std::string("damaged model: ") + e.what());
  } catch (const nlohmann::json::exception& e) {
    refuse_model(name, std::string("damaged model: ") + e.what());
  } catch (const Error& e) {
    if (e.kind() == ErrorKind::model) throw;
    refuse_model(name, std::string("damaged model: ") + e.what());
  }
}

}  // namespace gist
