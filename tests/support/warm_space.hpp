#pragma once

#include <algorithm>

#include "gist/backend/cpu/space.hpp"

namespace gist::testing {

/// Makes so many products with a dense w, either way, that the copies a space makes of a sparse design are there:
/// after that nothing allocates.
inline void warm(cpu::CpuSpace& space) {
  cpu::CpuSpace::Point point = space.make_point();
  std::fill(point.w.begin(), point.w.end(), 1e-3);
  for (int k = 0; k <= cpu::RepeatedProducts::plain_products; ++k) {
    space.loss(point);
    space.gradient(point);
  }
}

}  // namespace gist::testing
