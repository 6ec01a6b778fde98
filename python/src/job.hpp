#pragma once

#include <atomic>
#include <functional>
#include <memory>

namespace gistlearn {

/// What a job is told while it runs, and what it tells.
struct JobControls {
  std::atomic<bool> interrupt{false};  ///< set when the job is to end early
};

using Work = std::function<void(const JobControls&)>;
using Tick = std::function<void()>;  ///< called with the GIL held; may throw

/// Runs `work` on a thread of its own without the GIL and returns when it is done; what it throws is thrown here. The
/// caller holds the GIL; while it waits it looks for signals (and calls `tick`) every 50 ms. On Ctrl-C the job is told
/// to end, and given 100 ms for it; one that is in the middle of something long is left to end by itself, so that
/// KeyboardInterrupt is raised within 0.2 s whatever the solver is doing. `work` is destroyed with the GIL held, and
/// not before its thread has ended: it may own Python objects.
void run_job(Work work, const Tick& tick = {});

/// Waits for the jobs that were left behind; for the end of the interpreter.
void finish_abandoned_jobs();

}  // namespace gistlearn
