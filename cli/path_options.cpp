#include "cli/path_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "cli/outputs.hpp"
#include "gist/core/alternatives.hpp"
#include "gist/core/error.hpp"
#include "gist/io/read.hpp"
#include "gist/io/source.hpp"

namespace gist::cli {
namespace {

/// The numbers of a text, apart by commas or white space.
std::vector<double> numbers_in(std::string text, const std::string& whence, const Range& range) {
  std::replace(text.begin(), text.end(), ',', ' ');
  std::vector<double> all;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    const auto number = number_from(word);
    if (!number || !range.contains(*number))
      throw Error(ErrorKind::option, fmt::format("{}: '{}', expected {}", whence, word, valid_values<double>(range)));
    all.push_back(*number);
  }
  return all;
}

}  // namespace

FitSpec PathCommand::spec() const {
  NamedOptions options = fit;
  const auto given = [&](std::string_view name) {
    return std::any_of(fit.begin(), fit.end(), [&](const auto& option) { return option.first == name; });
  };
  for (const std::string_view name : {"lambda", "lambda_ratio"}) {
    if (given(name))
      throw Error(ErrorKind::option,
                  fmt::format("--{} is for one fit; a path has --lambdas FILE, or --count and --ratio", kebab(name)));
  }
  // A penalty whose theta has no default takes one from the grid; which one does not matter.
  if (!strengths.theta_grid.empty() && !given("theta") && !given("theta_ratio")) {
    std::optional<Penalty> penalty = L1{};
    for (const auto& [name, value] : fit)
      if (name == "penalty") penalty = alternative_named<Penalty>(value);
    const auto thetas = numbers_in(strengths.theta_grid, "--theta-grid", above(0));
    if (penalty && theta_of(*penalty) && !thetas.empty()) options.emplace_back("theta", shortest(thetas[0]));
  }
  FitSpec spec = spec_from(options);
  spec.problem.lambda_ratio.reset();
  return spec;
}

void PathCommand::take_strengths() {
  if (!strengths.lambdas.empty()) {
    const auto source = Source::open(strengths.lambdas);
    request.lambdas = own_grid(numbers_in(std::string(source->bytes()), strengths.lambdas, at_least(0)));
  }
  if (!strengths.theta_grid.empty()) {
    request.thetas = numbers_in(strengths.theta_grid, "--theta-grid", above(0));
    if (request.thetas.empty()) throw Error(ErrorKind::option, "--theta-grid: there is no theta");
    std::sort(request.thetas.begin(), request.thetas.end());
    request.thetas.erase(std::unique(request.thetas.begin(), request.thetas.end()), request.thetas.end());
  }
}

void check_outputs(const PathOutput& output) {
  refuse_shared_outputs({{"--model", output.model}, {"--plot", output.plot}, {"--report", output.report}});
}

}  // namespace gist::cli
