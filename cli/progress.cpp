#include "cli/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <string>

namespace gist::cli {

Progress::Progress(bool wanted) : on_(wanted && isatty(STDERR_FILENO) == 1) {}

void Progress::show(const Step& step, double seconds) {
  if (!on_ || seconds < next_) return;
  // Not every step of every solver measures its residual.
  const auto residual =
      step.residual == Step::unmeasured ? std::string() : fmt::format("residual {:<9.2e} ", step.residual);
  show(fmt::format("iteration {:<6} objective {:<14.8g} {}non-zeros {}", step.iteration, step.objective, residual,
                   step.nonzeros),
       seconds);
}

void Progress::show(const std::string& text, double seconds) {
  if (!on_ || seconds < next_) return;
  next_ = seconds + 0.1;
  shown_ = true;
  fmt::print(stderr, "\r\x1b[K{:8.1f} s  {}", seconds, text);
  std::fflush(stderr);
}

void Progress::clear() {
  if (shown_) fmt::print(stderr, "\r\x1b[K");
  shown_ = false;
}

}  // namespace gist::cli
