#include "job.hpp"

#include <nanobind/nanobind.h>
#include <pthread.h>

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace nb = nanobind;

namespace gistlearn {
namespace {

using namespace std::chrono_literals;
constexpr auto between_looks = 50ms, patience = 100ms;

struct Job {
  Work work;
  JobControls controls;
  std::exception_ptr failure;
  std::mutex mutex;
  std::condition_variable ended;
  bool done = false;
  std::thread thread;

  void start() {
    thread = std::thread([this] {
      try {
        work(controls);
      } catch (...) {
        failure = std::current_exception();
      }
      const std::lock_guard lock(mutex);
      done = true;
      ended.notify_all();
    });
  }

  bool wait(std::chrono::milliseconds most) {
    std::unique_lock lock(mutex);
    return ended.wait_for(lock, most, [this] { return done; });
  }
};

/// Jobs left behind. Touched with the GIL held only. A forked child has none of the threads, so it forgets them.
std::vector<std::unique_ptr<Job>>* abandoned = nullptr;

std::vector<std::unique_ptr<Job>>& abandoned_jobs() {
  static const bool ready = [] {
    abandoned = new std::vector<std::unique_ptr<Job>>;
    pthread_atfork(nullptr, nullptr, [] { abandoned = new std::vector<std::unique_ptr<Job>>; });
    return true;
  }();
  static_cast<void>(ready);
  return *abandoned;
}

void join(Job& job) {
  const nb::gil_scoped_release waiting;
  job.thread.join();
}

void bury_finished() {
  auto& jobs = abandoned_jobs();
  for (std::size_t i = jobs.size(); i-- > 0;) {
    if (!jobs[i]->wait(0ms)) continue;
    join(*jobs[i]);
    jobs.erase(jobs.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

}  // namespace

void run_job(Work work, const Tick& tick) {
  bury_finished();
  auto job = std::make_unique<Job>();
  job->work = std::move(work);
  job->start();
  const auto wait = [&](std::chrono::milliseconds most) {
    const nb::gil_scoped_release waiting;
    return job->wait(most);
  };
  try {
    while (!wait(between_looks)) {
      if (PyErr_CheckSignals() != 0) throw nb::python_error();
      if (tick) tick();
    }
  } catch (...) {
    job->controls.interrupt = true;
    if (wait(patience))
      join(*job);
    else
      abandoned_jobs().push_back(std::move(job));
    throw;
  }
  join(*job);
  if (job->failure) std::rethrow_exception(job->failure);
}

void finish_abandoned_jobs() {
  auto jobs = std::exchange(abandoned_jobs(), {});
  for (auto& job : jobs) join(*job);
}

}  // namespace gistlearn
