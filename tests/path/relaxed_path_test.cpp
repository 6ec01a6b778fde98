#include <gtest/gtest.h>

#include <cmath>

#include "gist/fit/options.hpp"
#include "gist/path/cross_validate.hpp"
#include "gist/path/path.hpp"
#include "gist/simulate/random.hpp"

/// --relax along a path and in the folds: every point is the relaxed fit at its lambda, and what the folds score is
/// too.
namespace gist {
namespace {

FitData planted(Index n, Index d) {
  Random random(21);
  std::vector<double> value(static_cast<std::size_t>(n) * static_cast<std::size_t>(d)), label;
  for (double& v : value) v = random.normal();
  for (Index i = 0; i < n; ++i) {
    const auto at = static_cast<std::size_t>(i);
    label.push_back(1 + 2 * value[at] - 1.5 * value[at + static_cast<std::size_t>(n)] + random.normal());
  }
  FitData data;
  data.dataset = {Dense<double>{n, d, std::move(value)}, std::move(label), {}, "planted"};
  return data;
}

FitSpec relaxed_spec(const std::string& lambda) {
  NamedOptions options{{"loss", "squared"}, {"solver", "working-set"}, {"relax", "true"}, {"tolerance", "1e-9"}};
  if (!lambda.empty()) options.emplace_back("lambda", lambda);
  FitSpec spec = spec_from(options);
  if (lambda.empty()) spec.problem.lambda_ratio.reset();
  return spec;
}

PathRequest some_lambdas() {
  PathRequest request;
  request.grid.count = 8;
  request.grid.ratio = 0.05;
  return request;
}

TEST(RelaxedPath, EveryPointIsTheRelaxedFit) {
  Team team(1);
  const FitData data = planted(60, 10);
  Fitting fitting(data, relaxed_spec(""), team);
  const PathResult path = trace_path(fitting, some_lambdas(), team);
  ASSERT_EQ(path.points.size(), 8U);
  for (const auto& point : path.points) {
    const Model alone = fit(data, relaxed_spec(shortest(point.lambda)), team);
    ASSERT_EQ(point.coefficients.index, alone.index);
    for (std::size_t k = 0; k < alone.value.size(); ++k) EXPECT_NEAR(point.coefficients.value[k], alone.value[k], 1e-7);
    EXPECT_NEAR(point.coefficients.intercept, alone.intercept, 1e-7);
    EXPECT_NEAR(point.report.certificate.loss, alone.report.certificate.loss, 1e-10);
    EXPECT_TRUE(point.report.selection.has_value());
  }
}

TEST(RelaxedPath, FoldsScoreTheRelaxedFit) {
  Team team(2);
  const FitData data = planted(40, 6);
  CvOptions options;
  options.folds = 4;
  options.score = Score::mse;
  const Folds folds = folds_for(data, relaxed_spec(""), options, {});
  const CvResult result = cross_validate(data, relaxed_spec(""), some_lambdas(), options, folds, team);
  ASSERT_EQ(result.points.size(), 8U);
  const auto& x = std::get<Dense<double>>(data.dataset.design.storage());
  for (const std::size_t k : {2U, 7U}) {
    for (int fold = 0; fold < 4; ++fold) {
      FitData rest = data;
      rest.weight.assign(40, 1);
      for (std::size_t i = 0; i < 40; ++i) rest.weight[i] = folds.fold[i] == fold ? 0 : 1;
      const Model model = fit(rest, relaxed_spec(shortest(result.path.points[k].lambda)), team);
      double sum = 0, count = 0;
      for (std::size_t i = 0; i < 40; ++i) {
        if (folds.fold[i] != fold) continue;
        double z = model.intercept;
        for (std::size_t m = 0; m < model.index.size(); ++m)
          z += model.value[m] * x.value[static_cast<std::size_t>(model.index[m]) * 40 + i];
        sum += (z - data.dataset.label[i]) * (z - data.dataset.label[i]);
        ++count;
      }
      EXPECT_NEAR(result.points[k].fold[static_cast<std::size_t>(fold)], sum / count, 1e-6);
    }
  }
}

}  // namespace
}  // namespace gist
