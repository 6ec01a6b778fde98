#include "gist/fit/prepare.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "gist/core/error.hpp"
#include "gist/data/densify.hpp"
#include "gist/data/transpose.hpp"
#include "gist/fit/standardize.hpp"

namespace gist {
namespace {

/// What is wrong with the data: gathered, and told all at once.
class Faults {
 public:
  void add(const std::string& what) { all_ += (all_.empty() ? "" : "\n") + what; }
  void raise() const {
    if (!all_.empty()) throw Error(ErrorKind::data, all_);
  }

 private:
  std::string all_;
};

void check_length(const std::vector<double>& values, std::size_t expected, std::string_view what, std::string_view unit,
                  Faults& faults) {
  if (values.empty() || values.size() == expected) return;
  faults.add(std::to_string(values.size()) + " " + std::string(what) + "s for " + std::to_string(expected) + " " +
             std::string(unit) + "s");
}

/// Names the first value that is not valid.
template <class Valid>
void check_values(const std::vector<double>& values, Valid&& valid, std::string_view what, std::string_view unit,
                  std::string_view rule, Faults& faults) {
  const auto bad = std::find_if_not(values.begin(), values.end(), valid);
  if (bad == values.end()) return;
  faults.add("the " + std::string(what) + " of " + std::string(unit) + " " + std::to_string(bad - values.begin() + 1) +
             " is " + shortest(*bad) + "; " + std::string(rule));
}

void check_weights(const std::vector<double>& weight, Faults& faults) {
  const auto valid = [](double x) { return x >= 0 && std::isfinite(x); };
  check_values(weight, valid, "weight", "sample", "weights are finite and 0 or larger", faults);
  const double sum = std::accumulate(weight.begin(), weight.end(), 0.0);
  if (std::all_of(weight.begin(), weight.end(), valid) && !weight.empty() && !(sum > 0 && std::isfinite(sum)))
    faults.add("the sample weights sum to " + shortest(sum) + "; their sum must be positive and finite");
}

/// One number stands for all features; none at all stands for no bound.
double bound_at(const std::vector<double>& bound, std::size_t j, double none) {
  return bound.empty() ? none : bound.size() == 1 ? bound[0] : bound[j];
}

/// Names the first feature whose bounds leave nothing.
void check_bounds(const FitData& data, std::size_t d, Faults& faults) {
  for (std::size_t j = 0; j < d; ++j) {
    const double low = bound_at(data.lower, j, -infinity), high = bound_at(data.upper, j, infinity);
    if (low <= high && low != infinity && high != -infinity) continue;
    return faults.add("feature " + std::to_string(j + 1) + " has the bounds [" + shortest(low) + ", " + shortest(high) +
                      "]; lower must not exceed upper");
  }
}

/// Everything that can be said before anything is computed.
void check(const FitData& data) {
  const Dataset& set = data.dataset;
  const auto n = static_cast<std::size_t>(set.design.rows()), d = static_cast<std::size_t>(set.design.columns());
  Faults shape;
  if (n == 0) shape.add(set.source + ": no samples");
  if (d == 0) shape.add(set.source + ": no features; --features sets the width of a file whose rows are all empty");
  shape.raise();  // the rest would only repeat it
  if (set.label.empty())
    shape.add(set.source + ": no labels, and a fit needs one per sample (matrix-market: --labels FILE)");
  check_length(set.label, n, "label", "sample", shape);
  check_length(data.weight, n, "weight", "sample", shape);
  check_length(data.offset, n, "offset", "sample", shape);
  check_length(data.factor, d, "penalty factor", "feature", shape);
  if (data.lower.size() != 1) check_length(data.lower, d, "lower bound", "feature", shape);
  if (data.upper.size() != 1) check_length(data.upper, d, "upper bound", "feature", shape);
  shape.raise();
  Faults values;
  check_weights(data.weight, values);
  check_values(
      data.offset, [](double x) { return std::isfinite(x); }, "offset", "sample", "offsets are finite", values);
  check_values(
      data.factor, [](double x) { return x >= 0 && std::isfinite(x); }, "penalty factor", "feature",
      "factors are finite and 0 or larger", values);
  check_bounds(data, d, values);
  values.raise();
}

std::vector<double> normalised(const std::vector<double>& weight) {
  const double sum = std::accumulate(weight.begin(), weight.end(), 0.0);
  std::vector<double> share = weight;
  for (double& s : share) s /= sum;
  return share;
}

/// The bound of every feature on the scale of its standardised column, where w is w times the deviation; empty when no
/// feature has one. A constant column is out, and its bounds with it; they must allow the 0 it gets.
std::vector<double> scaled_bound(const std::vector<double>& bound, double none, const Problem& problem) {
  if (std::all_of(bound.begin(), bound.end(), [&](double b) { return b == none; })) return {};
  std::vector<double> scaled(static_cast<std::size_t>(problem.features()));
  for (std::size_t j = 0; j < scaled.size(); ++j) {
    scaled[j] = bound_at(bound, j, none);
    if (problem.scaling.inverse_scale.empty()) continue;
    const double inverse = problem.scaling.inverse_scale[j];
    if (inverse == 0 && (none < 0 ? scaled[j] > 0 : scaled[j] < 0)) {
      throw Error(ErrorKind::data, "feature " + std::to_string(j + 1) +
                                       " is constant, so standardising leaves it out, but its bounds exclude 0");
    }
    scaled[j] = inverse > 0 ? scaled[j] / inverse : none;
  }
  return scaled;
}

}  // namespace

Prepared prepare(const FitData& data, const FitSpec& spec, Team& team, Ways ways) {
  check(data);
  const Dataset& set = data.dataset;
  Prepared prepared;
  Problem& problem = prepared.problem;
  auto targets = targets_from(spec.loss, set.label, data.weight, spec.problem.positive, set.source);
  prepared.classes = targets.classes;
  const bool both = ways == Ways::both || spec.problem.standardize;  // which needs the columns
  problem.design = both ? ready(set.design, team) : rows_alone(set.design);
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
  problem.lower = scaled_bound(data.lower, -infinity, problem);
  problem.upper = scaled_bound(data.upper, infinity, problem);
  return prepared;
}

}  // namespace gist
