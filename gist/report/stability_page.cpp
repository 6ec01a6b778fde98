#include "gist/report/stability_page.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "gist/core/alternatives.hpp"
#include "gist/report/model_sections.hpp"
#include "gist/report/scale.hpp"

namespace gist::report {
namespace {

constexpr std::size_t listed = 40, names_shown = 8, curves_drawn = 120;

/// Share of the halves in which the feature was among the first k to enter, k = 1, 2, ...
Series growth(const SelectedFeature& feature, const Model& model, int halves, std::size_t longest) {
  Series series{feature_name(model, feature.feature), {}, {}, Mark::step};
  double sum = 0;
  for (std::size_t rank = 0; rank < longest; ++rank) {
    sum += rank < feature.entered_at.size() ? feature.entered_at[rank] : 0;
    series.x.push_back(static_cast<double>(rank + 1));
    series.y.push_back(sum / halves);
  }
  return series;
}

Chart growth_chart(const StabilityResult& result, const Model& model) {
  Chart chart{"Selection as more features are allowed",
              {"features a half selects"},
              {"share of halves", Scale::linear, false, 0.0, 1.0},
              {}};
  std::size_t longest = 1;
  for (const auto& feature : result.features) longest = std::max(longest, feature.entered_at.size());
  const auto add = [&](std::size_t k, bool faint) {
    chart.series.push_back(growth(result.features[k], model, 2 * result.finished, longest));
    chart.series.back().faint = faint;
  };
  for (std::size_t k = std::min(result.features.size(), curves_drawn); k > names_shown; --k) add(k - 1, true);
  for (std::size_t k = 0; k < std::min(result.features.size(), names_shown); ++k) add(k, false);
  chart.series.push_back(
      {"", {1, static_cast<double>(longest)}, {result.options.threshold, result.options.threshold}, Mark::reference});
  chart.note = "A feature that matters rises early and stays; the dashed line is the threshold.";
  return chart;
}

Section feature_section(const StabilityResult& result, const Model& model) {
  Bars bars{"", {}, result.options.threshold, 1.0};
  for (std::size_t k = 0; k < std::min(result.features.size(), listed); ++k) {
    const auto& feature = result.features[k];
    bars.rows.push_back({feature_name(model, feature.feature), feature.probability, feature.stable ? "stable" : ""});
  }
  Section section{"How often each feature was selected", {}};
  const std::size_t stable = result.stable().size();
  section.blocks.push_back(Text{fmt::format(
      "{} of {} features were ever selected. Stable, that is selected by at least {} of the {} halves: {}. The dashed "
      "line is that threshold{}.",
      result.features.size(), readable(result.candidates), readable(result.options.threshold), 2 * result.finished,
      stable == 0 ? "none" : std::to_string(stable),
      result.features.size() > listed ? fmt::format("; the {} most often selected are shown", listed) : "")});
  section.blocks.push_back(std::move(bars));
  return section;
}

Section method_section(const StabilityResult& result) {
  Section section{"Method and error bound", {}};
  if (result.finished < result.options.pairs)
    section.blocks.push_back(Text{fmt::format("Interrupted: {} of {} pairs were finished, and this page is from those.",
                                              result.finished, result.options.pairs),
                                  true});
  section.blocks.push_back(Text{"Selection: " + selection_words(result) + "."});
  section.blocks.push_back(Text{fmt::format("Fit of a half: mean {} loss + {}.", name_of(result.spec.loss),
                                            std::string(name_of(result.spec.penalty)))});
  section.blocks.push_back(Text{"Bound: " + bound_words(result) + "."});
  section.blocks.push_back(Text{
      "The bounds count stable features whose probability of being selected by one half is low, at most what "
      "guessing gives. Features that do not matter are such where they are exchangeable and the fit beats guessing. "
      "The worst case (Meinshausen and Buhlmann 2010, Theorem 1) assumes nothing else; the second (Shah and "
      "Samworth 2013, Theorem 2) also that the share of pairs that select a feature twice is unimodal."});
  return section;
}

}  // namespace

std::string selection_words(const StabilityResult& result) {
  return fmt::format("{} pairs of halves; a half selects {}", result.finished,
                     result.at_lambda
                         ? fmt::format("what is not 0 at its lambda, {:.1f} of {:g} features on average",
                                       result.selected, result.candidates)
                         : fmt::format("the first {:g} of {:g} features to enter", result.selected, result.candidates));
}

std::string bound_words(const StabilityResult& result) {
  std::string text = fmt::format(
      "at most {:.3g} expected among the stable that are selected no more often than by "
      "guessing (worst case)",
      result.worst_case);
  if (result.unimodal) text += fmt::format(", {:.3g} (unimodal)", *result.unimodal);
  if (result.at_lambda) text += ", taking the mean number selected for the expected one";
  return text;
}

Page stability_page(const StabilityResult& result, const Model& model, const FitData& data, Team& team) {
  Page page{
      fmt::format("Stability selection: {} loss, {} penalty", name_of(result.spec.loss), name_of(result.spec.penalty)),
      data.dataset.source,
      {feature_section(result, model), method_section(result)}};
  if (!result.at_lambda && !result.features.empty())
    page.sections.insert(page.sections.begin() + 1, {"Order of entering", {growth_chart(result, model)}});
  Section coefficients = coefficient_section(model), certificate = certificate_section(model),
          fitted = fit_section(model, data, team);
  for (Section* section : {&coefficients, &certificate, &fitted}) {
    section->title += " (stable features)";
    page.sections.push_back(std::move(*section));
  }
  return page;
}

}  // namespace gist::report
