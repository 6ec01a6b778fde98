#include "gist/backend/cpu/kinked_line.hpp"

#include <algorithm>

namespace gist::cpu {

double lowest_on_line(double slope, double bend, std::vector<Kink>& kinks, double farthest) {
  std::ranges::sort(kinks, {}, &Kink::at);
  double behind = slope;  // the slope that the kinks passed so far leave at t = 0
  for (const Kink& kink : kinks) {
    if (kink.at >= farthest || behind + bend * kink.at >= 0) break;
    behind += kink.jump;
    if (behind + bend * kink.at >= 0) return kink.at;  // from falling to rising: the kink itself
  }
  if (behind >= 0) return 0;
  return bend > 0 ? std::min(-behind / bend, farthest) : farthest;
}

}  // namespace gist::cpu
