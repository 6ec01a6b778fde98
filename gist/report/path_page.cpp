#include "gist/report/path_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "gist/core/alternatives.hpp"
#include "gist/report/model_sections.hpp"
#include "gist/report/scale.hpp"

namespace gist::report {
namespace {

std::string choice_words(const SavedPath& saved, std::size_t point, std::string_view what) {
  const PathPoint& p = saved.path.points[point];
  std::string text = fmt::format("{}: lambda {}{}, {} coefficients", what, readable(p.lambda),
                                 p.theta ? ", theta " + readable(*p.theta) : "", p.coefficients.index.size());
  if (!saved.cv.empty())
    text += fmt::format(", {} {} with a standard error of {}", saved.score, readable(saved.cv[point].mean),
                        fmt::format("{:.2g}", saved.cv[point].error));
  return text + ".";
}

Section choice_section(const SavedPath& saved, std::optional<Criterion> criterion, double samples) {
  Section section{saved.cv.empty() ? "Choice" : "Cross-validation", {}};
  if (!saved.cv.empty()) {
    Chart chart = cv_chart(saved);
    chart.title.clear();
    section.blocks.push_back(std::move(chart));
    if (saved.min) section.blocks.push_back(Text{choice_words(saved, *saved.min, "Best mean (min)")});
    if (saved.one_se)
      section.blocks.push_back(Text{choice_words(saved, *saved.one_se, "Within one standard error (1se)")});
  } else if (criterion && saved.chosen) {
    section.blocks.push_back(criterion_chart(saved, *criterion, samples));
    section.blocks.push_back(Text{choice_words(saved, *saved.chosen, "Lowest " + saved.chosen_by)});
  } else {
    section.blocks.push_back(
        Text{"Nothing was chosen. gist cv chooses by samples a fit has not seen, --criterion ebic by the path alone; "
             "what follows is the model of the last lambda."});
  }
  return section;
}

/// How the searches along the path ended, and what is not as it should be.
std::vector<Block> path_words(const PathResult& path) {
  std::vector<Block> words;
  const auto converged = static_cast<std::size_t>(std::count_if(
      path.points.begin(), path.points.end(), [](const PathPoint& p) { return p.report.status == Status::converged; }));
  double worst = 0;
  for (const PathPoint& p : path.points)
    worst = std::max(worst, p.report.certificate.prox / (p.report.gradient_scale > 0 ? p.report.gradient_scale : 1));
  words.push_back(
      Text{fmt::format("{} of {} lambdas converged; the largest prox residual is {:.1e}, {:.1e} was asked for.",
                       converged, path.points.size(), worst, path.frame.spec.stop.threshold()),
           converged < path.points.size()});
  for (const PathCurve& curve : path.curves) {
    const std::string theta = curve.theta && path.curves.size() > 1 ? ", theta " + readable(*curve.theta) : "";
    const std::size_t done = curve.end - curve.begin;
    if (curve.ended == PathEnd::saturated)
      words.push_back(
          Text{fmt::format("The path ended after {} of {} lambdas{}: the deviance is explained as far as it "
                           "goes.",
                           done, curve.grid.size(), theta)});
    else if (curve.ended != PathEnd::complete)
      words.push_back(
          Text{fmt::format("The path was cut short after {} of {} lambdas{} ({}); what was finished is here.", done,
                           curve.grid.size(), theta, to_string(curve.ended)),
               true});
  }
  return words;
}

Section table_section(const SavedPath& saved) {
  const bool theta = saved.path.curves.size() > 1, cv = !saved.cv.empty();
  Table table{{"", "lambda"}, {}};
  if (theta) table.head.emplace_back("theta");
  if (cv) table.head.push_back(saved.score), table.head.emplace_back("error");
  for (const char* head : {"", "non-zeros", "explained", "objective", "residual"}) table.head.emplace_back(head);
  for (std::size_t k = 0; k < saved.path.points.size(); ++k) {
    const PathPoint& p = saved.path.points[k];
    const double scale = p.report.gradient_scale > 0 ? p.report.gradient_scale : 1;
    std::vector<std::string> row{std::to_string(k + 1), readable(p.lambda)};
    if (theta) row.push_back(p.theta ? readable(*p.theta) : "");
    if (cv) row.push_back(readable(saved.cv[k].mean)), row.push_back(fmt::format("{:.3g}", saved.cv[k].error));
    std::string remark;
    if (saved.min == k) remark += "min ";
    if (saved.one_se == k) remark += "1se ";
    if (!cv && saved.chosen == k) remark += saved.chosen_by;
    if (p.report.status != Status::converged) remark += std::string(to_string(p.report.status));
    row.push_back(std::move(remark));
    row.push_back(std::to_string(p.coefficients.index.size()));
    row.push_back(fmt::format("{:.4f}", p.explained));
    row.push_back(fmt::format("{:.8g}", p.report.certificate.objective()));
    row.push_back(fmt::format("{:.1e}", p.report.certificate.prox / scale));
    table.rows.push_back(std::move(row));
  }
  Section section{"Every lambda", path_words(saved.path)};
  section.blocks.push_back(std::move(table));
  return section;
}

}  // namespace

Page path_page(const SavedPath& saved, const FitData& data, Team& team, std::optional<Criterion> criterion) {
  const PathResult& path = saved.path;
  Page page{fmt::format("{} loss, {} penalty: {}", name_of(path.frame.spec.loss), name_of(path.frame.spec.penalty),
                        saved.cv.empty() ? "a path" : "cross-validation"),
            data.dataset.source,
            {}};
  if (path.points.empty()) {
    page.sections.push_back({"Path", {Text{"No lambda was finished.", true}}});
    return page;
  }
  const std::size_t shown = saved.chosen.value_or(path.points.size() - 1);
  const Model model = path.model(shown);
  const double samples = data.weight.empty() ? static_cast<double>(data.dataset.design.rows())
                                             : std::accumulate(data.weight.begin(), data.weight.end(), 0.0);
  const std::string which = saved.chosen ? " (" + saved.chosen_by + ")" : " (last lambda)";
  Chart coefficients = coefficient_chart(saved, curve_of(path, shown));
  Section path_section{coefficients.title, {}};
  coefficients.title.clear();
  path_section.blocks = {std::move(coefficients), size_chart(saved)};
  page.sections = {choice_section(saved, criterion, samples),
                   std::move(path_section),
                   problem_section(model),
                   certificate_section(model),
                   coefficient_section(model),
                   fit_section(model, data, team),
                   table_section(saved)};
  for (const std::size_t k : {2U, 3U, 4U, 5U}) page.sections[k].title += which;
  return page;
}

}  // namespace gist::report
