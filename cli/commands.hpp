#pragma once

#include <string>
#include <vector>

#include "cli/page.hpp"

namespace gist::cli {

using Arguments = std::vector<std::string>;

/// Each command in its file: runs with what follows its name and returns the exit code; bad input throws gist::Error.
int train(const Arguments& arguments);
int path(const Arguments& arguments);
int cv(const Arguments& arguments);
int stability(const Arguments& arguments);
int predict(const Arguments& arguments);
int inspect(const Arguments& arguments);
int convert(const Arguments& arguments);
int simulate(const Arguments& arguments);
int reference(const Arguments& arguments);

/// What there is to say about each, for --help and for `gist reference`.
CommandPage train_page();
CommandPage path_page();
CommandPage cv_page();
CommandPage stability_page();
CommandPage predict_page();
CommandPage inspect_page();
CommandPage convert_page();
CommandPage simulate_page();
CommandPage reference_page();

}  // namespace gist::cli
