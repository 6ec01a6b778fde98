#include "gist/report/fit_page.hpp"

#include "gist/core/alternatives.hpp"
#include "gist/report/model_sections.hpp"

namespace gist::report {

Page fit_page(const Model& model, const FitData& data, Team& team) {
  return {
      std::string(name_of(model.spec.loss)) + " loss, " + std::string(name_of(model.spec.penalty)) + " penalty",
      data.dataset.source,
      {problem_section(model), certificate_section(model), coefficient_section(model), fit_section(model, data, team)}};
}

}  // namespace gist::report
