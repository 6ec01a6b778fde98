#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "gist/core/field.hpp"
#include "gist/core/team.hpp"
#include "gist/simulate/truth.hpp"

namespace gist {

enum class SimulatedTask { regression, classification };
template <>
struct Names<SimulatedTask> {
  static constexpr std::array<std::string_view, 2> names{"regression", "classification"};
};

/// A dense Gaussian design with a planted sparse model.
///
///   row ~ N(0, S),  S_jk = rho^|j-k|       w: `support` random columns, random sign, size uniform on [1/2, 3/2)
///   regression      y = X w + e,           e ~ N(0, w'Sw / snr)
///   classification  y = sign(X w + e),     e logistic with variance pi^2/3: P(y = +1) = 1 / (1 + exp(-x'w)),
///                                          w scaled so that here too w'Sw / var(e) = snr
/// snr is thus the variance of the signal over that of the noise in both. With support = 0 there is nothing but noise:
/// of variance 1, or coin tosses.
struct GaussianOptions {
  Index rows = 500, features = 1000, support = 20;
  double rho = 0.5, snr = 5;
  SimulatedTask task = SimulatedTask::regression;
  std::uint64_t seed = 1;

  static constexpr std::tuple fields{
      Field{"rows", &GaussianOptions::rows, Range{1, max_index, false, false}, "number of samples"},
      Field{"features", &GaussianOptions::features, Range{1, max_index, false, false}, "number of columns"},
      Field{"support", &GaussianOptions::support, Range{0, max_index, false, false},
            "gaussian: number of columns with a non-zero coefficient (20)"},
      Field{"rho", &GaussianOptions::rho, between_open(-1, 1),
            "gaussian: correlation of neighbouring columns, rho^|j-k| of columns j and k (0.5)"},
      Field{"snr", &GaussianOptions::snr, above(0), "gaussian: variance of the signal over that of the noise (5)"},
      Field{"task", &GaussianOptions::task, any_number(), "gaussian: real-valued labels or two classes (regression)"},
      Field{"seed", &GaussianOptions::seed, seed_range, "the same seed gives the same bytes (1)"},
  };
};

/// Everything wrong with the options, a sentence each; empty if they can be used.
std::vector<std::string> faults(const GaussianOptions& options);

/// The design as double, column after column; throws gist::Error naming all faults. The same bits for any team.
Simulated simulate_gaussian(const GaussianOptions& options, Team& team);

}  // namespace gist
