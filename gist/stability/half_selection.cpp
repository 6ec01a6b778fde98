#include "gist/stability/half_selection.hpp"

#include <algorithm>
#include <cmath>

#include "gist/data/subset.hpp"
#include "gist/fit/fitting.hpp"
#include "gist/path/grid.hpp"
#include "gist/path/walk.hpp"

namespace gist {
namespace {

constexpr int grid_count = 100;

std::vector<double> entries(const std::vector<double>& all, std::span<const Index> samples) {
  std::vector<double> some;
  if (all.empty()) return some;
  some.reserve(samples.size());
  for (const Index i : samples) some.push_back(all[static_cast<std::size_t>(i)]);
  return some;
}

/// Adds the penalised features that are not 0 and not yet in, largest first.
void add_newcomers(const Problem& problem, const WorkVector& w, std::vector<bool>& entered, std::vector<Index>& order) {
  const std::size_t before = order.size();
  for (std::size_t j = 0; j < w.size(); ++j) {
    if (w[j] == 0 || entered[j] || (!problem.factor.empty() && problem.factor[j] == 0)) continue;
    entered[j] = true;
    order.push_back(static_cast<Index>(j));
  }
  std::stable_sort(order.begin() + static_cast<std::ptrdiff_t>(before), order.end(), [&](Index a, Index b) {
    return std::abs(w[static_cast<std::size_t>(a)]) > std::abs(w[static_cast<std::size_t>(b)]);
  });
}

}  // namespace

FitData samples_of(const FitData& data, std::span<const Index> samples) {
  return {{rows_of(data.dataset.design, samples), entries(data.dataset.label, samples), data.dataset.feature_names,
           data.dataset.source},
          entries(data.weight, samples),
          entries(data.offset, samples),
          data.factor,
          data.lower,
          data.upper};
}

std::optional<std::vector<Index>> first_to_enter(const FitData& data, const FitSpec& spec, int most,
                                                 const std::atomic<bool>* interrupt) {
  Team team(1);
  Fitting fitting(data, spec, team, interrupt);
  const auto moments = moments_for(fitting.problem(), fitting.spec(), true, team);
  PathWalk walk(fitting, true, team, moments.get(), interrupt);
  const double ratio = default_ratio(data.dataset.design.rows(), data.dataset.design.columns());
  const auto wanted = static_cast<std::size_t>(most);
  std::vector<bool> entered(static_cast<std::size_t>(data.dataset.design.columns()));
  std::vector<Index> order;
  for (const double lambda : log_grid(fitting.null().lambda_max, grid_count, ratio)) {
    if (!(lambda > 0)) break;  // nothing can enter: the labels do not vary
    const Answer& answer = walk.next(fitting.at_strength(lambda));
    if (answer.status == Status::interrupted) return std::nullopt;
    add_newcomers(fitting.problem(), answer.point.w, entered, order);
    if (order.size() >= wanted) break;
  }
  order.resize(std::min(order.size(), wanted));
  return order;
}

std::optional<std::vector<Index>> nonzeros_at_lambda(const FitData& data, const FitSpec& spec,
                                                     const std::atomic<bool>* interrupt) {
  Team team(1);
  Fitting fitting(data, spec, team, interrupt);
  const Answer answer = fitting.solve(fitting.settled(), fitting.start());
  if (answer.status == Status::interrupted) return std::nullopt;
  std::vector<bool> entered(answer.point.w.size());
  std::vector<Index> order;
  add_newcomers(fitting.problem(), answer.point.w, entered, order);
  return order;
}

}  // namespace gist
