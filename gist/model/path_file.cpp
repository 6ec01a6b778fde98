#include "gist/model/path_file.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "gist/core/error.hpp"
#include "gist/core/version.hpp"
#include "gist/model/model_json.hpp"
#include "gist/model/strict_json.hpp"

namespace gist {
namespace {

using nlohmann::ordered_json;

ordered_json optional_json(const auto& value) { return value ? ordered_json(*value) : ordered_json(); }

/// 1-based, as indices are everywhere a user sees them.
ordered_json place_json(const std::optional<std::size_t>& place) {
  return place ? ordered_json(*place + 1) : ordered_json();
}

std::optional<std::size_t> place_in(const nlohmann::json& value, std::size_t size) {
  if (value.is_null()) return std::nullopt;
  const std::int64_t place = whole_in(value, static_cast<std::int64_t>(size));
  if (place < 1) throw DamagedJson("expected a place on the path", value);
  return static_cast<std::size_t>(place - 1);
}

ordered_json point_to_json(const PathResult& path, std::size_t k) {
  const PathPoint& point = path.points[k];
  ordered_json json{{"lambda", point.lambda},
                    {"theta", optional_json(point.theta)},
                    {"deviance_explained", number_to_json(point.explained)},
                    {"locally_convex", optional_json(point.convex)},
                    {"start", to_string(point.origin)},
                    {"seconds", point.seconds}};
  coefficients_to_json(path.model(k), json);
  json["report"] = report_to_json(point.report);
  return json;
}

PathPoint point_from(const nlohmann::json& json, const std::string& name, const Model& frame) {
  PathPoint point;
  point.lambda = real_in(json.at("lambda"));
  if (!json.at("theta").is_null()) point.theta = real_in(json.at("theta"));
  point.explained = number_in(json.at("deviance_explained"));
  if (!json.at("locally_convex").is_null()) point.convex = json.at("locally_convex").get<bool>();
  point.origin = json.at("start").get<std::string>() == "zero" ? Origin::zero : Origin::previous;
  point.seconds = real_in(json.at("seconds"));
  Model one = frame;
  one.feature_names.clear();
  coefficients_from(json, name, one);
  point.coefficients = {one.intercept, std::move(one.index), std::move(one.value)};
  point.report = report_from(json.at("report"));
  return point;
}

ordered_json curve_to_json(const PathCurve& curve) {
  return {{"theta", optional_json(curve.theta)},
          {"lambda_max", curve.lambda_max},
          {"asked", curve.grid},
          {"points", curve.end - curve.begin},
          {"ended", to_string(curve.ended)}};
}

PathCurve curve_from(const nlohmann::json& json, std::size_t begin, std::size_t points) {
  PathCurve curve;
  if (!json.at("theta").is_null()) curve.theta = real_in(json.at("theta"));
  curve.lambda_max = real_in(json.at("lambda_max"));
  for (const auto& lambda : array_in(json.at("asked"))) curve.grid.push_back(real_in(lambda));
  curve.begin = begin;
  const std::int64_t length = whole_in(json.at("points"), static_cast<std::int64_t>(points - begin));
  if (length < 0 || static_cast<std::size_t>(length) > curve.grid.size())
    throw DamagedJson("expected as many points as lambdas at most", json.at("points"));
  curve.end = begin + static_cast<std::size_t>(length);
  const auto ended = json.at("ended").get<std::string>();
  for (const auto end : {PathEnd::complete, PathEnd::saturated, PathEnd::interrupted, PathEnd::time_limit}) {
    if (to_string(end) == ended) return curve.ended = end, curve;
  }
  throw DamagedJson("expected how the path ended", json.at("ended"));
}

ordered_json cv_to_json(const SavedPath& path) {
  ordered_json mean = ordered_json::array(), error = mean, folds = mean;
  for (const CvPoint& point : path.cv) {
    mean.push_back(number_to_json(point.mean));
    error.push_back(number_to_json(point.error));
    auto& fold = folds.emplace_back(ordered_json::array());
    for (const double score : point.fold) fold.push_back(number_to_json(score));
  }
  return {{"score", path.score},     {"min", place_json(path.min)}, {"1se", place_json(path.one_se)},
          {"mean", std::move(mean)}, {"error", std::move(error)},   {"folds", std::move(folds)}};
}

void cv_from(const nlohmann::json& json, SavedPath& saved) {
  const std::size_t size = saved.path.points.size();
  saved.score = json.at("score").get<std::string>();
  saved.min = place_in(json.at("min"), size);
  saved.one_se = place_in(json.at("1se"), size);
  const auto &mean = array_in(json.at("mean")), &error = array_in(json.at("error")),
             &folds = array_in(json.at("folds"));
  if (mean.size() != size || error.size() != size || folds.size() != size)
    throw DamagedJson("expected a score for every point", mean);
  for (std::size_t k = 0; k < size; ++k) {
    CvPoint point{.fold = {}, .mean = number_in(mean[k]), .error = number_in(error[k])};
    for (const auto& score : array_in(folds[k])) point.fold.push_back(number_in(score));
    saved.cv.push_back(std::move(point));
  }
}

}  // namespace

SavedPath saved(const CvResult& result, Choose choose) {
  SavedPath saved{
      .path = result.path, .chosen = {}, .chosen_by = {}, .score = {}, .cv = result.points, .min = {}, .one_se = {}};
  if (result.points.empty()) return saved;
  saved.chosen = result.chosen;
  saved.chosen_by = "cv " + std::string(to_string(choose));
  saved.score = to_string(result.score);
  saved.min = result.min;
  saved.one_se = result.one_se;
  return saved;
}

std::string path_to_json(const SavedPath& saved) {
  const PathResult& path = saved.path;
  ordered_json json{{"format", "gist-path"}, {"format_version", model_format_version}, {"version", version}};
  frame_to_json(path.frame, json);
  json["null_loss"] = number_to_json(path.null_loss);
  json["saturated_loss"] = number_to_json(path.saturated_loss);
  json["lambda_max"] = number_to_json(path.lambda_max);
  json["gradient_scale"] = number_to_json(path.gradient_scale);
  json["seconds"] = path.seconds;
  json["chosen"] = place_json(saved.chosen);
  json["chosen_by"] = saved.chosen_by;
  if (!saved.cv.empty()) json["cv"] = cv_to_json(saved);
  auto& curves = json["curves"] = ordered_json::array();
  for (const auto& curve : path.curves) curves.push_back(curve_to_json(curve));
  // Names would be copied with every point's model.
  PathResult bare = path;
  bare.frame.feature_names.clear();
  auto& points = json["path"] = ordered_json::array();
  for (std::size_t k = 0; k < path.points.size(); ++k) points.push_back(point_to_json(bare, k));
  if (!path.frame.feature_names.empty()) json["feature_names"] = path.frame.feature_names;
  return json.dump(-1, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

SavedPath path_from_json(const nlohmann::json& json, const std::string& name) {
  const std::int64_t version_found = whole_in(json.at("format_version"), max_index);
  if (version_found != model_format_version) {
    refuse_model(name, "path format version " + std::to_string(version_found) + "; this program reads version " +
                           std::to_string(model_format_version));
  }
  SavedPath saved;
  PathResult& path = saved.path;
  path.frame = frame_from(json, name);
  const auto& names = path.frame.feature_names;
  if (!names.empty() && names.size() != static_cast<std::size_t>(path.frame.features)) {
    refuse_model(name, std::to_string(names.size()) + " feature names for d = " + std::to_string(path.frame.features));
  }
  path.null_loss = number_in(json.at("null_loss"));
  path.saturated_loss = number_in(json.at("saturated_loss"));
  path.lambda_max = number_in(json.at("lambda_max"));
  path.gradient_scale = number_in(json.at("gradient_scale"));
  path.seconds = real_in(json.at("seconds"));
  for (const auto& point : array_in(json.at("path"))) {
    path.points.push_back(point_from(point, name, path.frame));
    FitSpec check = path.frame.spec;
    check.penalty = with_strength(check.penalty, path.points.back().lambda, path.points.back().theta);
    validate(check);
  }
  std::size_t next = 0;
  for (const auto& curve : array_in(json.at("curves"))) {
    path.curves.push_back(curve_from(curve, next, path.points.size()));
    next = path.curves.back().end;
  }
  if (next != path.points.size()) throw DamagedJson("expected curves that hold every point", json.at("curves"));
  saved.chosen = place_in(json.at("chosen"), path.points.size());
  saved.chosen_by = json.at("chosen_by").get<std::string>();
  if (json.contains("cv")) cv_from(object_in(json.at("cv")), saved);
  return saved;
}

Model choose_model(const SavedPath& saved, const ModelChoice& choice, const std::string& name) {
  const auto& points = saved.path.points;
  const auto refuse = [&](const std::string& what) { refuse_model(name, what); };
  if (points.empty()) refuse("the path has no finished lambda");
  if (choice.lambda && choice.index) refuse("--lambda and --index exclude each other");
  if (choice.index) {
    if (*choice.index > static_cast<std::int64_t>(points.size()))
      refuse("--index " + std::to_string(*choice.index) + ": the path has " + std::to_string(points.size()) +
             " lambdas");
    return saved.path.model(static_cast<std::size_t>(*choice.index - 1));
  }
  if (!choice.lambda) {
    if (saved.chosen) return saved.path.model(*saved.chosen);
    refuse("a path of " + std::to_string(points.size()) +
           " models, none of them chosen: --lambda or --index says which is meant");
  }
  std::vector<std::size_t> found;
  for (std::size_t k = 0; k < points.size(); ++k) {
    if (std::abs(points[k].lambda - *choice.lambda) <= 1e-9 * std::abs(points[k].lambda)) found.push_back(k);
  }
  if (found.size() > 1)
    refuse("--lambda " + shortest(*choice.lambda) + " is on the path once for each theta: --index says which is meant");
  if (found.size() == 1) return saved.path.model(found[0]);
  std::optional<double> above, below;
  for (const auto& point : points) {
    if (point.lambda > *choice.lambda && (!above || point.lambda < *above)) above = point.lambda;
    if (point.lambda < *choice.lambda && (!below || point.lambda > *below)) below = point.lambda;
  }
  std::string nearest = above ? shortest(*above) : "";
  if (below) nearest += (nearest.empty() ? "" : " and ") + shortest(*below);
  refuse("--lambda " + shortest(*choice.lambda) + " is not on the path; the nearest there: " + nearest);
  return {};
}

}  // namespace gist
