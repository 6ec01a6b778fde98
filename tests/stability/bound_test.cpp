#include "gist/stability/bound.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

/// The bounds against the papers' closed forms, and the second against what it bounds: the worst unimodal distribution,
/// found by trying them all.
namespace gist {
namespace {

TEST(StabilityBound, WorstCaseIsThatOfMeinshausenAndBuhlmann) {
  EXPECT_DOUBLE_EQ(worst_case_bound(10, 1000, 0.9), 100.0 / (0.8 * 1000));
  EXPECT_DOUBLE_EQ(worst_case_bound(20, 100, 1), 4);
  EXPECT_GT(worst_case_bound(10, 1000, 0.51), worst_case_bound(10, 1000, 0.9));
}

TEST(StabilityBound, UnimodalIsThatOfShahAndSamworth) {
  // q^2/p = 1. Threshold 0.9, 50 pairs: 4 (0.1 + 0.01) / 1.02.
  EXPECT_NEAR(*unimodal_bound(10, 100, 0.9, 50), 0.44 / 1.02, 1e-15);
  // Threshold 0.7, 50 pairs: 1 / (2 (0.4 - 0.01)).
  EXPECT_NEAR(*unimodal_bound(10, 100, 0.7, 50), 1 / 0.78, 1e-15);
  EXPECT_NEAR(*unimodal_bound(30, 100, 0.9, 50), 9 * 0.44 / 1.02, 1e-14);
  EXPECT_LT(*unimodal_bound(10, 100, 0.9, 50), worst_case_bound(10, 100, 0.9));
}

TEST(StabilityBound, UnimodalIsSilentWhereTheTheoremIs) {
  EXPECT_FALSE(unimodal_bound(60, 100, 0.9, 50).has_value());    // q/p above 1/sqrt 3
  EXPECT_FALSE(unimodal_bound(10, 100, 0.505, 50).has_value());  // below 1/2 + 1/B
  EXPECT_FALSE(unimodal_bound(50, 100, 0.69, 50).has_value());   // below 1/2 + 1/(2B) + 3/4 (q/p)^2
}

/// The largest P(X >= t) over unimodal distributions on {0, 1/B, ..., 1} with mean mu. Those with a given mode are the
/// mixtures of uniform distributions on the stretches that hold it, so the largest is at a mixture of two of them.
double worst_unimodal(int pairs, double mu, int t) {
  double worst = 0;
  for (int mode = 0; mode <= pairs; ++mode) {
    struct Stretch {
      double mean, tail;
    };
    std::vector<Stretch> all;
    for (int a = 0; a <= mode; ++a) {
      for (int b = mode; b <= pairs; ++b) {
        const double length = b - a + 1;
        all.push_back({(a + b) / 2.0 / pairs, std::max(0, b - std::max(a, t) + 1) / length});
      }
    }
    for (const auto& low : all) {
      for (const auto& high : all) {
        if (low.mean > mu || high.mean < mu) continue;
        const double share = high.mean > low.mean ? (mu - low.mean) / (high.mean - low.mean) : 0;
        worst = std::max(worst, (1 - share) * low.tail + share * high.tail);
      }
    }
  }
  return worst;
}

TEST(StabilityBound, NoUnimodalDistributionExceedsIt) {
  // A feature selected by a half with probability theta = q/p is selected by both of a pair with theta^2 at most, and
  // stable only if a share 2 threshold - 1 of the pairs is: the theorem says P <= C theta^2.
  constexpr int pairs = 12;
  for (const double theta : {0.05, 0.1, 0.2, 0.3}) {
    double closest = 0;
    for (int step = 2; step <= pairs; ++step) {  // thresholds 1/2 + 1/B, 1/2 + 3/(2B), ..., 1
      const double threshold = 0.5 + step / (2.0 * pairs);
      const auto bound = unimodal_bound(theta * 1000, 1000, threshold, pairs);
      if (!bound) continue;
      const double allowed = *bound / (theta * 1000) * theta;  // C theta^2
      const double worst = worst_unimodal(pairs, theta * theta, step);
      EXPECT_LE(worst, allowed + 1e-12) << theta << " " << threshold;
      closest = std::max(closest, worst / allowed);
    }
    EXPECT_GT(closest, 0.99) << theta;  // and it is sharp
  }
}

TEST(StabilityBound, SelectionsForABoundKeepToIt) {
  for (const double p : {10.0, 200.0, 1500.0, 100000.0}) {
    for (const double errors : {0.5, 1.0, 4.0}) {
      for (const double threshold : {0.6, 0.75, 0.9, 1.0}) {
        const int q = selections_for(errors, p, threshold);
        EXPECT_GE(q, 1);
        EXPECT_LE(q, p);
        EXPECT_TRUE(q == 1 || worst_case_bound(q, p, threshold) <= errors * (1 + 1e-9));
        EXPECT_TRUE(q == p || worst_case_bound(q + 1, p, threshold) > errors);
      }
    }
  }
}

}  // namespace
}  // namespace gist
