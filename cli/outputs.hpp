#pragma once

#include <string>
#include <utility>
#include <vector>

namespace gist::cli {

/// Throws Error where two output options name the same file: the second would replace the first. An empty name
/// is an option not given.
void refuse_shared_outputs(const std::vector<std::pair<std::string, std::string>>& option_and_file);

}  // namespace gist::cli
