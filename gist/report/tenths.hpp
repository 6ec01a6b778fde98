#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace gist::report {

/// Samples of similar prediction taken together: what was predicted of them on average, and what came.
struct Tenth {
  double predicted = 0, observed = 0;
  double low = 0, high = 0;  ///< an interval of 95% for the observed mean
  std::size_t samples = 0;
};

/// The samples in order of their prediction, in (about) ten parts of equal number. Samples of equal prediction stay
/// together, so there may be fewer parts. Those of weight 0 do not count; empty weights are all equal. The interval is
/// Wilson's where `shares` (outcomes are 0 and 1), else mean +- 1.96 standard errors; weights enter both means and, by
/// the effective number of samples (sum w)^2 / sum w^2, the interval.
std::vector<Tenth> tenths(std::span<const double> prediction, std::span<const double> outcome,
                          std::span<const double> weight, bool shares, std::size_t parts = 10);

}  // namespace gist::report
