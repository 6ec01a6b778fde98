#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>
#include <type_traits>
#include <vector>

namespace gist {

/// A fixed team of threads that shares out numbered tasks.
///
/// Which thread runs which task is left to chance, so a task must write only what is its own; then the
/// outcome does not depend on the team's size. A single task, or a team of one, runs on the caller without any
/// synchronisation. Waiting spins for a few microseconds and then sleeps, so an oversubscribed machine is not
/// held up by threads that burn their time slice. One caller at a time.
class Team {
 public:
  /// threads >= 1; 0 means one per processor.
  explicit Team(int threads = 0);
  ~Team();
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  int size() const { return static_cast<int>(workers_.size()) + 1; }

  /// Calls task(i) once for every i in [0, count) and returns when all are done. Allocates nothing. The first
  /// exception a task throws is thrown again here, after the others have ended.
  template <class Task>
  void run(std::int64_t count, Task&& task) {
    if (count <= 1 || workers_.empty()) {
      for (std::int64_t i = 0; i < count; ++i) task(i);
      return;
    }
    using Callable = std::remove_reference_t<Task>;
    share(
        count, [](void* context, std::int64_t i) { (*static_cast<Callable*>(context))(i); },
        const_cast<void*>(static_cast<const void*>(&task)));
  }

  /// run() over the pieces of `chunks`: body(chunk, begin, end).
  template <class ChunksLike, class Body>
  void run_chunks(const ChunksLike& chunks, Body&& body) {
    run(chunks.count(), [&](std::int64_t c) { body(c, chunks.begin(c), chunks.end(c)); });
  }

 private:
  using Call = void (*)(void* context, std::int64_t task);

  void share(std::int64_t count, Call call, void* context);
  void work();
  bool come_in();
  void drain();

  std::vector<std::thread> workers_;
  Call call_ = nullptr;
  void* context_ = nullptr;
  std::int64_t count_ = 0;
  std::atomic<std::int64_t> next_{0};    // the next task nobody has taken
  std::atomic<std::uint32_t> round_{0};  // bumped when there is work, and to say goodbye
  static constexpr std::uint32_t closed = 1U << 31;
  std::atomic<std::uint32_t> inside_{closed};  // workers in the current round; with the bit `closed`, none may come in
  std::atomic<bool> leaving_{false};
  std::mutex failure_mutex_;
  std::exception_ptr failure_;
};

}  // namespace gist
