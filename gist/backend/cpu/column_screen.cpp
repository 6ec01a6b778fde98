#include "gist/backend/cpu/column_screen.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "gist/backend/cpu/coefficient_loops.hpp"
#include "gist/backend/cpu/kernels_block.hpp"
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
  if (kept_.size() == most_kept) {
    std::rotate(kept_.begin() + 1, kept_.begin() + 2, kept_.end());  // the oldest but the first goes
    kept_.pop_back();
  }
  Kept& kept = kept_.emplace_back();
  kept.slopes.assign(slopes.begin(), slopes.end());
  kept.gradient = gradient;
  for (const double g : gradient) kept.largest = std::max(kept.largest, std::abs(g));
  read_ = 0;
}

/// One after the other, each against what those before it have left, twice over: close to least squares, and however
/// close, the bound holds for these shares.
void ColumnScreen::combine(std::span<const double> slopes) {
  rest_.assign(slopes.begin(), slopes.end());
  share_.assign(kept_.size(), 0);
  for (int round = 0; round < 4; ++round) {
    for (std::size_t k = kept_.size(); k-- > 0;) {
      const double* const s = kept_[k].slopes.data();
      const double squares = contiguous_dot(s, rest_.size(), s);
      if (!(squares > 0)) continue;
      const double more = contiguous_dot(s, rest_.size(), rest_.data()) / squares;
      contiguous_add(s, rest_.size(), -more, rest_.data());
      share_[k] += more;
    }
  }
}

bool ColumnScreen::choose(std::span<const double> slopes, const WorkVector& w, double limit) {
  const std::size_t d = w.size(), most = d / 4;
  if (kept_.empty() || static_cast<std::size_t>(std::ranges::count_if(w, [](double x) { return x != 0; })) > most)
    return false;
  combine(slopes);
  double rounding = 0;
  estimate_.assign(d, 0);
  for (std::size_t k = 0; k < kept_.size(); ++k) {
    contiguous_add(kept_[k].gradient.data(), d, share_[k], estimate_.data());
    rounding += 1e-13 * std::abs(share_[k]) * kept_[k].largest;
  }
  double squares = 0, sum = 0;
  for (const double e : rest_) squares += e * e, sum += e;
  const double left = std::sqrt(squares), tilt = std::abs(sum), below = limit / slack - rounding;
  columns_.clear();
  for (std::size_t j = 0; j < d; ++j) {
    const double reach = std::abs(estimate_[j]) + left * size_[j] + tilt * lean_[j];
    if (reach < below && w[j] == 0) continue;
    columns_.push_back(static_cast<Index>(j));
  }
  if (columns_.size() > most || read_ > d) return false;
  read_ += columns_.size();
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
        constexpr std::uint64_t close = std::uint64_t{1} << 32;  // a millionth
        while (moving - still > close) {                         // over the doubles themselves
          const std::uint64_t middle = still + (moving - still) / 2;
          (rests(std::bit_cast<double>(middle)) ? still : moving) = middle;
        }
        return std::bit_cast<double>(still);
      },
      problem.penalty);
}

}  // namespace gist::cpu
