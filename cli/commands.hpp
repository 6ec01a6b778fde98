#pragma once

#include <string>
#include <vector>

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

/// The pages of docs/cli.md, one per command.
std::string train_markdown();
std::string path_markdown();
std::string cv_markdown();
std::string stability_markdown();
std::string predict_markdown();
std::string inspect_markdown();
std::string convert_markdown();
std::string simulate_markdown();

}  // namespace gist::cli
