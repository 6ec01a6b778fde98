#include "cli/summary.hpp"

#include <fmt/format.h>

#include "gist/core/alternatives.hpp"

namespace gist::cli {
namespace {

std::string penalty_in_words(const Model& model) {
  std::string parameters;
  std::visit(
      [&](const auto& penalty) {
        for_each_field<std::decay_t<decltype(penalty)>>([&](const auto& field) {
          parameters += fmt::format("{}{} {:.6g}", parameters.empty() ? "" : ", ", field.name, penalty.*field.member);
        });
      },
      model.spec.penalty);
  std::string text(name_of(model.spec.penalty));
  if (!parameters.empty()) text += " (" + parameters + ")";
  if (model.spec.problem.ridge > 0) text += fmt::format(" + ridge {:.6g}", model.spec.problem.ridge);
  return text;
}

/// What a relaxed model was chosen by, and that all that follows is about the second fit.
std::string relaxed_in_words(const Model& model) {
  const auto& ridge = model.spec.problem.relax_ridge;
  std::string text;
  if (model.report.selection) {
    const Selection& s = *model.report.selection;
    text += fmt::format("chosen by   that fit: {}, objective {:.10g}, {} iterations\n", to_string(s.status),
                        s.certificate.objective(), s.iterations);
  }
  return text + fmt::format("relaxed     fitted again on the chosen columns alone, {}; what follows is that fit\n",
                            ridge && *ridge > 0 ? fmt::format("with ridge {:.6g}", *ridge) : "unpenalised");
}

}  // namespace

std::string summary(const Model& model) {
  const FitReport& report = model.report;
  const Certificate& c = report.certificate;
  const double scale = report.gradient_scale > 0 ? report.gradient_scale : 1;
  std::string text = fmt::format("minimised   mean {} loss + {}{}{}\n", name_of(model.spec.loss),
                                 penalty_in_words(model), model.spec.problem.intercept ? "" : ", no intercept",
                                 model.spec.problem.standardize ? ", standardised" : "");
  text += fmt::format("data        {} samples x {} features, {} stored values; lambda_max {:.6g}\n", report.samples,
                      model.features, report.stored, report.lambda_max);
  if (model.spec.problem.relax) text += relaxed_in_words(model);
  text += fmt::format("status      {} after {} iterations, {} passes over the data\n", to_string(report.status),
                      report.iterations, report.passes);
  if (!report.engine.empty()) text += fmt::format("engine      {}: {}\n", report.engine, report.why);
  if (std::holds_alternative<BestOptions>(model.spec.solver)) {
    for (const Run& run : report.runs)
      text += fmt::format("  run       {:<22} objective {:.10g}, {} non-zeros, {:.3f} s\n", run.name, run.objective,
                          run.nonzeros, run.seconds);
  }
  text += fmt::format("objective   {:.10g} = loss {:.10g} + penalty {:.10g}\n", c.objective(), c.loss, c.penalty);
  text += fmt::format("model       {} of {} coefficients non-zero, intercept {:.6g}\n", model.index.size(),
                      model.features, model.intercept);
  text += fmt::format(
      "certificate critical {:.1e}  prox {:.1e}  coordinate {:.1e}   (relative to the gradient at 0, {:.3g})\n",
      c.critical / scale, c.prox / scale, c.coordinate / scale, report.gradient_scale);
  return text;
}

}  // namespace gist::cli
