#pragma once

#include <nanobind/nanobind.h>

#include "gist/data/design.hpp"

namespace gistlearn {

/// A design as Python holds it.
struct Matrix {
  gist::Design design;
};

void bind_matrix(nanobind::module_& module);

}  // namespace gistlearn
