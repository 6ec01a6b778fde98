#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "gist/fit/model.hpp"

namespace gist {

/// The parts that the files of a model and of a path share, as JSON. What reads throws DamagedJson, nlohmann's
/// exceptions or Error; who calls it says which file.

/// JSON has no infinity, and a certificate may (an objective that overflowed): it is written as text. What inf - inf
/// gives has a sign on some machines, which says nothing.
nlohmann::ordered_json number_to_json(double x);
double number_in(const nlohmann::json& value);  ///< the other way round

/// Without their seconds: the same fit writes the same file.
nlohmann::ordered_json runs_to_json(const std::vector<Run>& runs);

nlohmann::ordered_json report_to_json(const FitReport& report);
FitReport report_from(const nlohmann::json& json);

/// Adds settings, width and labels to `json`.
void frame_to_json(const Model& model, nlohmann::ordered_json& json);
/// A model of these settings, width, labels and names, without coefficients.
Model frame_from(const nlohmann::json& json, const std::string& name);

/// Adds intercept, indices (1-based) and values to `json`.
void coefficients_to_json(const Model& model, nlohmann::ordered_json& json);
/// Takes them into a model that has its width, and checks them.
void coefficients_from(const nlohmann::json& json, const std::string& name, Model& model);

/// What to tell of the exception being handled: to be called in a catch block. Throws an Error that names the file.
[[noreturn]] void refuse_damaged(const std::string& name);

[[noreturn]] void refuse_model(const std::string& name, const std::string& what);

}  // namespace gist
