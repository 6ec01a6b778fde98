#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace gist::testing_support {

struct Minimum {
  long double x, value;
};

/// The smallest value of f in [low, high], where f has one valley, by golden section.
template <class F>
Minimum golden_minimum(const F& f, long double low, long double high) {
  const long double ratio = (std::sqrt(5.0L) - 1) / 2;
  long double left = high - ratio * (high - low), right = low + ratio * (high - low);
  long double f_left = f(left), f_right = f(right);
  for (int i = 0; i < 70; ++i) {  // 0.618^70 = 2e-15: far below the square root of the rounding of f
    if (f_left <= f_right) {
      high = right, right = left, f_right = f_left;
      left = high - ratio * (high - low), f_left = f(left);
    } else {
      low = left, left = right, f_left = f_right;
      right = low + ratio * (high - low), f_right = f(right);
    }
  }
  return f_left <= f_right ? Minimum{left, f_left} : Minimum{right, f_right};
}

/// The global minimum of f on [low, high] by looking: every piece between neighbouring knots is covered by a uniform
/// grid and by one that is geometric from its left end (twenty decades), then the three lowest valleys of the grid are
/// refined. Uses nothing but values of f.
template <class F>
Minimum brute_force_minimum(const F& f, long double low, long double high, std::vector<long double> knots = {}) {
  constexpr int cells = 40;
  std::erase_if(knots, [&](long double k) { return !(k > low && k < high); });
  knots.push_back(low);
  knots.push_back(high);
  std::sort(knots.begin(), knots.end());

  std::vector<long double> grid;
  for (std::size_t piece = 0; piece + 1 < knots.size(); ++piece) {
    const long double from = knots[piece], width = knots[piece + 1] - from;
    const long double decades = std::pow(10.0L, -20.0L / cells);
    long double part = 1;
    for (int k = 0; k < cells; ++k, part *= decades) {
      grid.push_back(std::min(from + width * k / cells, high));
      grid.push_back(std::min(from + width * part, high));
    }
  }
  grid.insert(grid.end(), knots.begin(), knots.end());
  std::sort(grid.begin(), grid.end());
  grid.erase(std::unique(grid.begin(), grid.end()), grid.end());

  std::vector<long double> values;
  values.reserve(grid.size());
  for (const long double x : grid) values.push_back(f(x));
  std::vector<std::size_t> valleys;
  for (std::size_t i = 0; i < grid.size(); ++i) {
    if ((i == 0 || values[i] <= values[i - 1]) && (i + 1 == grid.size() || values[i] <= values[i + 1])) {
      valleys.push_back(i);
    }
  }
  std::sort(valleys.begin(), valleys.end(), [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
  if (valleys.size() > 3) valleys.resize(3);

  Minimum best{grid[valleys.front()], values[valleys.front()]};
  for (const std::size_t i : valleys) {
    const long double left = grid[i == 0 ? 0 : i - 1], right = grid[std::min(i + 1, grid.size() - 1)];
    // The valley may have a kink at its bottom, so each side is searched by itself.
    for (const Minimum found : {golden_minimum(f, left, grid[i]), golden_minimum(f, grid[i], right)}) {
      if (found.value < best.value && found.x >= low && found.x <= high) best = found;
    }
  }
  return best;
}

}  // namespace gist::testing_support
