#pragma once

#include <functional>
#include <string>
#include <vector>

#include "gist/core/team.hpp"

namespace gist::gate {

/// A small fixed piece of work: `prepare` makes its input, which is not counted, and returns what is. The return value
/// of that is printed, so that no part of it can be left out by the compiler and a wrong answer is seen.
struct Workload {
  std::string name;
  std::function<std::function<double(Team&)>(Team&)> prepare;
};

/// The six that the gate counts.
const std::vector<Workload>& workloads();

}  // namespace gist::gate
