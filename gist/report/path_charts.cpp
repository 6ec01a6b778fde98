#include "gist/report/path_charts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "gist/report/model_sections.hpp"
#include "gist/report/scale.hpp"

namespace gist::report {
namespace {

constexpr std::size_t named = 8, drawn = 250;

const Axis lambda_axis{"lambda", Scale::log, true};

std::vector<double> lambdas(const PathResult& path, const PathCurve& curve) {
  std::vector<double> all;
  for (std::size_t k = curve.begin; k < curve.end; ++k) all.push_back(path.points[k].lambda);
  return all;
}

std::string theta_name(const PathCurve& curve) { return curve.theta ? "theta " + readable(*curve.theta) : ""; }

/// Where the choices are, as far as they lie in [begin, end). Two on one lambda share a label.
std::vector<Marker> choice_markers(const SavedPath& saved, std::size_t begin, std::size_t end) {
  std::vector<Marker> markers;
  const auto add = [&](const std::optional<std::size_t>& point, const std::string& label) {
    if (!point || *point < begin || *point >= end) return;
    const double lambda = saved.path.points[*point].lambda;
    for (Marker& marker : markers) {
      if (marker.x == lambda) {
        marker.label += ", " + label;
        return;
      }
    }
    markers.push_back({lambda, label});
  };
  add(saved.min, "min");
  add(saved.one_se, "1se");
  if (saved.cv.empty()) add(saved.chosen, saved.chosen_by);
  return markers;
}

/// Leaves a gap where a coefficient is 0 and so are its neighbours: a line begins and ends where its feature does, and
/// pointing at the axis does not name one of a thousand features that are not in the model there.
void leave_out_rest(std::vector<double>& values) {
  const std::vector<double> before = values;
  const auto off = [&](std::size_t k) { return k < before.size() && before[k] != 0; };
  for (std::size_t k = 0; k < values.size(); ++k) {
    if (before[k] == 0 && !off(k + 1) && (k == 0 || !off(k - 1))) values[k] = std::nan("");
  }
}

/// The features of a curve that are ever not 0, largest first by what they reach.
std::vector<std::pair<Index, std::vector<double>>> features_of(const PathResult& path, const PathCurve& curve) {
  std::map<Index, std::vector<double>> values;
  const std::size_t length = curve.end - curve.begin;
  for (std::size_t k = 0; k < length; ++k) {
    const Coefficients& c = path.points[curve.begin + k].coefficients;
    if (path.points[curve.begin + k].report.status == Status::unbounded) continue;  // on the way to infinity
    for (std::size_t i = 0; i < c.index.size(); ++i) {
      auto& series = values[c.index[i]];
      series.resize(length);
      series[k] = c.value[i];
    }
  }
  const auto reach = [](const std::vector<double>& series) {
    double most = 0;
    for (const double value : series) most = std::max(most, std::abs(value));
    return most;
  };
  std::vector<std::pair<Index, std::vector<double>>> all(values.begin(), values.end());
  std::stable_sort(all.begin(), all.end(),
                   [&](const auto& a, const auto& b) { return reach(a.second) > reach(b.second); });
  for (std::size_t k = 0; k < length; ++k) {
    if (path.points[curve.begin + k].report.status != Status::unbounded) continue;
    for (auto& feature : all) feature.second[k] = std::nan("");  // a gap, not a 0
  }
  for (auto& feature : all) leave_out_rest(feature.second);
  return all;
}

/// Where a few lambdas near separation send the coefficients off, the rest would be a flat line: then the axis ends at
/// six times what the largest coefficient is at the middle lambda. Returns whether it had to.
bool hold_back_runaways(const PathResult& path, const PathCurve& curve, Axis& axis) {
  std::vector<double> largest;
  for (std::size_t k = curve.begin; k < curve.end; ++k) {
    double most = 0;
    for (const double value : path.points[k].coefficients.value) most = std::max(most, std::abs(value));
    if (path.points[k].report.status != Status::unbounded) largest.push_back(most);
  }
  if (largest.empty()) return false;
  std::sort(largest.begin(), largest.end());
  const double middle = largest[largest.size() / 2];
  if (!(middle > 0) || largest.back() <= 12 * middle) return false;
  axis.low = -6 * middle, axis.high = 6 * middle;
  return true;
}

}  // namespace

std::size_t curve_of(const PathResult& path, std::size_t point) {
  for (std::size_t c = 0; c < path.curves.size(); ++c) {
    if (point >= path.curves[c].begin && point < path.curves[c].end) return c;
  }
  return 0;
}

Chart coefficient_chart(const SavedPath& saved, std::size_t curve_number) {
  const PathResult& path = saved.path;
  Chart chart{"Coefficients along the path", lambda_axis, {"coefficient"}, {}};
  if (path.curves.empty()) return chart;
  const PathCurve& curve = path.curves[curve_number];
  if (path.curves.size() > 1) chart.title += ", " + theta_name(curve);
  const auto features = features_of(path, curve);
  const auto x = lambdas(path, curve);
  // Small ones first: the named ones are drawn over them, and the largest is first in the legend.
  for (std::size_t k = std::min(features.size(), drawn); k > named; --k) {
    Series series{feature_name(path.frame, features[k - 1].first), x, features[k - 1].second};
    series.faint = true;
    chart.series.push_back(std::move(series));
  }
  for (std::size_t k = 0; k < std::min(features.size(), named); ++k)
    chart.series.push_back({feature_name(path.frame, features[k].first), x, features[k].second});
  chart.markers = choice_markers(saved, curve.begin, curve.end);
  for (std::size_t k = curve.begin; k < curve.end; ++k) {
    if (path.points[k].convex != false) continue;
    chart.markers.push_back({path.points[k].lambda, "not convex from here"});
    break;
  }
  const auto unbounded = std::count_if(path.points.begin() + static_cast<std::ptrdiff_t>(curve.begin),
                                       path.points.begin() + static_cast<std::ptrdiff_t>(curve.end),
                                       [](const PathPoint& p) { return p.report.status == Status::unbounded; });
  if (features.size() > drawn)
    chart.note = fmt::format("{} features enter; the {} that grow largest are drawn.", features.size(), drawn);
  else if (features.size() > named)
    chart.note =
        fmt::format("{} features enter; the {} that grow largest are in colour, and pointing at a line names it.",
                    features.size(), named);
  const auto tell = [&](const std::string& sentence) { chart.note += (chart.note.empty() ? "" : " ") + sentence; };
  if (unbounded == 1) tell("1 lambda without a minimiser is left out.");
  if (unbounded > 1) tell(fmt::format("{} lambdas without a minimiser are left out.", unbounded));
  if (hold_back_runaways(path, curve, chart.y))
    tell("At small lambdas the coefficients run off, and lines leave the frame.");
  return chart;
}

Chart cv_chart(const SavedPath& saved) {
  const PathResult& path = saved.path;
  Chart chart{"Cross-validation", lambda_axis, {"mean " + saved.score}, {}};
  const std::size_t best = saved.min ? curve_of(path, *saved.min) : 0;
  for (std::size_t c = 0; c < path.curves.size() && !saved.cv.empty(); ++c) {
    const PathCurve& curve = path.curves[c];
    Series series{path.curves.size() > 1 ? theta_name(curve) : "mean over the folds", lambdas(path, curve), {}};
    for (std::size_t k = curve.begin; k < curve.end; ++k) {
      const CvPoint& point = saved.cv[k];
      series.y.push_back(point.mean);
      if (c != best) continue;  // bands of several curves would cover each other
      series.low.push_back(point.mean - point.error);
      series.high.push_back(point.mean + point.error);
    }
    series.dots = c == best;
    chart.series.push_back(std::move(series));
  }
  if (saved.min) chart.markers = choice_markers(saved, path.curves[best].begin, path.curves[best].end);
  chart.note =
      "The band is one standard error of the mean either way. min has the best mean; 1se is the largest lambda "
      "within one standard error of it: the sparser model that the folds cannot tell from the best.";
  return chart;
}

Chart size_chart(const SavedPath& saved) {
  Chart chart{"Size of the model", lambda_axis, {"non-zero coefficients"}, {}};
  for (const PathCurve& curve : saved.path.curves) {
    Series series{theta_name(curve), lambdas(saved.path, curve), {}, Mark::step};
    for (std::size_t k = curve.begin; k < curve.end; ++k)
      series.y.push_back(static_cast<double>(saved.path.points[k].coefficients.index.size()));
    chart.series.push_back(std::move(series));
  }
  if (saved.path.curves.size() == 1) chart.markers = choice_markers(saved, 0, saved.path.points.size());
  return chart;
}

Chart criterion_chart(const SavedPath& saved, Criterion criterion, double samples) {
  Chart chart{"Information criterion", lambda_axis, {std::string(to_string(criterion))}, {}};
  for (const PathCurve& curve : saved.path.curves) {
    Series series{theta_name(curve), lambdas(saved.path, curve), {}};
    for (std::size_t k = curve.begin; k < curve.end; ++k)
      series.y.push_back(criteria_at(saved.path, k, samples).value[static_cast<std::size_t>(criterion)]);
    series.dots = saved.path.curves.size() == 1;
    chart.series.push_back(std::move(series));
  }
  chart.markers = choice_markers(saved, 0, saved.path.points.size());
  chart.note =
      "-2 log likelihood plus a price for every degree of freedom (each non-zero coefficient, and the "
      "intercept); the lowest is chosen.";
  return chart;
}

Chart main_chart(const SavedPath& saved) {
  if (!saved.cv.empty()) return cv_chart(saved);
  return coefficient_chart(saved, saved.chosen ? curve_of(saved.path, *saved.chosen) : 0);
}

}  // namespace gist::report
