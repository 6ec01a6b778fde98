#pragma once

#include <functional>
#include <string>
#include <vector>

namespace gist::cli {

/// Replaces every "@file.json" by the options in the file, an object of names and values: {"penalty": "mcp",
/// "lambda-ratio": 0.1}. They come before all others, so that what is said on the command line itself wins.
///
/// true and false belong to flags, {"intercept": false} being --no-intercept; null is as if the name were not there.
/// `known` tells whether the command has an option, "--lambda" say; a name it does not have is an error.
std::vector<std::string> expand_option_files(const std::vector<std::string>& arguments,
                                             const std::function<bool(const std::string&)>& known);

}  // namespace gist::cli
