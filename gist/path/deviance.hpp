#pragma once

#include <span>

#include "gist/loss/loss.hpp"

namespace gist {

/// The least a sample's loss can be, over all linear predictors: y - y log y for poisson, 0 for the others.
double saturated_loss(const Loss& loss, double y);

/// Twice what the loss of a sample is above its least: (z - y)^2 for squared, -2 log likelihood for logistic, the usual
/// deviance for poisson.
double deviance(const Loss& loss, double z, double y);

/// The mean of saturated_loss; `weight` sums to 1, or is empty for equal weights.
double mean_saturated_loss(const Loss& loss, std::span<const double> y, std::span<const double> weight);

}  // namespace gist
