#pragma once

#include <nanobind/nanobind.h>

#include "gist/fit/fit.hpp"

namespace gistlearn {

/// All of a problem's data but the labels: several problems may share one.
struct FitInput {
  gist::FitData data;

  gist::FitData with_labels(std::vector<double> label) const {
    gist::FitData own = data;  // the design is shared, not copied
    own.dataset.label = std::move(label);
    return own;
  }
};

void bind_fit_input(nanobind::module_& module);

}  // namespace gistlearn
