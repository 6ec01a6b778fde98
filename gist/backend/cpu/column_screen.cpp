#include "gist/backend/cpu/column_screen.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "gist/backend/cpu/coefficient_loops.hpp"
#include "gist/backend/cpu/products.hpp"

namespace gist::cpu {
namespace {

/// More than rounding may add to a bound.
constexpr double slack = 1 + 1e-9;

}  // namespace

/// sum_i (x_i - m) s_i = sum_i (x_i - mean) s_i + (mean - m) sum_i s_i, and where there is an intercept the second sum
/// is 0 but for rounding: columns far from 0 are not held against it.
void ColumnScreen::measure_columns() {
  const ColumnMoments moments = column_moments(problem_.design, {}, team_);
  const auto n = static_cast<double>(problem_.samples());
  const auto& [centre, inverse_scale] = problem_.scaling;
  size_.resize(moments.sum.size());
  lean_.resize(moments.sum.size());
  for (std::size_t j = 0; j < size_.size(); ++j) {
    const double scale = inverse_scale.empty() ? 1 : inverse_scale[j], mean = moments.sum[j] / n;
    const double squares = moments.sum_of_squares[j];
    const double about = std::max(0.0, squares - n * mean * mean) + 1e-10 * squares;  // rounding included
    size_[j] = slack * scale * std::sqrt(about);
    lean_[j] = slack * scale * std::abs(mean - (centre.empty() ? 0 : centre[j]));
  }
}

void ColumnScreen::remember(std::span<const double> slopes, const WorkVector& gradient) {
  if (size_.empty()) measure_columns();
  std::size_t place = kept_.size();
  if (place < most_kept) {
    kept_.emplace_back();
  } else {
    place = 1;  // the first point is where every search from 0 begins
    for (std::size_t k = 2; k < most_kept; ++k) place = kept_[k].useful < kept_[place].useful ? k : place;
  }
  Kept& kept = kept_[place];
  kept.slopes.assign(slopes.begin(), slopes.end());
  kept.gradient = gradient;
  kept.read = 0;
  kept.useful = ++now_;
}

bool ColumnScreen::choose(std::span<const double> slopes, const WorkVector& w, double limit) {
  double least = infinity, tilt = 0;
  for (std::size_t k = 0; k < kept_.size(); ++k) {
    double squares = 0, sum = 0;
    for (std::size_t i = 0; i < slopes.size(); ++i) {
      const double change = slopes[i] - kept_[k].slopes[i];
      squares += change * change;
      sum += change;
    }
    if (squares < least) least = squares, tilt = std::abs(sum), nearest_ = k;
  }
  if (!(least < infinity)) return false;
  Kept& kept = kept_[nearest_];
  const double moved = std::sqrt(least), below = limit / slack;
  columns_.clear();
  const std::size_t d = w.size(), most = d / 4;
  for (std::size_t j = 0; j < d; ++j) {
    const double reach = std::abs(kept.gradient[j]) + moved * size_[j] + tilt * lean_[j];
    if (reach < below && w[j] == 0) continue;
    columns_.push_back(static_cast<Index>(j));
  }
  if (columns_.size() > most || kept.read > d) return false;
  kept.read += columns_.size();
  kept.useful = ++now_;
  return true;
}

double at_rest_below(const Problem& problem, double least_t) {
  return std::visit(
      [&](const auto& penalty) {
        const Coordinates coordinates(problem, penalty);
        if (!coordinates.uniform() || !(least_t > 0)) return 0.0;
        // Where 0 is the minimum for one curvature it is so for every larger one: that adds t x^2 / 2 on top.
        const auto rests = [&](double g) {
          return coordinates.critical(0, 0, g) == 0 && coordinates.at_rest(0, 0, g, least_t) == 0;
        };
        std::uint64_t still = 0, moving = std::bit_cast<std::uint64_t>(1e300);
        if (rests(1e300)) return 1e300;
        while (moving - still > 1) {  // over the doubles themselves
          const std::uint64_t middle = still + (moving - still) / 2;
          (rests(std::bit_cast<double>(middle)) ? still : moving) = middle;
        }
        return std::bit_cast<double>(still);
      },
      problem.penalty);
}

}  // namespace gist::cpu
