#include <fmt/format.h>

#include <cmath>

#include "gist/core/alternatives.hpp"
#include "gist/report/model_sections.hpp"
#include "gist/report/scale.hpp"

namespace gist::report {
namespace {

std::string ending(const Model& model) {
  const FitReport& r = model.report;
  const std::string effort = fmt::format(" after {} iterations, {} passes over the data", r.iterations, r.passes);
  switch (r.status) {
    case Status::converged: return "The search converged" + effort + ".";
    case Status::iteration_limit:
      return "The search reached its limit of iterations before it converged" + effort + ".";
    case Status::time_limit: return "The search reached its limit of time before it converged" + effort + ".";
    case Status::interrupted: return "The search was interrupted" + effort + "; this is the best point it had.";
    case Status::line_search_failed: return "No further step was accepted" + effort + "; the point is the best so far.";
    case Status::unbounded: return "There is no minimiser: the point is on the way to infinity" + effort + ".";
    case Status::running: break;
  }
  return "The search did not end.";
}

/// What follows from residuals below the tolerance, and what does not.
std::string meaning(const Model& model, double scale) {
  const Certificate& c = model.report.certificate;
  // A search that stops on the objective has asked for no residual; 1e-4 is then a fair name for small.
  const double asked = model.spec.stop.stop == StopRule::residual ? std::max(model.spec.stop.threshold(), 1e-12) : 1e-4;
  // A relaxed refit has no penalty, whatever chose its columns.
  const bool convex = model.spec.problem.relax || is_convex(model.spec.penalty);
  const bool prox = c.prox / scale <= 1.01 * asked, coordinate = c.coordinate / scale <= 10 * asked;
  if (model.report.status == Status::unbounded) return "Residuals near 0 say nothing here: they vanish at infinity.";
  if (!prox)
    return "The residuals are above what was asked for, so the point is only near a stationary one: treat the "
           "coefficients as provisional.";
  if (convex)
    return std::string(
               "The objective is convex, so residuals this small mean a global minimum, to that accuracy: no other ") +
           (model.spec.problem.relax ? "coefficients of these columns have a lower one."
                                     : "coefficients have a lower one.");
  if (coordinate)
    return "The penalty is not convex, so there may be lower points elsewhere. This one passes the strongest of the "
           "three tests: no change of a single coefficient lowers its own quadratic bound on the objective.";
  return "The penalty is not convex. The point is stationary, but the coordinate residual is large: a better point is "
         "one coefficient away, and --solver working-set looks for it.";
}

std::string relaxed_words(const Model& model) {
  const double ridge = model.spec.problem.relax_ridge.value_or(0);
  std::string text = fmt::format("This certificate is that of a second fit, on the {} chosen columns alone, {}.",
                                 model.index.size(), ridge > 0 ? "with ridge " + readable(ridge) : "unpenalised");
  if (const auto& s = model.report.selection) {
    text += fmt::format(" The penalised fit that chose them: {}, objective {:.8g} = loss {:.8g} + penalty {:.8g}.",
                        to_string(s->status), s->certificate.objective(), s->certificate.loss, s->certificate.penalty);
  }
  return text;
}

}  // namespace

Section certificate_section(const Model& model) {
  const FitReport& r = model.report;
  const Certificate& c = r.certificate;
  const double scale = r.gradient_scale > 0 ? r.gradient_scale : 1;
  const auto relative = [&](double residual) { return fmt::format("{:.1e}", residual / scale); };
  Section section{"Certificate", {}};
  for (const auto& warning : r.warnings) section.blocks.push_back(Text{"Warning: " + warning + ".", true});
  if (model.spec.problem.relax) section.blocks.push_back(Text{relaxed_words(model)});
  section.blocks.push_back(Text{ending(model)});
  section.blocks.push_back(
      Text{fmt::format("Objective {:.8g} = loss {:.8g} + penalty {:.8g}, worked out anew from the "
                       "coefficients alone.",
                       c.objective(), c.loss, c.penalty)});
  section.blocks.push_back(
      Table{{"residual", "relative", "what it measures"},
            {{"critical", relative(c.critical), "distance of the gradient from the penalty's slopes"},
             {"prox", relative(c.prox), "how far a proximal step would still move; the search stops on it"},
             {"coordinate", relative(c.coordinate), "how far the best change of any single coefficient would go"}}});
  section.blocks.push_back(
      Text{fmt::format("Residuals are relative to the largest gradient at 0, {}; {}.", readable(r.gradient_scale),
                       model.spec.stop.stop == StopRule::residual
                           ? fmt::format("{:.1e} was asked for", model.spec.stop.threshold())
                           : fmt::format("the search stopped on a change of the objective below {:.1e} of it",
                                         model.spec.stop.threshold()))});
  section.blocks.push_back(Text{meaning(model, scale)});
  return section;
}

}  // namespace gist::report
