#pragma once

#include "gist/fit/prepare.hpp"
#include "tests/support/pairs.hpp"
#include "tests/support/plain_problem.hpp"

namespace gist::testing {

/// A problem that uses everything: weights, offsets, factors, bounds, ridge, standardised columns.
inline Problem full_problem(const Pair& pair, Kind kind, Team& team) {
  Plain plain = random_plain(60, 9, targets_of(pair.loss), 3);
  for (std::size_t i = 0; i < 60; ++i) {
    plain.weight.push_back(1 + static_cast<double>(i % 3));
    plain.offset.push_back(0.01 * static_cast<double>(i % 7));
  }
  plain.factor = {1, 2, 0, 1, 1, 0.5, 1, 1, 1};
  plain.lower = {-0.15};
  plain.upper = {5};
  FitSpec spec = spec_of(pair.loss, with_strength(pair.penalty, 0.02, std::nullopt));
  spec.problem.standardize = true;
  spec.problem.ridge = 0.01;
  return prepare(plain.data(kind), spec, team).problem;
}

}  // namespace gist::testing
