#include "gist/fit/relax.hpp"

#include "gist/data/subset.hpp"

namespace gist {
namespace {

/// The entries of a vector with one per feature, or of one that stands for all.
std::vector<double> chosen_entries(const std::vector<double>& all, const std::vector<Index>& chosen) {
  if (all.size() <= 1) return all;
  std::vector<double> some;
  for (const Index j : chosen) some.push_back(all[static_cast<std::size_t>(j)]);
  return some;
}

FitData chosen_columns(const FitData& data, const std::vector<Index>& chosen) {
  FitData some{{columns_of(data.dataset.design, chosen), data.dataset.label, {}, data.dataset.source},
               data.weight,
               data.offset,
               chosen_entries(data.factor, chosen),
               chosen_entries(data.lower, chosen),
               chosen_entries(data.upper, chosen)};
  if (data.factor.size() == 1) some.factor = data.factor;  // one feature in all, and it was chosen
  return some;
}

FitSpec refit_spec(const FitSpec& spec) {
  FitSpec refit = spec;
  refit.penalty = None{};
  refit.problem.lambda_ratio.reset();
  refit.problem.theta_ratio.reset();
  refit.problem.ridge = spec.problem.relax_ridge.value_or(0);
  refit.problem.relax = false;
  refit.problem.relax_ridge.reset();
  refit.solver = WorkingSetOptions{};
  return refit;
}

std::string no_refit_warning(std::size_t columns) {
  return "the relaxed refit has no minimiser: the " + std::to_string(columns) +
         " chosen columns separate the data, and growing their coefficients lowers the loss for ever. The point "
         "returned is on the way to infinity; --relax-ridge 1e-4, say, makes the refit well posed";
}

}  // namespace

Model relaxed(const FitData& data, const Model& chosen, Team& team, const FitControls& controls) {
  Model model = chosen;
  model.spec.problem.relax = true;
  const FitReport& first = chosen.report;
  model.report.selection =
      Selection{first.status, first.certificate, first.gradient_scale, first.iterations, first.passes};
  // Nothing chosen: the intercept alone is at its best already. An interrupt means now, not after another fit.
  if (chosen.index.empty() || first.status == Status::interrupted) return model;

  Model start;
  start.features = static_cast<Index>(chosen.index.size());
  for (Index k = 0; k < start.features; ++k) start.index.push_back(k);
  start.value = chosen.value;
  start.report.certificate.t = first.certificate.t;
  FitControls refit_controls = controls;
  refit_controls.start = &start;
  const Model refit = fit(chosen_columns(data, chosen.index), refit_spec(model.spec), team, refit_controls);

  model.intercept = refit.intercept;
  model.index.clear();
  for (const Index k : refit.index) model.index.push_back(chosen.index[static_cast<std::size_t>(k)]);
  model.value = refit.value;
  const auto selection = model.report.selection;
  model.report = refit.report;
  model.report.selection = selection;
  model.report.lambda_max = first.lambda_max;
  model.report.stored = first.stored;
  if (refit.report.status == Status::unbounded) model.report.warnings = {no_refit_warning(chosen.index.size())};
  if (chosen.index.size() >= static_cast<std::size_t>(first.samples) && model.spec.problem.relax_ridge.value_or(0) == 0)
    model.report.warnings.push_back("the relaxed refit has " + std::to_string(chosen.index.size()) + " columns for " +
                                    std::to_string(first.samples) +
                                    " samples: many coefficients fit equally well; --relax-ridge picks one");
  return model;
}

}  // namespace gist
