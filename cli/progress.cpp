#include "cli/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

namespace gist::cli {

Progress::Progress(bool wanted) : on_(wanted && isatty(STDERR_FILENO) == 1) {}

void Progress::show(const Step& step, double seconds) {
  if (!on_ || seconds < next_) return;
  next_ = seconds + 0.1;
  shown_ = true;
  fmt::print(stderr, "\r\x1b[K{:8.1f} s  iteration {:<6} objective {:<14.8g} residual {:<9.2e} non-zeros {}", seconds,
             step.iteration, step.objective, step.residual, step.nonzeros);
  std::fflush(stderr);
}

void Progress::clear() {
  if (shown_) fmt::print(stderr, "\r\x1b[K");
  shown_ = false;
}

}  // namespace gist::cli
