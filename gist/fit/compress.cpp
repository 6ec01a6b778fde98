#include "gist/fit/compress.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "gist/backend/cpu/kernels_block.hpp"
#include "gist/backend/cpu/normal_equations.hpp"
#include "gist/backend/cpu/sparse_moments.hpp"

namespace gist {
namespace {

/// L with L L' = gram, in its lower triangle. A column that depends on those before it leaves rounding under the root:
/// it is given nothing of its own.
void factorise(std::vector<double>& gram, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    double* const row = gram.data() + i * count;
    for (std::size_t j = 0; j < i; ++j) {
      const double* const other = gram.data() + j * count;
      const double sum = row[j] - cpu::contiguous_dot(row, j, other);
      row[j] = other[j] > 0 ? sum / other[j] : 0;
    }
    const double left = row[i] - cpu::contiguous_dot(row, i, row);
    row[i] = left > 1e-13 * row[i] ? std::sqrt(left) : 0;
  }
}

/// Whether the products cost no more than so many passes over the data.
bool pays(const Problem& problem, double passes) {
  const auto d = static_cast<double>(problem.features()), stored = static_cast<double>(problem.design.nonzeros());
  // A pass waits for memory, multiplications do not; nor is a pass all that a step of a sparse fit costs.
  constexpr double in_a_pass = 5, in_a_step = 3;
  if (problem.design.kind() == "dense") return d / 2 <= in_a_pass * passes;
  return cpu::sparse_moments_cost(problem.design) <= in_a_step * passes * stored;
}

}  // namespace

bool compressible(const Problem& problem) {
  const Index d = problem.features();
  return std::holds_alternative<Squared>(problem.loss) && problem.samples() >= 4 * (static_cast<Offset>(d) + 1) &&
         d <= cpu::most_columns(problem.design);
}

std::optional<Problem> compress(const Problem& problem, double passes, Team& team) {
  const auto d = static_cast<std::size_t>(problem.features());
  const std::size_t count = d + 1;
  constexpr double least_spread = 1e-8;  // less than that of a column is rounding
  if (!compressible(problem) || !pays(problem, passes)) return {};
  const auto moments = cpu::moments_of(problem, least_spread, team);
  if (!moments) return {};
  const cpu::NormalEquations equations = cpu::normal_equations(problem, *moments);
  std::vector<double> factor(count * count);
  for (std::size_t j = 0; j < d; ++j) {
    std::copy_n(equations.row(j), d, factor.data() + j * count);
    factor[d * count + j] = equations.moment[j];
  }
  factor[d * count + d] = equations.square;
  factorise(factor, count);

  const double scale = std::sqrt(static_cast<double>(count));  // each of its samples counts 1 / (d + 1)
  std::vector<double> value(d * count);
  for (std::size_t j = 0; j < d; ++j)
    for (std::size_t i = 0; i < count; ++i) value[j * count + i] = i <= j ? scale * factor[j * count + i] : 0.0;
  Problem small;
  small.design =
      Design(Dense<double>{static_cast<Index>(count), static_cast<Index>(d), Buffer<double>(std::move(value))});
  small.loss = problem.loss;
  for (std::size_t i = 0; i < count; ++i) small.target.push_back(scale * factor[d * count + i]);
  small.intercept = false;
  small.penalty = problem.penalty;
  small.ridge = problem.ridge;
  small.factor = problem.factor;
  small.lower = problem.lower;
  small.upper = problem.upper;
  return small;
}

}  // namespace gist
