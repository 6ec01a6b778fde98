#pragma once

#include <optional>

#include "cli/path_options.hpp"
#include "gist/fit/fit.hpp"
#include "gist/io/atomic_file.hpp"
#include "gist/model/path_file.hpp"

namespace gist::cli {

/// The files that `path` and `cv` write: opened before anything is computed, written when all is known.
class PathFiles {
 public:
  explicit PathFiles(const PathOutput& output);
  void write(const SavedPath& saved, const FitData& data, Team& team, std::optional<Criterion> criterion = {});

 private:
  std::optional<AtomicFile> model_, plot_, report_;
};

}  // namespace gist::cli
