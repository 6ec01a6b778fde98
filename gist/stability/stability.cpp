#include "gist/stability/stability.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <mutex>
#include <numeric>

#include "gist/core/error.hpp"
#include "gist/core/faults.hpp"
#include "gist/fit/labels.hpp"
#include "gist/stability/bound.hpp"
#include "gist/stability/half_selection.hpp"
#include "gist/stability/halves.hpp"

namespace gist {
namespace {

using HalfSelection = std::optional<std::vector<Index>>;

/// Targets as strata, so that each half has its share of both classes; none for numbers and counts.
std::vector<double> strata(const FitData& data, const FitSpec& spec) {
  if (targets_of(spec.loss) != Targets::classes) return {};
  auto target =
      targets_from(spec.loss, data.dataset.label, data.weight, spec.problem.positive, data.dataset.source).target;
  for (const double sign : {-1.0, 1.0}) {
    std::int64_t members = 0;
    for (std::size_t i = 0; i < target.size(); ++i)
      members += target[i] == sign && (data.weight.empty() || data.weight[i] > 0) ? 1 : 0;
    if (members < 2)
      throw Error(ErrorKind::data, data.dataset.source + ": a class has " + std::to_string(members) +
                                       " sample; both halves need one of each class");
  }
  return target;
}

double count_candidates(const FitData& data) {
  const auto free = std::count(data.factor.begin(), data.factor.end(), 0.0);
  return static_cast<double>(data.dataset.design.columns() - free);
}

void check(const FitData& data, const FitSpec& spec, const StabilityOptions& options) {
  validate(spec);
  refuse(faults_of_fields(options, "stability."));
  if (std::holds_alternative<None>(spec.penalty))
    throw Error(ErrorKind::option, "stability selection needs a penalty that selects, and none does not");
  // What is per sample is taken apart before any fit could check it.
  const auto samples = static_cast<std::size_t>(data.dataset.design.rows());
  if (data.dataset.label.empty())
    throw Error(ErrorKind::data, data.dataset.source + ": no labels, and a fit needs one per sample");
  for (const auto* values : {&data.dataset.label, &data.weight, &data.offset}) {
    if (!values->empty() && values->size() != samples)
      throw Error(ErrorKind::data, data.dataset.source + ": " + std::to_string(values->size()) +
                                       " labels, weights or offsets for " + std::to_string(samples) + " samples");
  }
  const auto used = data.weight.empty()
                        ? static_cast<std::int64_t>(data.dataset.label.size())
                        : std::count_if(data.weight.begin(), data.weight.end(), [](double w) { return w > 0; });
  if (used < 4)
    throw Error(ErrorKind::data, data.dataset.source + ": " + std::to_string(used) +
                                     " samples; stability selection halves them, and needs at least 4");
}

/// Counts what the finished pairs selected.
void tally(const std::vector<HalfSelection>& halves, Index features, StabilityResult& result) {
  std::vector<int> single(static_cast<std::size_t>(features)), both(single.size());
  std::vector<std::vector<int>> entered(single.size());
  double selected = 0;
  for (std::size_t pair = 0; 2 * pair < halves.size(); ++pair) {
    const HalfSelection &first = halves[2 * pair], &second = halves[2 * pair + 1];
    if (!first || !second) continue;
    ++result.finished;
    selected += static_cast<double>(first->size() + second->size());
    for (const auto* half : {&*first, &*second}) {
      for (std::size_t rank = 0; rank < half->size(); ++rank) {
        const auto j = static_cast<std::size_t>((*half)[rank]);
        ++single[j];
        if (entered[j].size() <= rank) entered[j].resize(rank + 1);
        ++entered[j][rank];
        const bool twice = half == &*second && std::find(first->begin(), first->end(), (*half)[rank]) != first->end();
        both[j] += twice ? 1 : 0;
      }
    }
  }
  if (result.finished == 0) return;
  if (result.at_lambda) result.selected = selected / (2.0 * result.finished);
  for (std::size_t j = 0; j < single.size(); ++j) {
    if (single[j] == 0) continue;
    // Counts are whole, so a threshold of 0.8 is met by 80 of 100 whatever 0.8 * 100 rounds to.
    const bool stable = single[j] >= result.options.threshold * 2 * result.finished - 1e-9;
    result.features.push_back({static_cast<Index>(j), single[j] / (2.0 * result.finished),
                               both[j] / static_cast<double>(result.finished), stable, std::move(entered[j])});
  }
  std::stable_sort(result.features.begin(), result.features.end(), [](const auto& a, const auto& b) {
    return a.probability != b.probability ? a.probability > b.probability : a.both > b.both;
  });
}

}  // namespace

std::vector<Index> StabilityResult::stable() const {
  std::vector<Index> all;
  for (const auto& feature : features) {
    if (feature.stable) all.push_back(feature.feature);
  }
  std::sort(all.begin(), all.end());
  return all;
}

StabilityResult stability_selection(const FitData& data, const FitSpec& spec, const StabilityOptions& options,
                                    bool at_lambda, Team& team, const StabilityControls& controls) {
  const auto begun = std::chrono::steady_clock::now();
  check(data, spec, options);
  const auto stratum = strata(data, spec);
  StabilityResult result;
  result.spec = spec;
  result.options = options;
  result.at_lambda = at_lambda;
  result.candidates = count_candidates(data);
  const int most = options.select.value_or(selections_for(options.errors, result.candidates, options.threshold));
  result.selected = std::min<double>(most, result.candidates);

  const int count = 2 * options.pairs;
  std::vector<HalfSelection> halves(static_cast<std::size_t>(count));
  std::mutex telling;
  int finished = 0;
  team.run(count, [&](std::int64_t h) {
    if (controls.interrupt != nullptr && *controls.interrupt) return;
    const auto pair = static_cast<std::uint64_t>(h / 2);
    const Halves split =
        draw_halves(data.dataset.label.size(), stratum, data.weight, static_cast<std::uint64_t>(options.seed), pair);
    const FitData half = samples_of(data, h % 2 == 0 ? split.first : split.second);
    halves[static_cast<std::size_t>(h)] = at_lambda ? nonzeros_at_lambda(half, spec, controls.interrupt)
                                                    : first_to_enter(half, spec, most, controls.interrupt);
    const std::lock_guard lock(telling);
    ++finished;
    if (controls.half_done) controls.half_done(finished, count);
  });

  tally(halves, data.dataset.design.columns(), result);
  result.worst_case = worst_case_bound(result.selected, result.candidates, options.threshold);
  if (result.finished > 0)
    result.unimodal = unimodal_bound(result.selected, result.candidates, options.threshold, result.finished);
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
  return result;
}

}  // namespace gist
