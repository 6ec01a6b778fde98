// Finds three features among fifty: a least-squares fit with the l1 norm, which shrinks what it keeps, and one with
// MCP, which does not, on data made up in memory.
#include <cstddef>
#include <cstdio>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gist/core/error.hpp"
#include "gist/fit/fit.hpp"

namespace {

constexpr gist::Index samples = 200, features = 50;
const std::vector<gist::Index> planted{3, 17, 40};
constexpr double planted_value = 2;

/// y = 2 (x_3 + x_17 + x_40) + noise.
gist::Dataset make_data() {
  std::mt19937_64 random(7);
  std::normal_distribution<double> normal;
  std::vector<double> x(std::size_t{samples} * features), y(samples);  // column after column
  for (double& value : x) value = normal(random);
  for (std::size_t i = 0; i < y.size(); ++i) {
    y[i] = normal(random);
    for (const auto j : planted) y[i] += planted_value * x[static_cast<std::size_t>(j) * samples + i];
  }
  gist::Dataset data;
  data.design = gist::Dense<double>{samples, features, std::move(x)};
  data.label = std::move(y);
  data.source = "made up";
  return data;
}

gist::Model fit_and_print(const gist::Dataset& data, const gist::Penalty& penalty, std::string_view name,
                          gist::Team& team) {
  gist::FitSpec spec;
  spec.loss = gist::Squared{};
  spec.penalty = penalty;
  spec.problem.lambda_ratio = 0.15;  // of the lambda at which every coefficient is 0
  gist::FitData fit_data;
  fit_data.dataset = data;
  gist::Model model = gist::fit(fit_data, spec, team);

  const auto& report = model.report;
  std::printf("%-4s %-9s %2zu non-zeros, objective %.6f, prox residual %.1e:", std::string(name).c_str(),
              std::string(to_string(report.status)).c_str(), model.index.size(), report.certificate.objective(),
              report.certificate.prox);
  for (std::size_t k = 0; k < model.index.size(); ++k) {
    std::printf("  w_%d = %.3f", model.index[k], model.value[k]);
  }
  std::printf("\n");
  return model;
}

}  // namespace

int main() {
  try {
    gist::Team team;  // one thread per processor; the answer is the same for any number
    const gist::Dataset data = make_data();
    fit_and_print(data, gist::L1{}, "l1", team);
    const gist::Model mcp = fit_and_print(data, gist::Mcp{}, "mcp", team);
    return mcp.report.status == gist::Status::converged && mcp.index == planted ? 0 : 1;
  } catch (const gist::Error& error) {  // bad input only; not converging is a status
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}
