#include <algorithm>

#include "gist/fit/labels.hpp"
#include "gist/fit/relax.hpp"
#include "gist/stability/stability.hpp"

namespace gist {

Model stable_model(const FitData& data, const StabilityResult& result, Team& team, const FitControls& controls) {
  Model chosen;
  chosen.spec = result.spec;
  chosen.spec.penalty = None{};
  chosen.spec.problem.lambda_ratio.reset();
  chosen.spec.problem.theta_ratio.reset();
  chosen.spec.problem.relax = true;
  if (result.spec.problem.ridge > 0) chosen.spec.problem.relax_ridge = result.spec.problem.ridge;
  chosen.spec.problem.ridge = 0;
  chosen.spec.solver = WorkingSetOptions{};  // what refits, and one that takes every penalty
  chosen.features = data.dataset.design.columns();
  chosen.feature_names = data.dataset.feature_names;
  chosen.classes =
      targets_from(chosen.spec.loss, data.dataset.label, data.weight, chosen.spec.problem.positive, data.dataset.source)
          .classes;
  chosen.index = result.stable();
  for (std::size_t j = 0; j < data.factor.size(); ++j) {
    if (data.factor[j] == 0) chosen.index.push_back(static_cast<Index>(j));
  }
  std::sort(chosen.index.begin(), chosen.index.end());
  chosen.value.assign(chosen.index.size(), 0.0);
  chosen.report.samples = data.dataset.design.rows();
  chosen.report.stored = data.dataset.design.nonzeros();
  chosen.report.status = Status::converged;
  if (chosen.index.empty()) {
    // The intercept alone: what any fit gives where the penalty is too strong for every feature.
    FitSpec null = chosen.spec;
    null.penalty = L1{};
    null.problem.lambda_ratio = 1.5;
    null.problem.relax = false;
    null.problem.relax_ridge.reset();
    const Model fitted = fit(data, null, team, controls);
    chosen.intercept = fitted.intercept;
    chosen.report = fitted.report;
    return chosen;
  }
  Model model = relaxed(data, chosen, team, controls);
  model.report.selection.reset();  // no penalised fit of all samples chose
  return model;
}

}  // namespace gist
