#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>

#include "cli/command_line.hpp"
#include "cli/commands.hpp"
#include "cli/path_output.hpp"
#include "cli/summary.hpp"
#include "gist/model/path_file.hpp"

namespace gist::cli {
namespace {

struct InspectOptions {
  bool json = false;
  int top = 20;
  static constexpr std::tuple fields{
      Field{"json", &InspectOptions::json, any_number(), "all of it as one JSON object"},
      Field{"top", &InspectOptions::top, at_least(0), "coefficients to list, largest first"}};
};

struct Inspect {
  std::string model;
  ModelChoice choice;
  InspectOptions options;
  CommandLine line{"inspect MODEL [options]", "Shows the settings, the certificate and the coefficients of a model."};

  Inspect() {
    line.positional("MODEL", model, "model file");
    line.fields("which model", choice);
    line.fields("output", options);
  }
};

void print_coefficients(const Model& model, int top) {
  std::vector<std::size_t> order(model.index.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return std::abs(model.value[a]) > std::abs(model.value[b]); });
  order.resize(std::min(order.size(), static_cast<std::size_t>(top)));
  if (order.empty()) return;
  fmt::print("\n{:>10}  {:>14}  largest coefficients\n", "index", "value");
  for (const std::size_t k : order) {
    const auto j = static_cast<std::size_t>(model.index[k]);
    fmt::print("{:>10}  {:>14.6g}  {}\n", j + 1, model.value[k],
               model.feature_names.empty() ? "" : model.feature_names[j]);
  }
}

}  // namespace

int inspect(const Arguments& arguments) {
  Inspect command;
  if (!command.line.parse(arguments)) return 0;
  auto held = load_model_or_path(command.model);
  const bool choosing = command.choice.lambda || command.choice.index;
  if (const auto* path = std::get_if<SavedPath>(&held); path != nullptr && !choosing) {
    // The whole path; one of its models has to be asked for.
    fmt::print("{}", command.options.json ? path_to_json(*path) : path_table(*path));
    return 0;
  }
  const Model model = load_model(command.model, command.choice);
  if (command.options.json) {
    fmt::print("{}", model_to_json(model));
    return 0;
  }
  fmt::print("{}", summary(model));
  fmt::print("settings    ");
  for (const auto& [name, value] : options_of(model.spec)) fmt::print("{} {}  ", kebab(name), value);
  fmt::print("\n");
  print_coefficients(model, command.options.top);
  return 0;
}

CommandPage inspect_page() { return Inspect().line.page(); }

}  // namespace gist::cli
