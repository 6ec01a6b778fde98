#pragma once

#include <string_view>

namespace gist {

/// How a fit ended. Not converging is a status, not an exception: the best point so far comes with it.
enum class Status {
  running,             ///< not ended yet; never in a finished result
  converged,           ///< the stopping rule was met
  iteration_limit,     ///< --max-iterations reached first
  time_limit,          ///< --max-seconds reached first
  interrupted,         ///< Ctrl-C, or the caller's own flag
  line_search_failed,  ///< no step up to t_max met the acceptance test
  unbounded,           ///< the stopping rule was met only on the way to infinity: there is no minimiser
};

constexpr std::string_view to_string(Status status) {
  switch (status) {
    case Status::running: return "running";
    case Status::converged: return "converged";
    case Status::iteration_limit: return "iteration_limit";
    case Status::time_limit: return "time_limit";
    case Status::interrupted: return "interrupted";
    case Status::line_search_failed: return "line_search_failed";
    case Status::unbounded: return "unbounded";
  }
  return "unknown";
}

}  // namespace gist
