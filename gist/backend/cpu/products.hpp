#pragma once
#include <span>
#include <vector>

#include "gist/core/team.hpp"
#include "gist/data/design.hpp"
namespace gist::cpu {
void multiply(const Design&, std::span<const double> w, std::span<double> out, Team&);
void multiply_transposed(const Design&, std::span<const double> r, std::span<double> out, Team&);
struct ColumnMoments {
  std::vector<double> sum, sum_of_squares;
};
ColumnMoments column_moments(const Design&, std::span<const double> sample_weight, Team&);
}  // namespace gist::cpu
