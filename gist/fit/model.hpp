#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gist/core/status.hpp"
#include "gist/data/storage.hpp"
#include "gist/fit/certificate.hpp"
#include "gist/fit/labels.hpp"
#include "gist/fit/run.hpp"
#include "gist/fit/spec.hpp"

namespace gist {

/// Of a relaxed model: how the penalised fit went that chose its columns.
struct Selection {
  Status status = Status::running;
  Certificate certificate;
  double gradient_scale = 0;
  int iterations = 0;
  std::int64_t passes = 0;
};

/// How a fit went: everything `train --json` reports but the coefficients.
struct FitReport {
  Status status = Status::running;
  Certificate certificate;
  double gradient_scale = 0;  ///< largest |gradient_j| at w = 0
  double lambda_max = 0;
  int iterations = 0;
  std::int64_t passes = 0;  ///< full passes over the data, everything counted
  std::int64_t samples = 0, stored = 0;
  std::vector<std::string> warnings;
  std::string engine, why;               ///< of solver auto and best: which solver led there, and why
  std::vector<Run> runs;                 ///< and the ways that were gone
  std::optional<Selection> selection{};  ///< there when the rest is about a relaxed refit (relax.hpp)
};

/// A fitted sparse linear model, on the scale of the user's data.
struct Model {
  FitSpec spec;  ///< with lambda and theta as they were used
  Index features = 0;
  double intercept = 0;
  std::vector<Index> index;   ///< ascending, 0-based
  std::vector<double> value;  ///< the non-zero coefficients
  std::optional<ClassLabels> classes;
  std::vector<std::string> feature_names;
  FitReport report;
};

}  // namespace gist
