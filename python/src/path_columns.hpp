#pragma once

#include <nanobind/nanobind.h>

#include "gist/model/path_file.hpp"

namespace gistlearn {

/// A path as Python holds it; `sample_weights` is what the information criteria take for n.
struct Path {
  gist::SavedPath saved;
  double sample_weights = 0;
};

/// What the points of a path came to, a column each: lambda, theta, objective, residuals and so on.
nanobind::dict columns_of(const Path& path);

/// The coefficients of all points, a row each, as the arrays of a CSR matrix: (start, index, value).
nanobind::tuple coefficients_of(const Path& path);

/// The scores of a cross-validation: mean, error, fold (points x folds); empty without one.
nanobind::dict scores_of(const Path& path);

}  // namespace gistlearn
