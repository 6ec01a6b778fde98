#pragma once

#include <cstddef>

namespace gist::testing {

/// How many times operator new was called, on any thread, while an object of this kind lives. One at a time.
class CountAllocations {
 public:
  CountAllocations();
  ~CountAllocations();
  CountAllocations(const CountAllocations&) = delete;
  CountAllocations& operator=(const CountAllocations&) = delete;
  std::size_t count() const;
};

}  // namespace gist::testing
