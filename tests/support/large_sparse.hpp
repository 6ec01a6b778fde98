#pragma once

#include <random>
#include <utility>
#include <vector>

#include "tests/support/plain_problem.hpp"

namespace gist::testing {

/// About three entries a row over columns of very uneven length: more than one chunk of rows, columns and coefficients.
template <class Value>
FitData large_sparse(Index rows, Index columns, Targets targets) {
  std::mt19937_64 random(11);
  std::uniform_real_distribution<double> uniform(0, 1);
  std::vector<Offset> start{0};
  std::vector<Index> index;
  std::vector<Value> value;
  FitData data;
  for (Index i = 0; i < rows; ++i) {
    Index j = -1;
    double sum = 0;
    for (int k = 0; k < 4; ++k) {
      const double u = uniform(random);
      j += 1 + static_cast<Index>(u * u * u * columns / 5);
      if (j >= columns) break;
      index.push_back(j);
      value.push_back(static_cast<Value>(uniform(random) + 0.5));
      sum += j % 2 == 0 ? 1 : -1;
    }
    start.push_back(static_cast<Offset>(index.size()));
    const double noisy = sum + 2 * uniform(random) - 1;
    data.dataset.label.push_back(targets == Targets::numbers  ? noisy
                                 : noisy > 0                  ? 1
                                 : targets == Targets::counts ? 0
                                                              : -1);
  }
  Sparse<Value> matrix{rows, columns, Compressed<Value>{std::move(start), std::move(index), std::move(value)}, {}};
  data.dataset.design = std::move(matrix);
  data.dataset.source = "test";
  return data;
}

}  // namespace gist::testing
