#pragma once

#include <cstdint>
#include <string>

namespace gist {

/// One of several ways a search went, and where it led.
struct Run {
  std::string name;
  double objective = 0;
  std::int64_t nonzeros = 0;
  int iterations = 0;
  double seconds = 0;
};

}  // namespace gist
