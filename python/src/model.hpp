#pragma once

#include <nanobind/nanobind.h>

namespace gistlearn {

/// gist::Model: coefficients, settings, report; to and from model files.
void bind_model(nanobind::module_& module);

}  // namespace gistlearn
