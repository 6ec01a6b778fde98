#include "cli/outputs.hpp"

#include "gist/core/error.hpp"

namespace gist::cli {

void refuse_shared_outputs(const std::vector<std::pair<std::string, std::string>>& option_and_file) {
  for (std::size_t b = 0; b < option_and_file.size(); ++b) {
    for (std::size_t a = 0; a < b; ++a) {
      const auto& [first, file] = option_and_file[a];
      if (file.empty() || file != option_and_file[b].second) continue;
      throw Error(ErrorKind::option, first + " and " + option_and_file[b].first + " name the same file, " + file);
    }
  }
}

}  // namespace gist::cli
