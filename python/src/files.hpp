#pragma once

#include <nanobind/nanobind.h>

namespace gistlearn {

/// Reading, writing and simulating data sets.
void bind_files(nanobind::module_& module);

}  // namespace gistlearn
