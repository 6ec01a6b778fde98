#include <nanobind/nanobind.h>
#include <nanobind/stl/string_view.h>

#include <string>

#include "custom_loss.hpp"
#include "files.hpp"
#include "fit_input.hpp"
#include "fitting.hpp"
#include "gist/core/error.hpp"
#include "gist/core/version.hpp"
#include "job.hpp"
#include "matrix.hpp"
#include "model.hpp"
#include "paths.hpp"

namespace nb = nanobind;

namespace {

/// Bad input is a ValueError, a file that cannot be opened or written an OSError; the message is the library's.
void translate(const std::exception_ptr& thrown, void* /*unused*/) {
  try {
    std::rethrow_exception(thrown);
  } catch (const gist::Error& error) {
    PyErr_SetString(error.kind() == gist::ErrorKind::file ? PyExc_OSError : PyExc_ValueError, error.what());
  }
}

}  // namespace

NB_MODULE(_core, module) {
  module.doc() = "The C++ library behind gistlearn.";
  module.attr("__version__") = gist::version;
  // What a user still holds when the interpreter ends is not a leak of ours.
  nb::set_leak_warnings(false);
  nb::register_exception_translator(translate);
  gistlearn::bind_matrix(module);
  gistlearn::bind_model(module);
  gistlearn::bind_fit_input(module);
  gistlearn::bind_fit(module);
  gistlearn::bind_paths(module);
  gistlearn::bind_custom_loss(module);
  gistlearn::bind_files(module);
  // A solver that was left behind by Ctrl-C must have ended before the interpreter does.
  nb::module_::import_("atexit").attr("register")(nb::cpp_function(&gistlearn::finish_abandoned_jobs));
}
