#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "gist/core/status.hpp"
#include "gist/core/team.hpp"
#include "gist/data/dataset.hpp"
#include "gist/fit/model.hpp"
#include "gist/fit/spec.hpp"
#include "gist/solver/run.hpp"

namespace gist {

/// The data of a fit. Vectors that are empty stand for their neutral value.
struct FitData {
  Dataset dataset;
  std::vector<double> weight;        ///< per sample, >= 0
  std::vector<double> offset;        ///< per sample, added to the linear predictor
  std::vector<double> factor;        ///< per feature, >= 0; 0 = unpenalised
  std::vector<double> lower, upper;  ///< per feature, or one number for all
};

/// What goes on beside the fit.
struct FitControls {
  Observer observe;                              ///< told of every step
  const std::atomic<bool>* interrupt = nullptr;  ///< set to stop with the best point so far
  const Model* start = nullptr;                  ///< warm start
};

/// Minimises what `spec` says over the data. Throws Error for bad input only; how the search ended is in the model's
/// `report`.
Model fit(const FitData& data, const FitSpec& spec, Team& team, const FitControls& controls = {});

}  // namespace gist
