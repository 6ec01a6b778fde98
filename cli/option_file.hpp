#pragma once

#include <string>
#include <vector>

namespace gist::cli {

/// Replaces every "@file.json" by the options in the file, an object of names and values: {"penalty": "mcp",
/// "lambda-ratio": 0.1}. They come before all others, so that what is said on the command line itself wins.
std::vector<std::string> expand_option_files(const std::vector<std::string>& arguments);

}  // namespace gist::cli
