#include "gist/stability/stability.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "gist/core/error.hpp"
#include "gist/fit/options.hpp"
#include "gist/simulate/random.hpp"
#include "gist/stability/half_selection.hpp"
#include "gist/stability/halves.hpp"

/// Halves are halves, planted features come out, noise keeps to the bound, and the seed alone decides.
namespace gist {
namespace {

/// `support` columns with coefficient `size` each, among `d` independent ones, and noise of variance 1.
FitData planted(Index n, Index d, int support, double size, bool classes, std::uint64_t seed) {
  Random random(seed);
  std::vector<double> value(static_cast<std::size_t>(n) * static_cast<std::size_t>(d)), label;
  for (double& v : value) v = random.normal();
  for (Index i = 0; i < n; ++i) {
    double mean = random.normal();
    for (int k = 0; k < support; ++k) mean += size * (k % 2 == 0 ? 1 : -1) * value[static_cast<std::size_t>(k * n + i)];
    label.push_back(classes ? (mean > 0 ? 2 : 1) : mean);
  }
  FitData data;
  data.dataset = {Dense<double>{n, d, std::move(value)}, std::move(label), {}, "planted"};
  return data;
}

FitSpec spec_for(const std::string& loss, const std::string& penalty = "l1") {
  return spec_from({{"loss", loss}, {"penalty", penalty}, {"solver", "working-set"}});
}

TEST(Halves, AreDisjointOfEqualSizeAndStratified) {
  const std::vector<double> stratum{1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3};
  std::set<std::vector<Index>> seen;
  for (std::uint64_t pair = 0; pair < 50; ++pair) {
    const Halves halves = draw_halves(stratum.size(), stratum, {}, 7, pair);
    EXPECT_EQ(halves.first.size(), 7U);
    EXPECT_EQ(halves.second.size(), 7U);
    std::set<Index> all(halves.first.begin(), halves.first.end());
    all.insert(halves.second.begin(), halves.second.end());
    EXPECT_EQ(all.size(), 14U);
    for (const double number : {1.0, 2.0, 3.0}) {
      const auto of = [&](const std::vector<Index>& half) {
        return std::count_if(half.begin(), half.end(),
                             [&](Index i) { return stratum[static_cast<std::size_t>(i)] == number; });
      };
      EXPECT_LE(std::abs(of(halves.first) - of(halves.second)), 1);
    }
    EXPECT_TRUE(std::is_sorted(halves.first.begin(), halves.first.end()));
    seen.insert(halves.first);
    const Halves again = draw_halves(stratum.size(), stratum, {}, 7, pair);
    EXPECT_EQ(again.first, halves.first);
  }
  EXPECT_GT(seen.size(), 45U);
}

TEST(Halves, AnOddSampleAndThoseOfWeightZeroAreLeftOut) {
  const std::vector<double> weight{1, 0, 1, 1, 0, 1, 1};
  std::set<Index> used;
  for (std::uint64_t pair = 0; pair < 30; ++pair) {
    const Halves halves = draw_halves(7, {}, weight, 1, pair);
    EXPECT_EQ(halves.first.size(), 2U);
    EXPECT_EQ(halves.second.size(), 2U);
    used.insert(halves.first.begin(), halves.first.end());
  }
  EXPECT_EQ(used, (std::set<Index>{0, 2, 3, 5, 6}));
}

TEST(Stability, PlantedFeaturesComeOutWithEveryLossAndPenalty) {
  Team team(2);
  for (const auto& [loss, penalty] :
       {std::pair{"squared", "l1"}, {"squared", "mcp"}, {"logistic", "l1"}, {"logistic", "scad"}}) {
    const bool classes = std::string(loss) == "logistic";
    const FitData data = planted(classes ? 240 : 120, 40, 4, 1.5, classes, 11);
    StabilityOptions options;
    options.pairs = 15;
    const auto result = stability_selection(data, spec_for(loss, penalty), options, false, team);
    EXPECT_EQ(result.stable(), (std::vector<Index>{0, 1, 2, 3})) << loss << " " << penalty;
    EXPECT_EQ(result.finished, 15);
    EXPECT_EQ(result.selected, 4);  // floor sqrt(1 * 0.5 * 40)
    EXPECT_LE(result.worst_case, 1);
    const Model model = stable_model(data, result, team);
    EXPECT_EQ(model.index, (std::vector<Index>{0, 1, 2, 3}));
    EXPECT_EQ(model.report.status, Status::converged);
    EXPECT_GT(model.value[0], 1);
    EXPECT_LT(model.value[1], -1);
  }
}

TEST(Stability, NoiseKeepsToTheBoundOnAverage) {
  Team team(2);
  StabilityOptions options;
  options.pairs = 15;
  options.threshold = 0.6;
  options.select = 12;
  double wrong = 0, bound = 0;
  constexpr int sets = 12;
  for (std::uint64_t seed = 0; seed < sets; ++seed) {
    const FitData data = planted(40, 60, 0, 0, false, 100 + seed);
    const auto result = stability_selection(data, spec_for("squared"), options, false, team);
    wrong += static_cast<double>(result.stable().size());
    bound = result.worst_case;
    EXPECT_GT(result.features.size(), 20U);  // everything is selected by some half: the threshold does the work
  }
  EXPECT_DOUBLE_EQ(bound, 144 / (0.2 * 60));
  EXPECT_LE(wrong / sets, bound);
  EXPECT_GT(wrong, 0);  // at this threshold the bound has something to bound
}

TEST(Stability, SameSeedSameAnswerOnAnyNumberOfThreads) {
  const FitData data = planted(60, 30, 3, 0.7, true, 5);
  StabilityOptions options;
  options.pairs = 8;
  options.select = 6;
  Team one(1), three(3);
  const auto a = stability_selection(data, spec_for("logistic"), options, false, one);
  const auto b = stability_selection(data, spec_for("logistic"), options, false, three);
  ASSERT_EQ(a.features.size(), b.features.size());
  for (std::size_t k = 0; k < a.features.size(); ++k) {
    EXPECT_EQ(a.features[k].feature, b.features[k].feature);
    EXPECT_EQ(a.features[k].probability, b.features[k].probability);
    EXPECT_EQ(a.features[k].both, b.features[k].both);
    EXPECT_EQ(a.features[k].entered_at, b.features[k].entered_at);
  }
  options.seed = 2;
  const auto c = stability_selection(data, spec_for("logistic"), options, false, one);
  bool differs = a.features.size() != c.features.size();
  for (std::size_t k = 0; k < std::min(a.features.size(), c.features.size()); ++k)
    differs = differs || a.features[k].probability != c.features[k].probability;
  EXPECT_TRUE(differs);
}

TEST(Stability, CountsAddUp) {
  const FitData data = planted(60, 30, 3, 0.7, false, 5);
  StabilityOptions options;
  options.pairs = 10;
  options.select = 7;
  Team team(2);
  const auto result = stability_selection(data, spec_for("squared"), options, false, team);
  double selected = 0;
  for (const auto& feature : result.features) {
    selected += feature.probability;
    EXPECT_LE(feature.both, feature.probability);
    EXPECT_GE(feature.both, 2 * feature.probability - 1 - 1e-12);  // selected by most halves: by both of some pair
    int entered = 0;
    for (const int count : feature.entered_at) entered += count;
    EXPECT_DOUBLE_EQ(entered / 20.0, feature.probability);
    EXPECT_EQ(feature.stable, feature.probability >= 0.75);
  }
  EXPECT_NEAR(selected, 7, 1e-12);  // every half selected seven
}

TEST(Stability, AtOneLambdaItSelectsWhatIsNotZeroThere) {
  const FitData data = planted(80, 20, 2, 1.5, false, 8);
  Team team(2);
  FitSpec spec = spec_from({{"loss", "squared"}, {"lambda_ratio", "0.5"}, {"solver", "working-set"}});
  StabilityOptions options;
  options.pairs = 10;
  const auto result = stability_selection(data, spec, options, true, team);
  EXPECT_EQ(result.stable(), (std::vector<Index>{0, 1}));
  double sum = 0;
  for (const auto& feature : result.features) sum += feature.probability;
  EXPECT_NEAR(result.selected, sum, 1e-12);
}

TEST(Stability, UnpenalisedFeaturesAreNoCandidatesButInTheModel) {
  FitData data = planted(80, 10, 2, 1.5, false, 8);
  data.factor.assign(10, 1);
  data.factor[9] = 0;
  Team team(1);
  StabilityOptions options;
  options.pairs = 6;
  options.select = 2;
  const auto result = stability_selection(data, spec_for("squared"), options, false, team);
  EXPECT_EQ(result.candidates, 9);
  for (const auto& feature : result.features) EXPECT_NE(feature.feature, 9);
  EXPECT_EQ(stable_model(data, result, team).index, (std::vector<Index>{0, 1, 9}));
}

TEST(Stability, NothingStableIsTheInterceptAlone) {
  const FitData data = planted(40, 60, 0, 0, false, 3);
  Team team(1);
  StabilityOptions options;
  options.pairs = 4;
  options.threshold = 1;
  options.select = 1;
  const auto result = stability_selection(data, spec_for("squared"), options, false, team);
  ASSERT_TRUE(result.stable().empty());
  const Model model = stable_model(data, result, team);
  EXPECT_TRUE(model.index.empty());
  double mean = 0;
  for (const double y : data.dataset.label) mean += y / 40;
  EXPECT_NEAR(model.intercept, mean, 1e-9);
}

TEST(Stability, WhatCannotBeDoneIsSaid) {
  Team team(1);
  FitData data = planted(40, 5, 0, 0, true, 3);
  EXPECT_THROW(stability_selection(data, spec_from({{"penalty", "none"}}), {}, false, team), Error);
  for (double& label : data.dataset.label) label = 1;
  data.dataset.label[7] = 2;
  EXPECT_THROW(stability_selection(data, spec_for("logistic"), {}, false, team), Error);  // one sample of a class
  const FitData tiny = planted(3, 5, 0, 0, false, 3);
  EXPECT_THROW(stability_selection(tiny, spec_for("squared"), {}, false, team), Error);
  FitData short_of_weights = planted(40, 5, 0, 0, false, 3), unlabelled = short_of_weights;
  short_of_weights.weight = {1, 1, 1};
  EXPECT_THROW(stability_selection(short_of_weights, spec_for("squared"), {}, false, team), Error);
  unlabelled.dataset.label.clear();
  EXPECT_THROW(stability_selection(unlabelled, spec_for("squared"), {}, false, team), Error);
  StabilityOptions options;
  options.threshold = 0.5;
  EXPECT_THROW(stability_selection(planted(40, 5, 0, 0, false, 3), spec_for("squared"), options, false, team), Error);
}

TEST(Stability, AnInterruptKeepsTheFinishedPairs) {
  const FitData data = planted(60, 30, 3, 0.7, false, 5);
  Team team(1);
  std::atomic<bool> stop{false};
  StabilityControls controls;
  controls.interrupt = &stop;
  controls.half_done = [&](int finished, int) { stop = finished == 6; };
  const auto result = stability_selection(data, spec_for("squared"), {}, false, team, controls);
  EXPECT_EQ(result.finished, 3);
  EXPECT_FALSE(result.features.empty());
}

}  // namespace
}  // namespace gist
