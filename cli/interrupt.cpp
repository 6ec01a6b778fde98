#include "cli/interrupt.hpp"

#include <csignal>

namespace gist::cli {
namespace {

std::atomic<bool> raised{false};
static_assert(std::atomic<bool>::is_always_lock_free);

void note(int signal) {
  raised.store(true, std::memory_order_relaxed);
  std::signal(signal, SIG_DFL);
}

}  // namespace

const std::atomic<bool>* interrupt_flag() {
  std::signal(SIGINT, note);
  std::signal(SIGTERM, note);
  return &raised;
}

}  // namespace gist::cli
