#pragma once

#include <vector>

namespace gist::cpu {

/// Where a line crosses a kink of a convex function, and by how much the slope along the line is larger behind it.
struct Kink {
  double at, jump;
};

/// The t of [0, farthest] at which slope t + bend t^2 / 2 + sum_k jump_k max(0, t - at_k) is lowest; bend, jumps and
/// places at least 0, and `farthest` finite where nothing else ends the line. Sorts the kinks.
double lowest_on_line(double slope, double bend, std::vector<Kink>& kinks, double farthest);

}  // namespace gist::cpu
