#pragma once

#include <span>
#include <vector>

#include "gist/core/team.hpp"
#include "gist/data/design.hpp"
#include "gist/fit/model.hpp"

namespace gist {

/// x_i'w + b + offset_i for every sample. The design must have the model's width.
std::vector<double> linear_predictor(const Model& model, const Design& design, std::span<const double> offset,
                                     Team& team);

/// What a linear predictor means to the model's loss: one of the two labels for classes, the mean otherwise (exp(z) for
/// poisson).
double prediction(const Model& model, double z);

/// The probability of the positive class, 1 / (1 + exp(-z)). Logistic loss only.
double probability(double z);

}  // namespace gist
