#include "cli/path_output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "gist/core/alternatives.hpp"

namespace gist::cli {
namespace {

nlohmann::ordered_json optional_json(const auto& value) {
  return value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json();
}

/// How the point stands out, if it does: "<- cv min".
std::string marks(const SavedPath& saved, std::size_t k) {
  std::string text;
  if (saved.min == k) text += "  <- best mean score";
  if (saved.one_se == k) text += "  <- within one standard error";
  if (saved.chosen == k && saved.cv.empty()) text += "  <- lowest " + saved.chosen_by;
  return text;
}

std::string line_of(const SavedPath& saved, std::size_t k) {
  const PathPoint& point = saved.path.points[k];
  const double scale = point.report.gradient_scale > 0 ? point.report.gradient_scale : 1;
  std::string text = fmt::format("{:>5}  {:<11.5g} ", k + 1, point.lambda);
  if (point.theta) text += fmt::format("{:<8.4g} ", *point.theta);
  text +=
      fmt::format("{:<13.8g} {:>8.2f}% {:>8}  {:<9.1e}", point.report.certificate.objective(), 100 * point.explained,
                  point.coefficients.index.size(), point.report.certificate.coordinate / scale);
  if (!saved.cv.empty()) text += fmt::format(" {:<12.6g} {:<10.3g}", saved.cv[k].mean, saved.cv[k].error);
  if (point.convex == false) text += " *";
  return text + marks(saved, k) + "\n";
}

/// "MCP path stopped at lambda 34 of 100": why a curve is shorter than asked for; empty when it is not.
std::string ending(const PathCurve& curve) {
  const std::size_t done = curve.end - curve.begin;
  if (curve.ended == PathEnd::complete) return {};
  const std::string theta = curve.theta ? fmt::format(" (theta {:.4g})", *curve.theta) : "";
  const std::string what = fmt::format("{} of {} lambdas{}", done, curve.grid.size(), theta);
  if (curve.ended == PathEnd::saturated)
    return fmt::format("{}: the deviance is explained as far as it goes; --no-early-stop goes on", what);
  const std::string_view why = curve.ended == PathEnd::interrupted ? "interrupted" : "out of time";
  return fmt::format("{} after {}; what was finished is kept", why, what);
}

}  // namespace

nlohmann::ordered_json point_json(const SavedPath& saved, std::size_t k) {
  const PathPoint& point = saved.path.points[k];
  const FitReport& r = point.report;
  const Certificate& c = r.certificate;
  nlohmann::ordered_json json{
      {"index", k + 1},
      {"lambda", point.lambda},
      {"theta", optional_json(point.theta)},
      {"status", to_string(r.status)},
      {"objective", c.objective()},
      {"loss", c.loss},
      {"penalty", c.penalty},
      {"deviance_explained", point.explained},
      {"nonzeros", point.coefficients.index.size()},
      {"intercept", point.coefficients.intercept},
      {"iterations", r.iterations},
      {"passes", r.passes},
      {"residual", {{"critical", c.critical}, {"prox", c.prox}, {"coordinate", c.coordinate}, {"t", c.t}}},
      {"gradient_scale", r.gradient_scale},
      {"locally_convex", optional_json(point.convex)},
      {"start", to_string(point.origin)},
      {"seconds", point.seconds}};
  if (!saved.cv.empty()) {
    json["mean"] = saved.cv[k].mean;
    json["error"] = saved.cv[k].error;
    json["folds"] = saved.cv[k].fold;
    json["min"] = saved.min == k;
    json["1se"] = saved.one_se == k;
  }
  json["chosen"] = saved.chosen == k;
  return json;
}

std::string path_table(const SavedPath& saved) {
  const PathResult& path = saved.path;
  const ProblemOptions& options = path.frame.spec.problem;
  const bool theta = theta_of(path.frame.spec.penalty).has_value();
  std::string text = fmt::format(
      "minimised   mean {} loss + {}{}{}{}{}\n", name_of(path.frame.spec.loss), name_of(path.frame.spec.penalty),
      options.ridge > 0 ? fmt::format(" + ridge {:.6g}", options.ridge) : "", options.intercept ? "" : ", no intercept",
      options.standardize ? ", standardised" : "", options.relax ? "; fitted again on the chosen columns" : "");
  if (path.points.empty()) return text + "path        no lambda was finished\n";
  const FitReport& first = path.points[0].report;
  text += fmt::format("data        {} samples x {} features, {} stored values; lambda_max {:.6g}\n", first.samples,
                      path.frame.features, first.stored, path.lambda_max);
  text += fmt::format("path        {} lambdas in {:.3f} s\n\n", path.points.size(), path.seconds);
  text += fmt::format("{:>5}  {:<11} {}{:<13} {:>9} {:>8}  {:<9}{}\n", "index", "lambda", theta ? "theta    " : "",
                      "objective", "explained", "nonzero", "residual",
                      saved.cv.empty() ? "" : fmt::format(" {:<12} {:<10}", saved.score, "error"));
  bool starred = false;
  for (const auto& curve : path.curves) {
    const std::size_t stride = std::max<std::size_t>(1, (curve.end - curve.begin) / 12);
    for (std::size_t k = curve.begin; k < curve.end; ++k) {
      const bool shown = (k - curve.begin) % stride == 0 || k + 1 == curve.end || !marks(saved, k).empty();
      if (!shown) continue;
      text += line_of(saved, k);
      starred = starred || path.points[k].convex == false;
    }
  }
  if (starred) text += "\n* from here on the objective is not convex around the answer: it may be one of several\n";
  for (const auto& curve : path.curves) {
    if (const auto words = ending(curve); !words.empty()) text += "\n" + words + "\n";
  }
  return text;
}

void report_path_on_stderr(const PathResult& path) {
  std::map<std::string, std::pair<double, int>> warnings;  // the first lambda, and how many
  std::size_t unconverged = 0;
  for (const auto& point : path.points) {
    for (const auto& warning : point.report.warnings)
      ++warnings.try_emplace(warning, point.lambda, 0).first->second.second;
    unconverged += point.report.status == Status::converged ? 0 : 1;
  }
  for (const auto& [warning, where] : warnings)
    fmt::print(stderr, "gist: warning: {} (at {} lambdas, the first {:.5g})\n", warning, where.second, where.first);
  if (unconverged > 0) {
    fmt::print(stderr, "gist: {} of {} lambdas did not converge; their best points so far are kept\n", unconverged,
               path.points.size());
  }
  for (const auto& curve : path.curves) {
    if (curve.ended == PathEnd::interrupted || curve.ended == PathEnd::time_limit)
      fmt::print(stderr, "gist: {}\n", ending(curve));
  }
}

bool all_converged(const PathResult& path) {
  return path.ended() == PathEnd::complete &&
         std::all_of(path.points.begin(), path.points.end(),
                     [](const PathPoint& point) { return point.report.status == Status::converged; });
}

}  // namespace gist::cli
