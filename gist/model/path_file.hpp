#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "gist/model/model_file.hpp"
#include "gist/path/cross_validate.hpp"
#include "gist/path/path.hpp"

namespace gist {

/// A path as its file holds it.
struct SavedPath {
  PathResult path;
  std::optional<std::size_t> chosen;  ///< by a criterion or a cross-validation
  std::string chosen_by;              ///< "ebic", "cv min", "cv 1se"; empty when nothing was chosen
  std::string score;                  ///< of the cross-validation; empty when there was none
  std::vector<CvPoint> cv;            ///< one for each point, or none
  std::optional<std::size_t> min, one_se;
};

/// What a cross-validation leaves behind.
SavedPath saved(const CvResult& result, Choose choose);

/// One JSON text for the whole path: settings and names once, then every lambda with its coefficients and certificate.
std::string path_to_json(const SavedPath& path);
/// The other way round; throws Error, DamagedJson or nlohmann's exceptions.
SavedPath path_from_json(const nlohmann::json& json, const std::string& name);

/// The model of the choice, or an Error: which lambda is meant must be said unless one was chosen, and must be on the
/// path to nine digits.
Model choose_model(const SavedPath& path, const ModelChoice& choice, const std::string& name);

/// Whatever a file holds.
std::variant<Model, SavedPath> load_model_or_path(const std::string& path);

}  // namespace gist
