#include "gist/path/column_search.hpp"

#include "gist/fit/warnings.hpp"

namespace gist {

FitReport report_of(const Fitting& fitting, const Problem& problem, const Answer& answer,
                    std::span<const double> column_curvature) {
  FitReport report;
  report.status = answer.status;
  report.iterations = answer.iterations;
  report.gradient_scale = fitting.null().gradient_scale;
  report.lambda_max = fitting.null().lambda_max;
  report.samples = problem.samples();
  report.stored = fitting.stored();
  if (auto warning = jump_regime_warning(problem, column_curvature)) report.warnings.push_back(std::move(*warning));
  return report;
}

}  // namespace gist
