#include "gist/simulate/alias_table.hpp"

#include <algorithm>
#include <cassert>
#include <cstddef>

#include "gist/simulate/portable_math.hpp"

namespace gist {

AliasTable::AliasTable(std::span<const double> weight) : slot_(weight.size()) {
  double sum = 0;
  for (const double w : weight) sum += w;
  assert(sum > 0);
  // Each slot holds an average share; what a poor one lacks is lent by a rich one.
  std::vector<Index> poor, rich;
  for (std::size_t i = 0; i < weight.size(); ++i) {
    slot_[i] = {weight[i] / sum * static_cast<double>(weight.size()), static_cast<Index>(i)};
    (slot_[i].keep < 1 ? poor : rich).push_back(static_cast<Index>(i));
  }
  while (!poor.empty() && !rich.empty()) {
    auto& taker = slot_[static_cast<std::size_t>(poor.back())];
    auto& giver = slot_[static_cast<std::size_t>(rich.back())];
    poor.pop_back();
    taker.other = rich.back();
    giver.keep -= 1 - taker.keep;
    if (giver.keep < 1) {
      poor.push_back(rich.back());
      rich.pop_back();
    }
  }
  // Whoever is left holds an average share up to rounding, and its alias is itself or never asked for.
  for (const Index i : poor) slot_[static_cast<std::size_t>(i)].keep = 1;
  for (const Index i : rich) slot_[static_cast<std::size_t>(i)].keep = 1;
}

Index AliasTable::operator()(Random& random) const {
  // One number serves twice: its whole part picks the slot, and what is left over tosses the coin.
  const double place = random.uniform() * static_cast<double>(slot_.size());
  const auto i = std::min(static_cast<std::size_t>(place), slot_.size() - 1);
  return place - static_cast<double>(i) < slot_[i].keep ? static_cast<Index>(i) : slot_[i].other;
}

std::vector<double> zipf_weights(Index count, double exponent) {
  std::vector<double> weight(static_cast<std::size_t>(count));
  double sum = 0;
  for (std::size_t k = 0; k < weight.size(); ++k) {
    weight[k] = portable_exp(-exponent * portable_log(static_cast<double>(k + 1)));
    sum += weight[k];
  }
  for (double& w : weight) w /= sum;
  return weight;
}

}  // namespace gist
