#pragma once

#include <string_view>

#include "gist/solver/gist.hpp"

namespace gist {

/// Sequential convex programming (Lu 2012): Algorithm 1 with another proximal step,
///   w(k+1) = argmin_w <g, w> + t/2 ||w - w(k)||^2 + r1(w) - <s2, w>,   s2 in d r2(w(k)),
/// for r = r1 - r2 (penalty/dc_split.hpp). Step starts, acceptance and objective are those of gist. The step sees r
/// only through its slope at w(k): a weight at 0 is charged r'(0+) whatever it would cost once it is large, so fixed
/// points are critical points and no more.
struct ScpOptions : GistOptions {
  static constexpr std::string_view name = "scp";
  static constexpr bool needs_split = true;
};

/// A space whose proximal step is that of SCP; everything else is the space's own.
template <LinearisingSpace S>
class ScpSteps {
 public:
  using Point = typename S::Point;
  explicit ScpSteps(S& space) : space_(space) {}

  ProxStep prox_step(const Point& from, double t, Point& to) { return space_.linearised_step(from, from, t, to); }
  Point make_point() { return space_.make_point(); }
  double loss(Point& point) { return space_.loss(point); }
  double penalty(Point& point) { return space_.penalty(point); }
  void gradient(Point& point) { space_.gradient(point); }
  double curvature(const Point& from, const Point& to) { return space_.curvature(from, to); }

 private:
  S& space_;
};

}  // namespace gist
