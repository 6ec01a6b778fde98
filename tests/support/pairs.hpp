#pragma once

#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "gist/core/alternatives.hpp"
#include "gist/loss/loss.hpp"
#include "gist/penalty/penalty.hpp"

namespace gist::testing {

/// Every loss with every penalty: 45 today, more by themselves.
struct Pair {
  Loss loss;
  Penalty penalty;
};

inline std::vector<Penalty> all_penalties() {
  std::vector<Penalty> all;
  for_each_alternative<Penalty>([&](auto penalty) {
    if constexpr (requires { penalty.theta; }) {
      if (penalty.theta == 1) penalty.theta = 0.4;  // those without a usual default: small enough to matter
    }
    all.emplace_back(penalty);
  });
  return all;
}

inline std::vector<Pair> all_pairs() {
  std::vector<Pair> all;
  for_each_alternative<Loss>([&](auto loss) {
    for (const auto& penalty : all_penalties()) all.push_back({loss, penalty});
  });
  return all;
}

/// The two halves of some pairs: those of the losses most used, and the others. To the sanitizers one loss is like
/// another, and what takes long is shown to them with the first half alone.
inline std::vector<Pair> of_main_losses(std::vector<Pair> pairs) {
  std::erase_if(pairs, [](const Pair& pair) {
    return !std::holds_alternative<Squared>(pair.loss) && !std::holds_alternative<Logistic>(pair.loss);
  });
  return pairs;
}
inline std::vector<Pair> of_other_losses(std::vector<Pair> pairs) {
  std::erase_if(pairs, [](const Pair& pair) {
    return std::holds_alternative<Squared>(pair.loss) || std::holds_alternative<Logistic>(pair.loss);
  });
  return pairs;
}

inline void PrintTo(const Pair& pair, std::ostream* out) {
  *out << name_of(pair.loss) << " + " << name_of(pair.penalty);
}

/// "squared_hinge_capped_l1"
inline std::string pair_name(const ::testing::TestParamInfo<Pair>& info) {
  std::string name = std::string(name_of(info.param.loss)) + "_" + std::string(name_of(info.param.penalty));
  for (char& c : name) c = c == '-' ? '_' : c;
  return name;
}

}  // namespace gist::testing
