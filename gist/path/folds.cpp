#include "gist/path/folds.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <string>

#include "gist/core/error.hpp"
#include "gist/simulate/random.hpp"

namespace gist {
namespace {

void shuffle(std::vector<std::size_t>& items, Random& random) {
  for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[random.below(i)]);
}

/// The samples that go together, each list in order: one of its own per sample without groups.
std::vector<std::vector<std::size_t>> units_of(std::size_t samples, std::span<const double> group) {
  std::vector<std::vector<std::size_t>> units;
  std::map<double, std::size_t> known;
  for (std::size_t i = 0; i < samples; ++i) {
    if (group.empty()) {
      units.push_back({i});
      continue;
    }
    const auto [at, fresh] = known.try_emplace(group[i], units.size());
    if (fresh) units.emplace_back();
    units[at->second].push_back(i);
  }
  return units;
}

/// The number of each sample's stratum; samples of weight 0 are a stratum of their own, the last.
std::vector<std::size_t> strata_of(std::size_t samples, const FoldRequest& request, std::size_t& count) {
  std::map<double, std::size_t> known;
  std::vector<std::size_t> stratum(samples);
  for (const double value : request.stratum) known.try_emplace(value, 0);
  std::size_t next = 0;
  for (auto& [value, number] : known) number = next++;
  count = std::max<std::size_t>(next, 1) + 1;
  for (std::size_t i = 0; i < samples; ++i) {
    stratum[i] = request.stratum.empty() ? 0 : known[request.stratum[i]];
    if (!request.weight.empty() && request.weight[i] == 0) stratum[i] = count - 1;
  }
  return stratum;
}

}  // namespace

Folds draw_folds(std::size_t samples, const FoldRequest& request) {
  auto units = units_of(samples, request.group);
  std::size_t strata = 0;
  const auto stratum = strata_of(samples, request, strata);
  const auto counts = [&](const std::vector<std::size_t>& unit) {
    return std::any_of(unit.begin(), unit.end(), [&](std::size_t i) { return stratum[i] + 1 < strata; });
  };
  const auto usable = std::count_if(units.begin(), units.end(), counts);
  if (usable < request.count) {
    throw Error(ErrorKind::option, "--folds " + std::to_string(request.count) + ": there are only " +
                                       std::to_string(usable) + (request.group.empty() ? " samples" : " groups") +
                                       (request.weight.empty() ? "" : " of positive weight"));
  }
  // Largest first, equal ones in random order; single samples then by stratum, so that each stratum is dealt out whole.
  std::vector<std::size_t> order(units.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  Random random(request.seed, 0x666f6c64);
  shuffle(order, random);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    if (units[a].size() != units[b].size()) return units[a].size() > units[b].size();
    return stratum[units[a][0]] < stratum[units[b][0]];
  });
  const auto k = static_cast<std::size_t>(request.count);
  std::vector<std::vector<std::size_t>> has(k, std::vector<std::size_t>(strata));
  std::vector<std::size_t> total(k);
  Folds folds{.count = request.count, .fold = std::vector<int>(samples)};
  std::vector<std::size_t> brings(strata);
  for (const std::size_t u : order) {
    std::fill(brings.begin(), brings.end(), 0);
    for (const std::size_t i : units[u]) ++brings[stratum[i]];
    const auto crowding = [&](std::size_t f) {
      std::size_t sum = 0;
      for (std::size_t s = 0; s < strata; ++s) sum += brings[s] * has[f][s];
      return sum;
    };
    std::size_t best = 0;
    for (std::size_t f = 1; f < k; ++f) {
      const auto here = crowding(f), there = crowding(best);
      if (here < there || (here == there && total[f] < total[best])) best = f;
    }
    for (const std::size_t i : units[u]) folds.fold[i] = static_cast<int>(best);
    for (std::size_t s = 0; s < strata; ++s) has[best][s] += brings[s];
    total[best] += units[u].size();
  }
  return folds;
}

Folds given_folds(std::span<const double> number) {
  std::map<double, int> known;
  for (const double x : number) known.try_emplace(x, 0);
  if (known.size() < 2)
    throw Error(ErrorKind::option, "--fold-ids: all samples are in one fold, and two are the least");
  int next = 0;
  for (auto& [value, at] : known) at = next++;
  Folds folds{.count = next, .fold = {}};
  for (const double x : number) folds.fold.push_back(known[x]);
  return folds;
}

}  // namespace gist
