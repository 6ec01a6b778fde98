#pragma once

#include <string>

#include "gist/io/atomic_file.hpp"
#include "gist/solver/step.hpp"

namespace gist::cli {

/// One JSON line per iteration: k, seconds, objective, t, trials, step_sq, nonzeros, and min_step_sq, the running
/// minimum of step_sq that Theorem 2 bounds.
class Trace {
 public:
  explicit Trace(const std::string& path) : file_(path) {}
  void record(const Step& step, double seconds);
  void finish() { file_.commit(); }

 private:
  AtomicFile file_;
  double smallest_ = -1;
};

}  // namespace gist::cli
