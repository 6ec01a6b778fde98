#include "path_columns.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <cmath>

#include "arrays.hpp"
#include "gist/path/criteria.hpp"

namespace gistlearn {
namespace {

using gist::PathPoint;

template <class T, class Get>
auto column(const Path& path, Get&& get) {
  std::vector<T> values;
  values.reserve(path.saved.path.points.size());
  for (const PathPoint& point : path.saved.path.points) values.push_back(get(point));
  return to_numpy<T>(std::move(values));
}

bool is_likelihood(const gist::Loss& loss) {
  return std::holds_alternative<gist::Squared>(loss) || std::holds_alternative<gist::Logistic>(loss) ||
         std::holds_alternative<gist::Poisson>(loss);
}

void add_criteria(const Path& path, nb::dict& all) {
  const gist::PathResult& result = path.saved.path;
  if (!is_likelihood(result.frame.spec.loss) || !(path.sample_weights > 0)) return;
  for (std::size_t c = 0; c < gist::Names<gist::Criterion>::names.size(); ++c) {
    std::vector<double> values;
    for (std::size_t k = 0; k < result.points.size(); ++k)
      values.push_back(gist::criteria_at(result, k, path.sample_weights).value[c]);
    all[nb::cast(gist::Names<gist::Criterion>::names[c])] = to_numpy<double>(std::move(values));
  }
}

}  // namespace

nb::dict columns_of(const Path& path) {
  const double scale = path.saved.path.gradient_scale > 0 ? path.saved.path.gradient_scale : 1;
  nb::dict all;
  all["alpha"] = column<double>(path, [](const PathPoint& p) { return p.lambda; });
  all["theta"] = column<double>(path, [](const PathPoint& p) { return p.theta.value_or(std::nan("")); });
  all["nonzeros"] = column<std::int64_t>(
      path, [](const PathPoint& p) { return static_cast<std::int64_t>(p.coefficients.index.size()); });
  all["intercept"] = column<double>(path, [](const PathPoint& p) { return p.coefficients.intercept; });
  all["objective"] = column<double>(path, [](const PathPoint& p) { return p.report.certificate.objective(); });
  all["loss"] = column<double>(path, [](const PathPoint& p) { return p.report.certificate.loss; });
  all["penalty"] = column<double>(path, [](const PathPoint& p) { return p.report.certificate.penalty; });
  all["explained"] = column<double>(path, [](const PathPoint& p) { return p.explained; });
  all["critical"] = column<double>(path, [&](const PathPoint& p) { return p.report.certificate.critical / scale; });
  all["prox"] = column<double>(path, [&](const PathPoint& p) { return p.report.certificate.prox / scale; });
  all["coordinate"] = column<double>(path, [&](const PathPoint& p) { return p.report.certificate.coordinate / scale; });
  all["iterations"] = column<std::int64_t>(path, [](const PathPoint& p) { return std::int64_t{p.report.iterations}; });
  all["passes"] = column<std::int64_t>(path, [](const PathPoint& p) { return p.report.passes; });
  nb::list status, convex;
  for (const PathPoint& point : path.saved.path.points) {
    status.append(gist::to_string(point.report.status));
    convex.append(point.convex);
  }
  all["status"] = status;
  all["convex"] = convex;
  add_criteria(path, all);
  return all;
}

nb::tuple coefficients_of(const Path& path) {
  std::vector<std::int64_t> start{0};
  std::vector<gist::Index> index;
  std::vector<double> value;
  for (const PathPoint& point : path.saved.path.points) {
    const gist::Coefficients& c = point.coefficients;
    index.insert(index.end(), c.index.begin(), c.index.end());
    value.insert(value.end(), c.value.begin(), c.value.end());
    start.push_back(static_cast<std::int64_t>(index.size()));
  }
  return nb::make_tuple(to_numpy<std::int64_t>(std::move(start)), to_numpy<gist::Index>(std::move(index)),
                        to_numpy<double>(std::move(value)));
}

nb::dict scores_of(const Path& path) {
  nb::dict all;
  const auto& points = path.saved.cv;
  if (points.empty()) return all;
  std::vector<double> mean, error;
  nb::list folds;
  for (const gist::CvPoint& point : points) {
    mean.push_back(point.mean);
    error.push_back(point.error);
    folds.append(to_numpy<double>(point.fold));
  }
  all["mean"] = to_numpy<double>(std::move(mean));
  all["error"] = to_numpy<double>(std::move(error));
  all["fold"] = folds;
  return all;
}

}  // namespace gistlearn
