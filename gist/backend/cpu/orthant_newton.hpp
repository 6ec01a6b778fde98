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
  /// `curvature`: H, row after row, of as many coefficients as there are slopes; at `from`, none of them 0. `still`: a
  /// slope that is as good as none, for which a direction that hardly bends is not followed; 0 where H is known to be
  /// positive, and such directions decide who goes. Returns false where H is not positive.
  bool minimise(std::span<const double> curvature, std::span<const double> slope, std::span<const double> from,
                double still);
  /// Along which the quadratic then falls ever faster, one element a coefficient; nothing where none was found.
  std::span<const double> falling() const { return along_; }

  std::span<const double> to() const { return to_; }  ///< where each coefficient ends, 0 for those that reached it

 private:
  bool factorise(std::span<const double> curvature, std::size_t count, double still);
  void follow(std::size_t at);
  double square_of_sizes(std::span<const double> curvature, std::size_t at) const;
  bool hardly_falls(double still) const;
  void solve();
  void forget(std::size_t place);

  std::vector<double> to_, slope_;
  std::vector<std::size_t> free_;            // the coefficients that have not reached 0
  std::vector<std::vector<double>> factor_;  // lower triangle over free_
  std::vector<double> direction_, gone_, along_;
};

}  // namespace gist::cpu
