#pragma once

#include <span>

#include "gist/core/team.hpp"

namespace gist::bench {

/// The sum of an array, shared out over the team: as fast as this machine's memory can be read by that many threads, if
/// the array is far larger than the caches.
double read_all(std::span<const double> array, Team& team);

}  // namespace gist::bench
