#include "gist/backend/cpu/column_origin.hpp"

#include <algorithm>
#include <cmath>

namespace gist::cpu {
namespace {

/// Entries looked at to see whether the mean is worth knowing.
constexpr std::size_t looks = 16;
constexpr double many_times = 8;

double square(double x) { return x * x; }

/// The mean of every stride-th entry, from the first of them on so that a large mean costs no digits, and the spread.
struct Spread {
  double mean = 0, deviation = 0;
};

template <class Value>
Spread spread_of(const Value* value, const Index* row, std::size_t n, const float* factor, std::size_t stride) {
  const double first = static_cast<double>(value[0]);
  double weights = 0, sum = 0, squares = 0;
  for (std::size_t k = 0; k < n; k += stride) {
    const double weight = square(static_cast<double>(factor[row == nullptr ? k : static_cast<std::size_t>(row[k])]));
    const double from_first = static_cast<double>(value[k]) - first;
    weights += weight;
    sum += weight * from_first;
    squares += weight * square(from_first);
  }
  if (!(weights > 0)) return {};
  const double mean = sum / weights;
  return {first + mean, std::sqrt(std::max(0.0, squares / weights - square(mean)))};
}

}  // namespace

template <class Value>
double column_origin(const Value* value, const Index* row, std::size_t n, const float* factor) {
  if (n == 0) return 0;
  const Spread seen = spread_of(value, row, n, factor, std::max<std::size_t>(1, n / looks));
  if (!(std::abs(seen.mean) > many_times * seen.deviation)) return 0;
  const Spread all = spread_of(value, row, n, factor, 1);
  return std::isfinite(all.mean) && std::abs(all.mean) > many_times * all.deviation ? all.mean : 0;
}

template <class Value>
double take_column_from(double origin, const Value* value, const Index* row, std::size_t n, const float* factor,
                        double scale, float* to) {
  double sum = 0;
  for (std::size_t k = 0; k < n; ++k) {
    const float of_row = factor[row == nullptr ? k : static_cast<std::size_t>(row[k])];
    to[k] = static_cast<float>((static_cast<double>(value[k]) - origin) * scale) * of_row;
    sum += square(static_cast<double>(to[k]));
  }
  return sum;
}

template double column_origin(const double*, const Index*, std::size_t, const float*);
template double column_origin(const float*, const Index*, std::size_t, const float*);
template double take_column_from(double, const double*, const Index*, std::size_t, const float*, double, float*);
template double take_column_from(double, const float*, const Index*, std::size_t, const float*, double, float*);

}  // namespace gist::cpu
