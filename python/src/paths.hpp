#pragma once

#include <nanobind/nanobind.h>

namespace gistlearn {

/// Paths over the strength of the penalty, cross-validation, and files that hold either or one model.
void bind_paths(nanobind::module_& module);

}  // namespace gistlearn
