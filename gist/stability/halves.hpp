#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "gist/data/storage.hpp"

namespace gist {

/// Two halves of the samples that have none in common, each ascending.
struct Halves {
  std::vector<Index> first, second;
};

/// The pair-th random pair of halves. Each stratum (samples with the same number; none given: all are one) is halved by
/// itself, so both halves have as many of each class, and both are of one size: where a stratum is odd its last sample
/// goes against that of another odd one, or is left out. Samples of weight 0 are left out. The same seed and pair give
/// the same halves on every machine.
Halves draw_halves(std::size_t samples, std::span<const double> stratum, std::span<const double> weight,
                   std::uint64_t seed, std::uint64_t pair);

}  // namespace gist
