#include "gist/model/model_file.hpp"

#include <nlohmann/json.hpp>

#include "gist/core/error.hpp"
#include "gist/core/version.hpp"
#include "gist/io/atomic_file.hpp"
#include "gist/io/source.hpp"
#include "gist/model/model_json.hpp"
#include "gist/model/path_file.hpp"
#include "gist/model/strict_json.hpp"

namespace gist {
namespace {

using nlohmann::ordered_json;

Model read(const nlohmann::json& json, const std::string& name) {
  if (!json.is_object() || json.value("format", "") != "gist-model")
    refuse_model(name, "not a model written by gist train");
  const std::int64_t version_found = whole_in(json.at("format_version"), max_index);
  if (version_found != model_format_version) {
    refuse_model(name, "model format version " + std::to_string(version_found) + "; this program reads version " +
                           std::to_string(model_format_version));
  }
  Model model = frame_from(json, name);
  coefficients_from(json, name, model);
  model.report = report_from(json.at("report"));
  return model;
}

bool is_path(const nlohmann::json& json) { return json.is_object() && json.value("format", "") == "gist-path"; }

}  // namespace

std::string model_to_json(const Model& model) {
  ordered_json json{{"format", "gist-model"}, {"format_version", model_format_version}, {"version", version}};
  frame_to_json(model, json);
  coefficients_to_json(model, json);
  if (!model.feature_names.empty()) json["feature_names"] = model.feature_names;
  json["report"] = report_to_json(model.report);
  // A name from a file in some 8-bit encoding is no reason to lose the model: what is not UTF-8 is replaced.
  return json.dump(1, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

Model model_from_json(std::string_view text, const std::string& name, const ModelChoice& choice) {
  try {
    const auto json = nlohmann::json::parse(text);
    if (is_path(json)) return choose_model(path_from_json(json, name), choice, name);
    if (choice.lambda || choice.index)
      refuse_model(name, "--lambda and --index choose from a path, and this is a single model");
    return read(json, name);
  } catch (const std::exception&) {
    refuse_damaged(name);
  }
}

void save_model(const Model& model, const std::string& path) {
  AtomicFile file(path);
  file.write(model_to_json(model));
  file.commit();
}

Model load_model(const std::string& path, const ModelChoice& choice) {
  const auto source = Source::open(path);
  return model_from_json(source->bytes(), path, choice);
}

std::variant<Model, SavedPath> load_model_or_path(const std::string& path) {
  const auto source = Source::open(path);
  try {
    const auto json = nlohmann::json::parse(source->bytes());
    if (is_path(json)) return path_from_json(json, path);
    return read(json, path);
  } catch (const std::exception&) {
    refuse_damaged(path);
  }
}

}  // namespace gist
