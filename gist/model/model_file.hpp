#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>

#include "gist/core/field.hpp"
#include "gist/fit/model.hpp"

namespace gist {

/// The version this library writes; it reads this one only.
inline constexpr int model_format_version = 1;

/// A model as JSON: settings, coefficients (1-based, as in the data file) exact to the last bit, report.
std::string model_to_json(const Model& model);

/// Which model of a path file is meant. A file that holds one model takes no choice; a path without one gives the model
/// that was chosen when it was written.
struct ModelChoice {
  std::optional<double> lambda;
  std::optional<std::int64_t> index;
  static constexpr std::tuple fields{
      Field{"lambda", &ModelChoice::lambda, at_least(0), "of a path: the model at this lambda, to nine digits"},
      Field{"index", &ModelChoice::index, at_least(1), "of a path: the model at this place, from 1"}};
};

/// The model in a JSON text, or an Error that says what is wrong with it; `name` stands for the file.
Model model_from_json(std::string_view text, const std::string& name, const ModelChoice& choice = {});

void save_model(const Model& model, const std::string& path);  ///< written beside its name and renamed into place
Model load_model(const std::string& path, const ModelChoice& choice = {});

}  // namespace gist
