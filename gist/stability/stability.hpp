#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <tuple>
#include <vector>

#include "gist/core/field.hpp"
#include "gist/fit/fit.hpp"

namespace gist {

struct StabilityOptions {
  int pairs = 50;
  double threshold = 0.75;
  double errors = 1;
  std::optional<int> select;
  std::int64_t seed = 1;
  static constexpr std::tuple fields{
      Field{"pairs", &StabilityOptions::pairs, between_closed(1, 1'000'000),
            "complementary pairs of halves; twice as many fits"},
      Field{"threshold", &StabilityOptions::threshold, Range{0.5, 1, true, false},
            "a feature is stable when at least this share of the halves selects it"},
      Field{"errors", &StabilityOptions::errors, above(0),
            "bound on the expected number of wrong features; sets --select where that is not given"},
      Field{"select", &StabilityOptions::select, at_least(1),
            "features a half selects: the first to enter as lambda falls; with --lambda those that are not 0 there"},
      Field{"seed", &StabilityOptions::seed, between_closed(0, 9007199254740992),
            "the same seed gives the same halves"}};
};

/// How often a feature was selected.
struct SelectedFeature {
  Index feature = 0;
  double probability = 0;  ///< share of the halves that selected it
  double both = 0;         ///< share of the pairs of which both halves did
  bool stable = false;
  std::vector<int> entered_at;  ///< halves in which it was the 1st, 2nd, ... to enter
};

/// What stability selection found.
struct StabilityResult {
  FitSpec spec;
  StabilityOptions options;
  bool at_lambda = false;                 ///< selected by one lambda, not by order
  double candidates = 0;                  ///< p: penalised features
  double selected = 0;                    ///< q: features a half may select; by one lambda, the mean of what they did
  int finished = 0;                       ///< pairs; fewer than asked for after an interruption
  std::vector<SelectedFeature> features;  ///< those ever selected, most often first
  double worst_case = 0;           ///< bound on E[V]: Meinshausen and Buhlmann 2010, no assumption on the selection
  std::optional<double> unimodal;  ///< Shah and Samworth 2013, Theorem 2, where it applies
  double seconds = 0;

  std::vector<Index> stable() const;  ///< ascending
};

/// What goes on beside.
struct StabilityControls {
  std::function<void(int finished, int halves)> half_done;  ///< one at a time
  const std::atomic<bool>* interrupt = nullptr;
};

/// Stability selection with complementary pairs (Shah and Samworth 2013): the samples are split in two halves at
/// random, `pairs` times, each half selects features by the fit of `spec`, and those selected by a share of at least
/// `threshold` of all halves are stable. Halves are fitted in parallel, each on a thread of its own; the same seed
/// gives the same result on any number of threads. Classes are halved each by itself. With `at_lambda` the lambda of
/// the spec selects, otherwise the order of entering. Throws Error for bad input: too few samples, a class with one
/// sample, no penalty.
StabilityResult stability_selection(const FitData& data, const FitSpec& spec, const StabilityOptions& options,
                                    bool at_lambda, Team& team, const StabilityControls& controls = {});

/// The model on the stable features alone (and those with penalty factor 0): fitted to all samples without the penalty,
/// with the spec's ridge (fit/relax.hpp).
Model stable_model(const FitData& data, const StabilityResult& result, Team& team, const FitControls& controls = {});

}  // namespace gist
