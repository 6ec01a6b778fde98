#pragma once

#include <string>
#include <vector>

#include "gist/data/design.hpp"

namespace gist {

/// What a file holds: the design, the labels as they stand in the file (empty if it has none), names if it has them.
struct Dataset {
  Design design;
  std::vector<double> label;
  std::vector<std::string> feature_names;  ///< empty, or one per column
  std::string source;                      ///< the file, for messages
};

}  // namespace gist
