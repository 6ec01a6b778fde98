#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "gist/model/predict.hpp"
#include "gist/model/scores.hpp"
#include "gist/report/model_sections.hpp"
#include "gist/report/scale.hpp"
#include "gist/report/tenths.hpp"

namespace gist::report {
namespace {

constexpr std::size_t most_points = 1500;  // of a scatter plot: more only cover each other

Series tenths_series(const std::vector<Tenth>& groups, std::string name) {
  Series series{std::move(name), {}, {}, Mark::points};
  for (const Tenth& group : groups) {
    series.x.push_back(group.predicted);
    series.y.push_back(group.observed);
    series.low.push_back(group.low);
    series.high.push_back(group.high);
    series.point_name.push_back(fmt::format("{} samples", group.samples));
  }
  return series;
}

Series diagonal(double from, double to) { return {"", {from, to}, {from, to}, Mark::reference}; }

constexpr std::string_view interval_note =
    "Each point is a tenth of the samples, ordered by prediction; whiskers are 95% intervals.";

/// Classes: the share of positives against the predicted probability, or against the margin where there is none.
void add_classes(const Model& model, const FitData& data, const std::vector<double>& z, Section& section) {
  std::vector<double> sign, share, prediction;
  for (std::size_t i = 0; i < z.size(); ++i) {
    sign.push_back(model.classes->sign_of(data.dataset.label[i]).value_or(-1));
    share.push_back(sign.back() > 0 ? 1 : 0);
  }
  const bool probabilities = std::holds_alternative<Logistic>(model.spec.loss);
  for (const double margin : z) prediction.push_back(probabilities ? probability(margin) : margin);
  Table scores{{"score", "value"}, {{"accuracy", readable(accuracy(z, sign))}}};
  if (const auto area = auc(z, sign)) scores.rows.push_back({"area under the ROC curve", readable(*area)});
  if (probabilities) scores.rows.push_back({"log loss", readable(log_loss(z, sign))});
  const auto groups = tenths(prediction, share, data.weight, true);
  Chart chart{probabilities ? "Calibration" : "Share of positives along the margin",
              {probabilities ? "predicted probability" : "margin"},
              {"share of positives", Scale::linear, false, 0.0, 1.0},
              {}};
  if (probabilities) {
    chart.x.low = 0, chart.x.high = 1;
    chart.series.push_back(diagonal(0, 1));
  }
  chart.series.push_back(tenths_series(groups, "tenths of the samples"));
  chart.note = std::string(interval_note) +
               (probabilities ? " On the dashed line the probabilities are right. A penalty shrinks coefficients, "
                                "which pulls probabilities to the middle and bends the points into a steeper curve."
                              : "");
  section.blocks.push_back(std::move(chart));
  section.blocks.push_back(std::move(scores));
}

void add_counts(const FitData& data, const std::vector<double>& z, Section& section) {
  std::vector<double> mean;
  for (const double linear : z) mean.push_back(std::exp(linear));
  const auto groups = tenths(mean, data.dataset.label, data.weight, false);
  Chart chart{"Calibration", {"predicted mean"}, {"mean count"}, {}};
  if (!groups.empty()) chart.series.push_back(diagonal(groups.front().predicted, groups.back().predicted));
  chart.series.push_back(tenths_series(groups, "tenths of the samples"));
  chart.note = std::string(interval_note) + " On the dashed line the predictions are right.";
  section.blocks.push_back(std::move(chart));
  section.blocks.push_back(
      Table{{"score", "value"}, {{"mean squared error", readable(mean_squared_error(mean, data.dataset.label))}}});
}

void add_residuals(const FitData& data, const std::vector<double>& z, Section& section) {
  const auto& y = data.dataset.label;
  std::vector<double> residual;
  for (std::size_t i = 0; i < z.size(); ++i) residual.push_back(y[i] - z[i]);
  Series cloud{"samples", {}, {}, Mark::points, false, true};
  const std::size_t shown = std::min(z.size(), most_points);
  for (std::size_t k = 0; k < shown; ++k) {
    const std::size_t i = k * z.size() / shown;
    cloud.x.push_back(z[i]);
    cloud.y.push_back(residual[i]);
    cloud.point_name.push_back(fmt::format("sample {}", i + 1));
  }
  Chart chart{"Residuals", {"predicted"}, {"label minus predicted"}, {std::move(cloud)}};
  const auto groups = tenths(z, residual, data.weight, false);
  Series mean = tenths_series(groups, "mean of a tenth");
  if (!groups.empty())
    chart.series.push_back({"", {groups.front().predicted, groups.back().predicted}, {0, 0}, Mark::reference});
  chart.series.push_back(std::move(mean));
  chart.note =
      (shown < z.size() ? fmt::format("{} of {} samples, evenly spaced in the file, in grey. ", shown, z.size())
                        : std::string("The samples in grey. ")) +
      "Coloured: means over tenths of the samples, ordered by prediction, with 95% intervals. A trend in them "
      "is shrinkage, or something the model lacks.";
  section.blocks.push_back(std::move(chart));
  Table scores{{"score", "value"}, {{"mean squared error", readable(mean_squared_error(z, y))}}};
  if (const auto explained = r_squared(z, y)) scores.rows.push_back({"R squared", readable(*explained)});
  section.blocks.push_back(std::move(scores));
}

}  // namespace

Section fit_section(const Model& model, const FitData& data, Team& team) {
  const auto z = linear_predictor(model, data.dataset.design, data.offset, team);
  Section section{"Fit to the data", {}};
  section.blocks.push_back(Text{
      "On the samples the model was fitted to: on new ones it will do less well. Scores count every sample once."});
  switch (targets_of(model.spec.loss)) {
    case Targets::classes: add_classes(model, data, z, section); break;
    case Targets::counts: add_counts(data, z, section); break;
    case Targets::numbers: add_residuals(data, z, section); break;
  }
  return section;
}

}  // namespace gist::report
