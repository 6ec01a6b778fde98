#include "gist/report/model_sections.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "gist/core/alternatives.hpp"
#include "gist/report/scale.hpp"

namespace gist::report {

std::string feature_name(const Model& model, Index feature) {
  const auto j = static_cast<std::size_t>(feature);
  return j < model.feature_names.size() ? model.feature_names[j] : fmt::format("feature {}", j + 1);
}

std::string penalty_in_words(const FitSpec& spec) {
  std::string parameters;
  std::visit(
      [&](const auto& penalty) {
        for_each_field<std::decay_t<decltype(penalty)>>([&](const auto& field) {
          parameters +=
              fmt::format("{}{} {}", parameters.empty() ? "" : ", ", field.name, readable(penalty.*field.member));
        });
      },
      spec.penalty);
  std::string text(name_of(spec.penalty));
  if (!parameters.empty()) text += " (" + parameters + ")";
  if (spec.problem.ridge > 0) text += " + ridge " + readable(spec.problem.ridge);
  return text;
}

Section problem_section(const Model& model) {
  const FitReport& r = model.report;
  Table table{{"", ""}, {}};
  const auto row = [&](std::string name, std::string value) {
    table.rows.push_back({std::move(name), std::move(value)});
  };
  row("minimised", fmt::format("mean {} loss + {}", name_of(model.spec.loss), penalty_in_words(model.spec)));
  row("intercept", model.spec.problem.intercept ? readable(model.intercept) + ", unpenalised" : "none");
  row("columns", model.spec.problem.standardize ? "penalised as if each had standard deviation 1" : "as they are");
  row("data", fmt::format("{} samples, {} features, {} stored values", r.samples, model.features, r.stored));
  if (model.classes) {
    row("classes", fmt::format("{} positive, {} negative", readable(model.classes->positive),
                               model.classes->rest ? "all others" : readable(model.classes->negative)));
  }
  row("lambda", fmt::format("{} of lambda_max {}", readable(lambda_of(model.spec.penalty)), readable(r.lambda_max)));
  row("model", fmt::format("{} of {} coefficients are not 0", model.index.size(), model.features));
  row("solver", std::string(name_of(model.spec.solver)));
  return {"Problem", {std::move(table)}};
}

Section coefficient_section(const Model& model, std::size_t most) {
  std::vector<std::size_t> order(model.index.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return std::abs(model.value[a]) > std::abs(model.value[b]); });
  order.resize(std::min(order.size(), most));
  Section section{"Largest coefficients", {}};
  if (order.empty()) {
    section.blocks.push_back(Text{"Every coefficient is 0: the penalty is too strong for any feature to enter."});
    return section;
  }
  Bars bars;
  for (const std::size_t k : order)
    bars.rows.push_back({feature_name(model, model.index[k]), model.value[k],
                         model.feature_names.empty() ? "" : fmt::format("{}", model.index[k] + 1)});
  const bool all = order.size() == model.index.size();
  section.blocks.push_back(Text{
      (order.size() == 1 && all ? std::string("The one coefficient that is not 0, ")
       : all                    ? fmt::format("All {} coefficients that are not 0, ", order.size())
             : fmt::format("The {} largest of {} coefficients that are not 0, ", order.size(), model.index.size())) +
      "on the scale of the columns as they are in the file; features on different scales are not comparable by them."});
  section.blocks.push_back(std::move(bars));
  return section;
}

}  // namespace gist::report
