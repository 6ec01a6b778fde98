#pragma once

#include <nanobind/nanobind.h>

namespace gistlearn {

/// fit_custom(): a loss written in Python, by the solvers that need its slopes alone.
void bind_custom_loss(nanobind::module_& module);

}  // namespace gistlearn
