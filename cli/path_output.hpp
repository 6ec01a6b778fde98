#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "gist/model/path_file.hpp"

namespace gist::cli {

/// One point of a path as --json tells it.
nlohmann::ordered_json point_json(const SavedPath& saved, std::size_t k);

/// The path in words: what was minimised, a line for every tenth lambda or so and for the choices, how it ended.
std::string path_table(const SavedPath& saved);

/// Sentences on standard error: warnings of the points, each once, lambdas that did not converge, a path cut short.
void report_path_on_stderr(const PathResult& path);

/// Whether every point converged and none is missing.
bool all_converged(const PathResult& path);

}  // namespace gist::cli
