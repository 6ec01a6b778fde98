#include "gist/fit/standardize.hpp"

#include <cassert>
#include <cmath>
#include <limits>

#include "gist/core/chunks.hpp"

namespace gist {
namespace {

struct Column {
  double mean, deviation;
};

/// visit calls back with (s, x) for the stored entries of a column; the s of all rows sum to 1, and rows that are not
/// visited hold 0.
template <class Visit>
Column describe(Index rows, Visit&& visit) {
  double mean = 0, covered = 0, squares = 0, off = 0, largest = 0;
  visit([&](double s, double x) { mean += s * x; });
  visit([&](double s, double x) {
    covered += s;
    squares += s * (x - mean) * (x - mean);
    off += s * (x - mean);
    largest = std::max(largest, std::abs(x));
  });
  // What rounding leaves of the weight of a column that is stored in full would, times mean^2, swamp the variance of a
  // column with a large mean.
  const double uncovered = 1 - covered;
  if (uncovered > std::numeric_limits<double>::epsilon() * rows) {
    squares += uncovered * mean * mean;
    off -= uncovered * mean;
  }
  // The second pass also tells by how much rounding put the mean off: over a million equal entries, by 1e-11 of it.
  mean += off;
  const double deviation = std::sqrt(std::max(0.0, squares - off * off));
  // A constant column leaves rounding, not zero, behind.
  return {mean, deviation <= 1e-13 * largest ? 0.0 : deviation};
}

}  // namespace

ColumnScaling standardizing(const Design& design, std::span<const double> sample_weight, bool centre, Team& team) {
  const auto d = static_cast<std::size_t>(design.columns());
  const double uniform = 1.0 / design.rows();
  const auto weight_of = [&](std::size_t i) { return sample_weight.empty() ? uniform : sample_weight[i]; };
  ColumnScaling scaling;
  scaling.inverse_scale.resize(d);
  if (centre) scaling.mean.resize(d);
  std::visit(
      [&](const auto& matrix) {
        team.run_chunks(Chunks{design.columns(), 1024}, [&](std::int64_t, std::int64_t begin, std::int64_t end) {
          for (auto j = static_cast<std::size_t>(begin); j < static_cast<std::size_t>(end); ++j) {
            Column column{};
            if constexpr (requires { matrix.by_column; }) {
              assert(matrix.by_column);
              const auto& c = *matrix.by_column;
              column = describe(matrix.rows, [&](auto&& take) {
                for (auto k = static_cast<std::size_t>(c.start[j]); k < static_cast<std::size_t>(c.start[j + 1]); ++k) {
                  take(weight_of(static_cast<std::size_t>(c.index[k])), static_cast<double>(c.value[k]));
                }
              });
            } else {
              const auto n = static_cast<std::size_t>(matrix.rows);
              column = describe(matrix.rows, [&](auto&& take) {
                for (std::size_t i = 0; i < n; ++i) take(weight_of(i), static_cast<double>(matrix.value[j * n + i]));
              });
            }
            scaling.inverse_scale[j] = column.deviation > 0 ? 1 / column.deviation : 0;
            if (centre) scaling.mean[j] = column.mean;
          }
        });
      },
      design.storage());
  return scaling;
}

}  // namespace gist
