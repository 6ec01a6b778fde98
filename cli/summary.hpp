#pragma once

#include <string>

#include "gist/fit/model.hpp"

namespace gist::cli {

/// A fitted model in words: what was minimised, how it ended, the objective, the certificate. Several lines.
std::string summary(const Model& model);

}  // namespace gist::cli
