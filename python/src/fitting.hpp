#pragma once

#include <nanobind/nanobind.h>

namespace gistlearn {

/// fit(), and the option tables it goes by.
void bind_fit(nanobind::module_& module);

}  // namespace gistlearn
