/// The story of non-convex penalties in one table: a planted problem, l1 against LSP, SCAD, MCP and capped-l1, each
/// with its lambda chosen the same way on held-out samples. Run by `make demo`.

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "gist/core/alternatives.hpp"
#include "gist/gist.hpp"
#include "gist/simulate/simulate.hpp"

namespace {

using namespace gist;

constexpr Index train_rows = 300, held_out_rows = 300, test_rows = 1000, features = 2000, planted = 20;

/// Rows [begin, end) of a dense data set.
Dataset rows(const Dataset& all, Index begin, Index end) {
  const auto& matrix = std::get<Dense<double>>(all.design.storage());
  std::vector<double> values;
  for (Index j = 0; j < matrix.columns; ++j) {
    const double* column = matrix.value.data() + static_cast<std::size_t>(j) * static_cast<std::size_t>(matrix.rows);
    values.insert(values.end(), column + begin, column + end);
  }
  return {Dense<double>{end - begin, matrix.columns, std::move(values)},
          {all.label.begin() + begin, all.label.begin() + end},
          {},
          "simulated"};
}

struct Contestant {
  Penalty penalty;
  Model best;
  double held_out_error = infinity, test_error = 0, seconds = 0, precision = 0, recall = 0;
};

double error_on(const Model& model, const Dataset& data, Team& team) {
  return mean_squared_error(linear_predictor(model, data.design, {}, team), data.label);
}

/// Thirty lambdas from lambda_max down, each fit started from the last; the one with the smallest error on the held-out
/// samples stays.
void choose_lambda(Contestant& c, const FitData& train, const Dataset& held_out, Team& team) {
  const auto begun = std::chrono::steady_clock::now();
  Model last;
  for (int k = 0; k < 30; ++k) {
    FitSpec spec;
    spec.loss = Squared{};
    spec.penalty = c.penalty;
    spec.problem.lambda_ratio = std::pow(0.02, k / 29.0);
    FitControls controls;
    controls.start = k > 0 ? &last : nullptr;
    last = fit(train, spec, team, controls);
    const double error = error_on(last, held_out, team);
    if (error < c.held_out_error) c.held_out_error = error, c.best = last;
  }
  c.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
}

void compare_with_truth(Contestant& c, const Truth& truth) {
  double found = 0;
  for (const Index j : c.best.index) found += std::binary_search(truth.support.begin(), truth.support.end(), j) ? 1 : 0;
  c.precision = c.best.index.empty() ? 1 : found / static_cast<double>(c.best.index.size());
  c.recall = found / static_cast<double>(truth.support.size());
}

void print_row(const Contestant& c, double noise) {
  const auto& report = c.best.report;
  fmt::print("{:<10} {:>11.3f} {:>11.3f} {:>9} {:>10.2f} {:>7.2f} {:>8.2f}   {:<10} {:.0e}\n", name_of(c.penalty),
             lambda_of(c.best.spec.penalty) / report.lambda_max, c.test_error / noise, c.best.index.size(), c.precision,
             c.recall, c.seconds, to_string(report.status), report.certificate.coordinate / report.gradient_scale);
}

}  // namespace

int main() {
  Team team;
  SimulateOptions options;
  options.kind = SimulatedKind::gaussian;
  options.rows = train_rows + held_out_rows + test_rows;
  options.features = features;
  options.support = planted;
  options.snr = 5;
  options.seed = 2013;
  const Simulated simulated = simulate(options, team);
  const FitData train{.dataset = rows(simulated.data, 0, train_rows),
                      .weight = {},
                      .offset = {},
                      .factor = {},
                      .lower = {},
                      .upper = {}};
  const Dataset held_out = rows(simulated.data, train_rows, train_rows + held_out_rows);
  const Dataset test = rows(simulated.data, train_rows + held_out_rows, *options.rows);
  const double noise = *simulated.truth.noise_variance;

  fmt::print(
      "A planted problem: {} samples, {} features of which {} matter, neighbours correlated 0.5, signal-to-noise ratio "
      "5.\n",
      train_rows, features, planted);
  fmt::print("Each penalty: 30 lambdas, the best on {} held-out samples kept, judged on {} others.\n\n", held_out_rows,
             test_rows);
  fmt::print("{:<10} {:>11} {:>11} {:>9} {:>10} {:>7} {:>8}   {}\n", "penalty", "lambda/max", "test error", "non-zeros",
             "precision", "recall", "seconds", "certificate");
  std::vector<Contestant> all;
  for (const Penalty& penalty :
       {Penalty{L1{}}, Penalty{Lsp{.theta = 0.1}}, Penalty{Scad{}}, Penalty{Mcp{}}, Penalty{CappedL1{.theta = 0.3}}}) {
    Contestant c;
    c.penalty = penalty;
    choose_lambda(c, train, held_out, team);
    c.test_error = error_on(c.best, test, team);
    compare_with_truth(c, simulated.truth);
    print_row(c, noise);
    all.push_back(std::move(c));
  }
  const Contestant& l1 = all.front();
  const Contestant& best = *std::min_element(all.begin(), all.end(),
                                             [](const auto& a, const auto& b) { return a.test_error < b.test_error; });
  fmt::print(
      "\nTest error in units of the noise variance (1 is the best possible); certificate: status, and the "
      "coordinate-wise residual relative to\n"
      "the gradient at 0.\n\n");
  if (&best == &l1) {
    fmt::print("Here l1 predicts best: {} coefficients, test error {:.2f}.\n", l1.best.index.size(),
               l1.test_error / noise);
  } else {
    fmt::print(
        "{} keeps {} of {} features, {:.0f}% of them right, and its test error is {:.2f} times the noise; l1 keeps {}, "
        "{:.0f}% of them right, and errs by {:.2f}.\n",
        name_of(best.penalty), best.best.index.size(), features, 100 * best.precision, best.test_error / noise,
        l1.best.index.size(), 100 * l1.precision, l1.test_error / noise);
  }
  return 0;
}
