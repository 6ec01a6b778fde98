#pragma once

#include <optional>
#include <string>
#include <tuple>

#include "cli/command_line.hpp"
#include "cli/fit_input.hpp"
#include "cli/input_options.hpp"
#include "gist/path/criteria.hpp"
#include "gist/path/path.hpp"

namespace gist::cli {

/// What `path` and `cv` are told of their lambdas, beside the grid.
struct StrengthOptions {
  std::string lambdas, theta_grid;
  static constexpr std::tuple fields{
      Field{"lambdas", &StrengthOptions::lambdas, any_number(), "file: these lambdas, instead of a grid"},
      Field{"theta_grid", &StrengthOptions::theta_grid, any_number(),
            "thetas separated by commas: a path for each, theta chosen with lambda"}};
};

/// Where the results go.
struct PathOutput {
  std::string model, plot, report;
  bool json = false, quiet = false, strict = false;
  static constexpr std::tuple fields{
      Field{"model", &PathOutput::model, any_number(), "file to write the whole path to"},
      Field{"plot", &PathOutput::plot, any_number(), "file to draw it to, as SVG"},
      Field{"report", &PathOutput::report, any_number(), "file for an HTML page on it, complete in itself"},
      Field{"json", &PathOutput::json, any_number(), "one JSON object per lambda on standard output"},
      Field{"quiet", &PathOutput::quiet, any_number(), "nothing but errors"},
      Field{"strict", &PathOutput::strict, any_number(), "exit code 1 unless every lambda converged"}};
};

/// The options that `path` and `cv` have in common.
struct PathCommand {
  std::string data;
  NamedOptions fit;
  PathRequest request;
  StrengthOptions strengths;
  SideFiles side;
  InputOptions input;
  PathOutput output;
  ThreadOptions threads;

  /// The spec of the fits. Throws Error for options that a path does not have.
  FitSpec spec() const;
  /// Fills the lambdas and thetas of `request` from what the user gave.
  void take_strengths();
};

/// What was to be written was opened first: nothing is computed for a file that cannot be.
void check_outputs(const PathOutput& output);

}  // namespace gist::cli
