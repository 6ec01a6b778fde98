#pragma once

#include <algorithm>
#include <cmath>

namespace gist::cpu {

/// When coordinate descent on a model crawls, and Newton's direction for all coefficients off 0 together is worth its
/// products. Coordinate descent first finds out which coefficients those are. Sparse columns are more often nearly
/// orthogonal, and sweeps over them go further; there the sweep after a leap also judges it, from one model to the
/// next.
class LeapRule {
 public:
  /// Products a leap may take; one that stops for want of them may take twice as many the next time.
  static constexpr int fewest_products = 30, most_ever = 120;
  int most_products() const { return most_products_; }
  void want_more_products() { most_products_ = std::min(2 * most_products_, most_ever); }

  void begin_model() { since_ = products_ = 0, patience_ = 1; }

  /// To be asked after every sweep, with the largest residual it met.
  bool due(double residual, bool sparse) {
    const bool sweeps_had_come_as_far = products_ > 0 && residual > before_ * std::pow(rate_, products_);
    if (sparse && sweeps_had_come_as_far) distrust_ = std::min(2 * distrust_, 4);
    products_ = 0;
    if (++since_ == 1) first_ = residual;
    if (since_ < patience_ * (sparse ? 12 * distrust_ : 6)) return false;
    rate_ = std::min(1.0, std::pow(residual / first_, 1.0 / std::max(1, since_ - 1)));
    before_ = residual;
    since_ = 0;
    return true;
  }

  /// What came of it: `moved` says whether anything.
  void leapt(int products, bool moved) {
    if (moved)
      products_ = products;
    else
      patience_ *= 2;
  }

 private:
  int most_products_ = fewest_products;
  int distrust_ = 1;                             // times as many sweeps before a leap over sparse columns as at first
  int patience_ = 1, since_ = 0, products_ = 0;  // sweeps since the last leap; products that one took
  double first_ = 0, before_ = 0, rate_ = 1;     // residuals of the first sweep since and before the leap; their rate
};

}  // namespace gist::cpu
