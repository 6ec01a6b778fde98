#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace gist::cpu {

/// The minimum of a quadratic over coefficients that keep their signs: Newton's step by a Cholesky factor, as far as
/// the first coefficient that reaches 0; that one stays there, and the others go on without it. Where columns are
/// nearly alike, or more than there are samples, coordinate descent takes thousands of sweeps to find out which of them
/// go.
class OrthantNewton {
 public:
  /// `curvature`: H, row after row, of as many coefficients as there are slopes; at `from`, none of them 0. Returns
  /// false, and leaves nothing of use, where H is not positive on them.
  bool minimise(std::span<const double> curvature, std::span<const double> slope, std::span<const double> from);

  std::span<const double> to() const { return to_; }  ///< where each coefficient ends, 0 for those that reached it

 private:
  bool factorise(std::span<const double> curvature, std::size_t count);
  void solve();
  void forget(std::size_t place);

  std::vector<double> to_, slope_;
  std::vector<std::size_t> free_;            // the coefficients that have not reached 0
  std::vector<std::vector<double>> factor_;  // lower triangle over free_
  std::vector<double> direction_, gone_;
};

}  // namespace gist::cpu
