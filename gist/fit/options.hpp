#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gist/fit/spec.hpp"

namespace gist {

/// Options of a fit by name and text, as a command line, a JSON file or a model file has them.
using NamedOptions = std::vector<std::pair<std::string, std::string>>;

/// The spec that options by name ask for. `loss`, `penalty` and `solver` choose; every other name is looked up in the
/// field tables of what was chosen. Throws Error with all faults at once: unknown names, values out of range, options
/// that do not apply to what was chosen (and to what they would), options that must be given and are not, pairs that
/// exclude each other. lambda_ratio is 0.1 when neither it nor lambda is given.
FitSpec spec_from(const NamedOptions& options);

/// Every option of the spec; spec_from gives the spec back.
NamedOptions options_of(const FitSpec& spec);

/// One row of the reference: what --help and docs/cli.md are made from.
struct OptionRow {
  std::string name;          ///< snake_case
  std::string valid;         ///< "a number in (0, inf)"
  std::string default_text;  ///< empty when there is none
  std::string help;
  std::vector<std::string> applies_to;  ///< names of losses, penalties or solvers; empty = every fit
  std::string group;                    ///< "loss", "penalty", "solver", "problem", "stop"
  bool flag = false;                    ///< true or false
};
std::vector<OptionRow> option_rows();

}  // namespace gist
