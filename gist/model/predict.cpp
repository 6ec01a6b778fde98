#include "gist/model/predict.hpp"

#include <cmath>

#include "gist/backend/cpu/products.hpp"
#include "gist/core/error.hpp"

namespace gist {

std::vector<double> linear_predictor(const Model& model, const Design& design, std::span<const double> offset,
                                     Team& team) {
  if (design.columns() != model.features) {
    throw Error(ErrorKind::model, "the model has " + std::to_string(model.features) + " features, the data " +
                                      std::to_string(design.columns()));
  }
  std::vector<double> w(static_cast<std::size_t>(model.features));
  for (std::size_t k = 0; k < model.index.size(); ++k) w[static_cast<std::size_t>(model.index[k])] = model.value[k];
  std::vector<double> z(static_cast<std::size_t>(design.rows()));
  cpu::multiply(design, w, z, team);
  for (std::size_t i = 0; i < z.size(); ++i) z[i] += model.intercept + (offset.empty() ? 0 : offset[i]);
  return z;
}

double prediction(const Model& model, double z) {
  switch (targets_of(model.spec.loss)) {
    case Targets::classes: return z > 0 ? model.classes->positive : model.classes->negative;
    case Targets::counts: return std::exp(z);
    case Targets::numbers: break;
  }
  return z;
}

double probability(double z) {
  const double e = std::exp(-std::abs(z));
  return (z >= 0 ? 1.0 : e) / (1 + e);
}

}  // namespace gist
