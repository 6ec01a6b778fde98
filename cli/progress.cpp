#include "cli/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <string>

namespace gist::cli {

Progress::Progress(bool wanted) : on_(wanted && isatty(STDERR_FILENO) == 1) {}

void Progress::show(const Step& step, double seconds) {
  if (!on_ || seconds < next_) return;
  next_ = seconds + 0.1;
  shown_ = true;
  // Not every step of every solver measures its residual.
  const auto residual =
      step.residual == Step::unmeasured ? std::string() : fmt::format("residual {:<9.2e} ", step.residual);
  fmt::print(stderr, "\r\x1b[K{:8.1f} s  iteration {:<6} objective {:<14.8g} {}non-zeros {}", seconds, step.iteration,
             step.objective, residual, step.nonzeros);
  std::fflush(stderr);
}

void Progress::clear() {
  if (shown_) fmt::print(stderr, "\r\x1b[K");
  shown_ = false;
}

}  // namespace gist::cli
