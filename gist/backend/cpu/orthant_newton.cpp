#include "gist/backend/cpu/orthant_newton.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "gist/backend/cpu/kernels_block.hpp"

namespace gist::cpu {
namespace {

/// A pivot this small beside its diagonal is rounding: the coefficient is one too many. It is given a little curvature,
/// so that the step along what the others leave undecided is long, and ends where the first of them reaches 0; or,
/// where there is next to nothing to gain along that, so much that it stays.
constexpr double least_pivot = 1e-9, held = 1e200;
/// How much of a bend beside the size of what adds up to it may be rounding of products summed in double precision.
constexpr double rounding = 1e-13;

}  // namespace

bool OrthantNewton::minimise(std::span<const double> curvature, std::span<const double> slope,
                             std::span<const double> from, double still) {
  const std::size_t count = slope.size();
  to_.assign(from.begin(), from.end());
  slope_.assign(slope.begin(), slope.end());
  along_.clear();
  free_.resize(count);
  std::iota(free_.begin(), free_.end(), std::size_t{0});
  if (!factorise(curvature, count, still)) {
    const double rise = std::inner_product(along_.begin(), along_.end(), slope.begin(), 0.0);
    if (rise > 0) std::transform(along_.begin(), along_.end(), along_.begin(), std::negate<>());
    return false;
  }
  while (!free_.empty()) {
    solve();
    double length = 1;
    std::size_t first = free_.size();
    for (std::size_t k = 0; k < free_.size(); ++k) {
      const double w = to_[free_[k]], reach = -w / direction_[k];
      if (reach >= 0 && reach < length) length = reach, first = k;
    }
    for (std::size_t k = 0; k < free_.size(); ++k) {
      const std::size_t c = free_[k];
      const double by = length * direction_[k];
      to_[c] += by;
      const double* const row = curvature.data() + c * count;
      contiguous_add(row, count, by, slope_.data());
    }
    if (first == free_.size()) break;
    to_[free_[first]] = 0;
    forget(first);
  }
  return true;
}

bool OrthantNewton::factorise(std::span<const double> curvature, std::size_t count, double still) {
  factor_.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    std::vector<double>& row = factor_[i];
    row.resize(i + 1);
    for (std::size_t j = 0; j < i; ++j)
      row[j] = (curvature[i * count + j] - contiguous_dot(row.data(), j, factor_[j].data())) / factor_[j][j];
    const double diagonal = curvature[i * count + i], least = least_pivot * diagonal;
    double pivot = diagonal - contiguous_dot(row.data(), i, row.data());
    if (!(diagonal > 0)) {
      along_.clear();
      if (diagonal < 0) follow(i);
      return false;
    }
    if (!(pivot >= least)) {
      const bool doubtful = !(pivot > -1e-6 * diagonal);
      if (still > 0) {
        follow(i);
        if (pivot < -rounding * square_of_sizes(curvature, i)) return false;
        pivot = doubtful || hardly_falls(still) ? held : least;
      } else {
        if (doubtful) return false;
        pivot = least;
      }
    }
    row[i] = std::sqrt(pivot);
  }
  return true;
}

/// (sum_k |along_k| sqrt(H_kk))^2, which the bend along along_ would be of columns that are all the same.
double OrthantNewton::square_of_sizes(std::span<const double> curvature, std::size_t at) const {
  double size = 0;
  for (std::size_t k = 0; k <= at; ++k)
    size += std::abs(along_[k]) * std::sqrt(std::abs(curvature[k * slope_.size() + k]));
  return size * size;
}

/// along_: how the coefficients before this one would follow a move of its own.
void OrthantNewton::follow(std::size_t at) {
  const std::vector<double>& row = factor_[at];
  along_.assign(slope_.size(), 0);
  along_[at] = 1;
  std::transform(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(at), along_.begin(), std::negate<>());
  for (std::size_t i = at; i-- > 0;) {
    along_[i] /= factor_[i][i];
    contiguous_add(factor_[i].data(), i, -along_[i], along_.data());
  }
}

/// Whether a coordinate with a slope like that along along_ would be called at rest.
bool OrthantNewton::hardly_falls(double still) const {
  double slope = 0, length = 0;
  for (std::size_t k = 0; k < slope_.size(); ++k) slope += slope_[k] * along_[k], length += std::abs(along_[k]);
  return std::abs(slope) <= still * length;
}

/// direction = -H^-1 slope over the free ones.
void OrthantNewton::solve() {
  const std::size_t n = free_.size();
  direction_.resize(n);
  for (std::size_t i = 0; i < n; ++i)
    direction_[i] = (-slope_[free_[i]] - contiguous_dot(factor_[i].data(), i, direction_.data())) / factor_[i][i];
  for (std::size_t i = n; i-- > 0;) {
    direction_[i] /= factor_[i][i];
    contiguous_add(factor_[i].data(), i, -direction_[i], direction_.data());
  }
}

/// The factor without one of its coefficients: what its column did to those after it is added to them.
void OrthantNewton::forget(std::size_t place) {
  free_.erase(free_.begin() + static_cast<std::ptrdiff_t>(place));
  factor_.erase(factor_.begin() + static_cast<std::ptrdiff_t>(place));
  gone_.clear();
  for (std::size_t i = place; i < factor_.size(); ++i) {
    gone_.push_back(factor_[i][place]);
    factor_[i].erase(factor_[i].begin() + static_cast<std::ptrdiff_t>(place));
  }
  for (std::size_t j = place; j < factor_.size(); ++j) {
    double& x = gone_[j - place];
    double& pivot = factor_[j][j];
    const double r = std::hypot(pivot, x), c = r / pivot, s = x / pivot;
    pivot = r;
    for (std::size_t i = j + 1; i < factor_.size(); ++i) {
      double &l = factor_[i][j], &y = gone_[i - place];
      l = (l + s * y) / c;
      y = c * y - s * l;
    }
  }
}

}  // namespace gist::cpu
