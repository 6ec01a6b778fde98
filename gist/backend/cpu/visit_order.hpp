#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

namespace gist::cpu {

/// The order in which coordinate descent visits the columns of a model, drawn anew for every sweep. In a fixed order
/// sweeps can crawl where columns that stand near each other resemble each other: on texts whose words stand by
/// frequency they needed several times as many. The same draws every time and on every machine.
class VisitOrder {
 public:
  void shuffle(std::vector<std::size_t>& columns) {
    for (std::size_t left = columns.size(); left > 1; --left)
      std::swap(columns[left - 1], columns[std::uint64_t{random_()} * left >> 32]);
  }

 private:
  std::mt19937 random_;  // 32 bits a draw; the distributions of the standard library are not the same everywhere
};

}  // namespace gist::cpu
