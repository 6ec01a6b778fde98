#pragma once

#include <span>
#include <vector>

#include "gist/data/storage.hpp"
#include "gist/simulate/random.hpp"

namespace gist {

/// Draws from a fixed discrete distribution in constant time (Walker 1977, Vose's construction).
class AliasTable {
 public:
  /// Probabilities proportional to `weight`: at least one, none negative, a positive sum.
  explicit AliasTable(std::span<const double> weight);

  Index operator()(Random& random) const;
  Index size() const { return static_cast<Index>(slot_.size()); }

 private:
  struct Slot {
    double keep = 1;  // the chance that a draw which falls on this slot stays there
    Index other = 0;  // where it goes if not
  };
  std::vector<Slot> slot_;
};

/// The weights 1, 2^-exponent, 3^-exponent, ... scaled to sum 1: how often the words of a language are used.
std::vector<double> zipf_weights(Index count, double exponent);

}  // namespace gist
