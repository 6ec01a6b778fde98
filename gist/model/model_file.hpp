#pragma once

#include <string>
#include <string_view>

#include "gist/fit/model.hpp"

namespace gist {

/// The version this library writes; it reads this one only.
inline constexpr int model_format_version = 1;

/// A model as JSON: settings, coefficients (1-based, as in the data file) exact to the last bit, report.
std::string model_to_json(const Model& model);

/// The model in a JSON text, or an Error that says what is wrong with it; `name` stands for the file.
Model model_from_json(std::string_view text, const std::string& name);

void save_model(const Model& model, const std::string& path);  ///< written beside its name and renamed into place
Model load_model(const std::string& path);

}  // namespace gist
