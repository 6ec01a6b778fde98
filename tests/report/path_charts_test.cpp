#include "gist/report/path_charts.hpp"

#include <gtest/gtest.h>

#include <cmath>

/// The charts of a path carry its numbers: which lines, where they begin, what is marked.
namespace gist::report {
namespace {

/// Five lambdas, three features: 2 enters at the second and grows to 3, 0 at the third, 1 comes and goes.
SavedPath small_path() {
  SavedPath saved;
  saved.path.frame.features = 4;
  saved.path.frame.feature_names = {"a", "<b>", "c", "never"};
  const std::vector<std::vector<double>> w{{0, 0, 0}, {0, 0, 1}, {0.5, 0, 2}, {0.5, 0.1, 3}, {1, 0, 3}};
  for (std::size_t k = 0; k < w.size(); ++k) {
    PathPoint point;
    point.lambda = std::pow(0.5, static_cast<double>(k));
    for (std::size_t j = 0; j < 3; ++j) {
      if (w[k][j] == 0) continue;
      point.coefficients.index.push_back(static_cast<Index>(j));
      point.coefficients.value.push_back(w[k][j]);
    }
    point.report.status = Status::converged;
    saved.path.points.push_back(std::move(point));
  }
  PathCurve curve;
  curve.end = 5;
  saved.path.curves = {curve};
  return saved;
}

void expect_values(const Series& series, const std::vector<double>& expected) {
  ASSERT_EQ(series.y.size(), expected.size());
  for (std::size_t k = 0; k < expected.size(); ++k) {
    if (std::isnan(expected[k]))
      EXPECT_TRUE(std::isnan(series.y[k])) << series.name << " " << k;
    else
      EXPECT_EQ(series.y[k], expected[k]) << series.name << " " << k;
  }
}

TEST(PathCharts, LinesAreTheCoefficientsLargestFirst) {
  const Chart chart = coefficient_chart(small_path(), 0);
  const double gap = std::nan("");
  ASSERT_EQ(chart.series.size(), 3U);  // "never" is not there
  EXPECT_EQ(chart.series[0].name, "c");
  EXPECT_EQ(chart.series[1].name, "a");
  EXPECT_EQ(chart.series[2].name, "<b>");
  expect_values(chart.series[0], {0, 1, 2, 3, 3});
  expect_values(chart.series[1], {gap, 0, 0.5, 0.5, 1});  // begins one lambda before it enters
  expect_values(chart.series[2], {gap, gap, 0, 0.1, 0});
  EXPECT_EQ(chart.series[0].x, (std::vector<double>{1, 0.5, 0.25, 0.125, 0.0625}));
  EXPECT_EQ(chart.x.scale, Scale::log);
  EXPECT_TRUE(chart.x.reversed);
}

TEST(PathCharts, ALambdaWithoutAMinimiserIsAGap) {
  SavedPath saved = small_path();
  saved.path.points[4].report.status = Status::unbounded;
  saved.path.points[4].coefficients.value = {1e9, 1e9};
  const Chart chart = coefficient_chart(saved, 0);
  EXPECT_TRUE(std::isnan(chart.series[0].y[4]));
  EXPECT_NE(chart.note.find("1 lambda without a minimiser"), std::string::npos) << chart.note;
}

TEST(PathCharts, CoefficientsThatRunOffDoNotFlattenTheRest) {
  SavedPath saved = small_path();
  saved.path.points[4].coefficients.value = {500, 1000};
  const Chart chart = coefficient_chart(saved, 0);
  ASSERT_TRUE(chart.y.high.has_value());
  EXPECT_EQ(*chart.y.high, 6 * 2);  // the middle lambda's largest is 2
  EXPECT_FALSE(coefficient_chart(small_path(), 0).y.high.has_value());
}

TEST(PathCharts, TheTwoChoicesOfACrossValidation) {
  SavedPath saved = small_path();
  saved.score = "deviance";
  for (std::size_t k = 0; k < 5; ++k) saved.cv.push_back({{}, 5.0 - static_cast<double>(k), 0.5});
  saved.min = 4;
  saved.one_se = 3;
  saved.chosen = 4;
  const Chart chart = cv_chart(saved);
  ASSERT_EQ(chart.series.size(), 1U);
  EXPECT_EQ(chart.series[0].y, (std::vector<double>{5, 4, 3, 2, 1}));
  EXPECT_EQ(chart.series[0].low[0], 4.5);
  EXPECT_EQ(chart.series[0].high[0], 5.5);
  ASSERT_EQ(chart.markers.size(), 2U);
  EXPECT_EQ(chart.markers[0].x, 0.0625);
  EXPECT_EQ(chart.markers[0].label, "min");
  EXPECT_EQ(chart.markers[1].x, 0.125);
  EXPECT_EQ(chart.markers[1].label, "1se");
  saved.one_se = 4;
  EXPECT_EQ(cv_chart(saved).markers.size(), 1U);
  EXPECT_EQ(cv_chart(saved).markers[0].label, "min, 1se");
  EXPECT_EQ(main_chart(saved).title, chart.title);
}

TEST(PathCharts, WhereConvexityEndsIsMarked) {
  SavedPath saved = small_path();
  for (std::size_t k = 0; k < 5; ++k) saved.path.points[k].convex = k < 3;
  const Chart chart = coefficient_chart(saved, 0);
  ASSERT_EQ(chart.markers.size(), 1U);
  EXPECT_EQ(chart.markers[0].x, 0.125);
}

}  // namespace
}  // namespace gist::report
