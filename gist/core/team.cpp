#include "gist/core/team.hpp"

#include <algorithm>
#include <utility>

namespace gist {
namespace {

/// Spins briefly, then sleeps until `value` is no longer `old`. The spin covers the gap between two
/// parallel passes of one solver step; the sleep keeps us from stealing time when somebody else needs the core.
void wait_while_equal(const std::atomic<std::uint32_t>& value, std::uint32_t old) {
  constexpr int spins = 2000;
  for (int i = 0; i < spins; ++i) {
    if (value.load(std::memory_order_acquire) != old) return;
#if defined(__x86_64__)
    __builtin_ia32_pause();
#endif
  }
  while (value.load(std::memory_order_acquire) == old) value.wait(old, std::memory_order_acquire);
}

}  // namespace

Team::Team(int threads) {
  if (threads <= 0) threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  workers_.reserve(static_cast<std::size_t>(threads - 1));
  for (int i = 1; i < threads; ++i) workers_.emplace_back([this] { work(); });
}

Team::~Team() {
  leaving_.store(true, std::memory_order_relaxed);
  round_.fetch_add(1, std::memory_order_release);
  round_.notify_all();
  for (auto& worker : workers_) worker.join();
}

void Team::share(std::int64_t count, Call call, void* context) {
  call_ = call;
  context_ = context;
  count_ = count;
  next_.store(0, std::memory_order_relaxed);
  inside_.store(0, std::memory_order_release);  // open
  round_.fetch_add(1, std::memory_order_release);
  round_.notify_all();
  drain();
  // No task is left. Who has not come in by now need not come: on a busy machine a worker may be a time slice away.
  for (auto left = inside_.fetch_or(closed, std::memory_order_acq_rel) | closed; left != closed;
       left = inside_.load(std::memory_order_acquire)) {
    wait_while_equal(inside_, left);
  }
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

void Team::work() {
  std::uint32_t seen = 0;
  for (;;) {
    wait_while_equal(round_, seen);
    seen = round_.load(std::memory_order_acquire);
    if (leaving_.load(std::memory_order_relaxed)) return;
    if (!come_in()) continue;
    drain();
    if (inside_.fetch_sub(1, std::memory_order_acq_rel) == (closed | 1)) inside_.notify_one();
  }
}

/// Counts the worker in, unless the round is closed. Whichever round is open will do.
bool Team::come_in() {
  auto now = inside_.load(std::memory_order_acquire);
  while ((now & closed) == 0) {
    if (inside_.compare_exchange_weak(now, now + 1, std::memory_order_acq_rel, std::memory_order_acquire)) return true;
  }
  return false;
}

void Team::drain() {
  for (;;) {
    const auto i = next_.fetch_add(1, std::memory_order_relaxed);
    if (i >= count_) return;
    try {
      call_(context_, i);
    } catch (...) {
      const std::lock_guard lock(failure_mutex_);
      if (!failure_) failure_ = std::current_exception();
    }
  }
}

}  // namespace gist
