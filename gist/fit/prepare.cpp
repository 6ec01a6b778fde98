#include "gist/fit/prepare.hpp"

#include <cmath>

#include "gist/core/error.hpp"
#include "gist/data/transpose.hpp"
#include "gist/fit/standardize.hpp"

namespace gist {
namespace {

[[noreturn]] void refuse(const std::string& what) { throw Error(ErrorKind::data, what); }

std::string at(std::string_view what, std::size_t i, std::string_view unit, double value) {
  return std::string(what) + " of " + std::string(unit) + " " + std::to_string(i + 1) + " is " + shortest(value);
}

void check_length(const std::vector<double>& values, std::size_t expected, std::string_view what,
                  std::string_view unit) {
  if (values.empty() || values.size() == expected) return;
  refuse(std::to_string(values.size()) + " " + std::string(what) + "s for " + std::to_string(expected) + " " +
         std::string(unit) + "s");
}

std::vector<double> normalised(const std::vector<double>& weight) {
  double sum = 0;
  for (std::size_t i = 0; i < weight.size(); ++i) {
    if (!(weight[i] >= 0) || !std::isfinite(weight[i])) {
      refuse(at("the weight", i, "sample", weight[i]) + "; weights are finite and 0 or larger");
    }
    sum += weight[i];
  }
  if (!weight.empty() && !(sum > 0 && std::isfinite(sum)))
    refuse("the sample weights sum to " + shortest(sum) + "; their sum must be positive and finite");
  std::vector<double> share = weight;
  for (double& s : share) s /= sum;
  return share;
}

/// One number stands for all features; infinite everywhere stands for none.
std::vector<double> spread(const std::vector<double>& bound, std::size_t d) {
  if (bound.size() == 1 && std::isinf(bound[0])) return {};
  return bound.size() == 1 ? std::vector<double>(d, bound[0]) : bound;
}

void check_bounds(const Problem& problem) {
  const auto d = static_cast<std::size_t>(problem.features());
  for (std::size_t j = 0; j < d; ++j) {
    const double low = problem.lower.empty() ? -infinity : problem.lower[j];
    const double high = problem.upper.empty() ? infinity : problem.upper[j];
    if (!(low <= high) || low == infinity || high == -infinity) {
      refuse("feature " + std::to_string(j + 1) + " has the bounds [" + shortest(low) + ", " + shortest(high) +
             "]; lower must not exceed upper");
    }
    const bool constant = !problem.scaling.inverse_scale.empty() && problem.scaling.inverse_scale[j] == 0;
    if (constant && (low > 0 || high < 0)) {
      refuse("feature " + std::to_string(j + 1) +
             " is constant, so standardising leaves it out, but its bounds exclude 0");
    }
  }
}

}  // namespace

Prepared prepare(const FitData& data, const FitSpec& spec, Team& team) {
  const Dataset& set = data.dataset;
  const auto n = static_cast<std::size_t>(set.design.rows()), d = static_cast<std::size_t>(set.design.columns());
  if (n == 0) refuse(set.source + ": no samples");
  if (d == 0) refuse(set.source + ": no features; --features sets the width of a file whose rows are all empty");
  if (set.label.empty()) refuse(set.source + ": no labels");
  check_length(set.label, n, "label", "sample");
  check_length(data.weight, n, "weight", "sample");
  check_length(data.offset, n, "offset", "sample");
  check_length(data.factor, d, "penalty factor", "feature");
  for (std::size_t i = 0; i < data.offset.size(); ++i) {
    if (!std::isfinite(data.offset[i])) refuse(at("the offset", i, "sample", data.offset[i]) + "; offsets are finite");
  }
  for (std::size_t j = 0; j < data.factor.size(); ++j) {
    if (!(data.factor[j] >= 0) || !std::isfinite(data.factor[j])) {
      refuse(at("the penalty factor", j, "feature", data.factor[j]) + "; factors are finite and 0 or larger");
    }
  }

  Prepared prepared;
  Problem& problem = prepared.problem;
  auto targets = targets_from(spec.loss, set.label, data.weight, spec.problem.positive, set.source);
  prepared.classes = targets.classes;
  problem.design = complete(set.design, team);
  problem.loss = spec.loss;
  problem.target = std::move(targets.target);
  problem.sample_weight = normalised(data.weight);
  problem.offset = data.offset;
  problem.intercept = spec.problem.intercept;
  problem.penalty = spec.penalty;
  problem.ridge = spec.problem.ridge;
  problem.factor = data.factor;
  if (spec.problem.standardize)
    problem.scaling = standardizing(problem.design, problem.sample_weight, problem.intercept, team);
  problem.lower = spread(data.lower, d);
  problem.upper = spread(data.upper, d);
  check_length(problem.lower, d, "lower bound", "feature");
  check_length(problem.upper, d, "upper bound", "feature");
  check_bounds(problem);
  for (std::size_t j = 0; j < problem.scaling.inverse_scale.size(); ++j) {
    // w on the standardised scale is w times the deviation; a constant column is out and its bounds with it.
    const double inverse = problem.scaling.inverse_scale[j];
    if (!problem.lower.empty()) problem.lower[j] = inverse > 0 ? problem.lower[j] / inverse : -infinity;
    if (!problem.upper.empty()) problem.upper[j] = inverse > 0 ? problem.upper[j] / inverse : infinity;
  }
  return prepared;
}

}  // namespace gist
