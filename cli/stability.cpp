#include "gist/stability/stability.hpp"

#include <fmt/format.h>

#include <chrono>
#include <nlohmann/json.hpp>

#include "cli/command_line.hpp"
#include "cli/commands.hpp"
#include "cli/fit_input.hpp"
#include "cli/input_options.hpp"
#include "cli/interrupt.hpp"
#include "cli/outputs.hpp"
#include "cli/progress.hpp"
#include "gist/core/alternatives.hpp"
#include "gist/io/atomic_file.hpp"
#include "gist/model/model_file.hpp"
#include "gist/report/stability_page.hpp"

namespace gist::cli {
namespace {

struct Output {
  std::string model, report;
  bool json = false, quiet = false;
  static constexpr std::tuple fields{
      Field{"model", &Output::model, any_number(), "file for the model of the stable features, fitted without penalty"},
      Field{"report", &Output::report, any_number(), "file for an HTML page on it, complete in itself"},
      Field{"json", &Output::json, any_number(),
            "one JSON object per feature that was ever selected, and a last one on the whole"},
      Field{"quiet", &Output::quiet, any_number(), "nothing but errors"}};
};

struct Stability {
  std::string data;
  StabilityOptions options;
  NamedOptions fit;
  SideFiles side;
  InputOptions input;
  Output output;
  ThreadOptions threads;
  CommandLine line{"stability DATA [--model FILE] [options] [@options.json]",
                   "Which features are selected again and again by random halves of the samples (complementary pairs, "
                   "Shah and Samworth 2013), with a bound on how many are wrong. Defaults in (), owners in []."};

  Stability() {
    line.positional("DATA", data, "LIBSVM, CSV, Matrix Market or binary, possibly .xz .gz .bz2 .zst");
    line.fields("stability selection", options);
    line.fit_options(fit);
    line.fields("numbers beside the data", side);
    line.fields("input", input);
    line.fields("output", output);
    line.fields("threads", threads);
  }

  bool given(std::string_view name) const {
    return std::any_of(fit.begin(), fit.end(), [&](const auto& option) { return option.first == name; });
  }
  bool at_lambda() const { return given("lambda") || given("lambda_ratio"); }

  FitSpec spec() const {
    if (at_lambda() && options.select)
      throw Error(ErrorKind::option,
                  "--select and --lambda exclude each other: a half selects by order or by one lambda");
    if (given("relax"))
      throw Error(ErrorKind::option,
                  "--relax does not apply: the model of the stable features is fitted without the "
                  "penalty anyway, with --ridge where that is given");
    NamedOptions with_solver = fit;
    if (!given("solver")) with_solver.emplace_back("solver", WorkingSetOptions::name);
    return spec_from(with_solver);
  }
};

std::string name_of_feature(const FitData& data, Index j) {
  const auto& names = data.dataset.feature_names;
  return names.empty() ? "" : names[static_cast<std::size_t>(j)];
}

void print_json(const StabilityResult& result, const Model& model, const FitData& data) {
  using Json = nlohmann::ordered_json;
  const auto print = [](const Json& json) {
    fmt::print("{}\n", json.dump(-1, ' ', false, Json::error_handler_t::replace));
  };
  for (const auto& feature : result.features) {
    const std::string name = name_of_feature(data, feature.feature);
    print({{"feature", feature.feature + 1},
           {"name", name.empty() ? Json() : Json(name)},
           {"probability", feature.probability},
           {"both", feature.both},
           {"stable", feature.stable}});
  }
  Json stable = Json::array();
  for (const Index j : result.stable()) stable.push_back(j + 1);
  print(
      {{"summary", true},
       {"stable", stable},
       {"threshold", result.options.threshold},
       {"pairs", result.options.pairs},
       {"finished", result.finished},
       {"candidates", static_cast<std::int64_t>(result.candidates)},
       {"selected", result.selected},
       {"bound", {{"worst_case", result.worst_case}, {"unimodal", result.unimodal ? Json(*result.unimodal) : Json()}}},
       {"seed", result.options.seed},
       {"status", to_string(model.report.status)},
       {"warnings", model.report.warnings},
       {"seconds", result.seconds}});
}

void print_words(const StabilityResult& result, const FitData& data, int threads) {
  fmt::print("selection   {}\n", report::selection_words(result));
  fmt::print("stable      {} selected by at least {:g} of the halves\n", result.stable().size(),
             result.options.threshold);
  fmt::print("errors      {}\n", report::bound_words(result));
  fmt::print("seconds     {:.3f}, {} thread(s)\n", result.seconds, threads);
  constexpr std::size_t most = 40;
  if (!result.features.empty()) fmt::print("\n{:>10}  {:>11}  {:>6}\n", "index", "probability", "both");
  for (std::size_t k = 0; k < std::min(most, result.features.size()); ++k) {
    const auto& feature = result.features[k];
    fmt::print("{:>10}  {:>11.3f}  {:>6.3f}  {}  {}\n", feature.feature + 1, feature.probability, feature.both,
               feature.stable ? "stable" : "      ", name_of_feature(data, feature.feature));
  }
  if (result.features.size() > most) fmt::print("... {} more; --json has all\n", result.features.size() - most);
}

}  // namespace

int stability(const Arguments& arguments) {
  Stability command;
  if (!command.line.parse(arguments)) return 0;
  const FitSpec spec = command.spec();
  refuse_shared_outputs({{"--model", command.output.model}, {"--report", command.output.report}});
  const std::atomic<bool>* interrupted = interrupt_flag();
  std::optional<AtomicFile> model_file, report_file;
  if (!command.output.model.empty()) model_file.emplace(command.output.model);
  if (!command.output.report.empty()) report_file.emplace(command.output.report);

  Team team(command.threads.threads.value_or(0));
  const FitData data = read_fit_data(command.data, command.input, command.side, team);
  Progress progress(!command.output.quiet && !command.output.json);
  const auto begun = std::chrono::steady_clock::now();
  StabilityControls controls;
  controls.interrupt = interrupted;
  controls.half_done = [&](int finished, int halves) {
    progress.show(fmt::format("{} of {} halves finished", finished, halves),
                  std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count());
  };
  const StabilityResult result = stability_selection(data, spec, command.options, command.at_lambda(), team, controls);
  progress.clear();
  if (result.finished == 0) throw Error(ErrorKind::option, "interrupted before the first pair of halves was finished");
  const Model model = stable_model(data, result, team);  // an interrupt before leaves what it was made from: it is kept
  if (model_file) {
    model_file->write(model_to_json(model));
    model_file->commit();
  }
  if (report_file) {
    report_file->write(report::html(report::stability_page(result, model, data, team)));
    report_file->commit();
  }
  if (command.output.json)
    print_json(result, model, data);
  else if (!command.output.quiet)
    print_words(result, data, team.size());
  if (!command.output.quiet) {
    for (const auto& warning : model.report.warnings) fmt::print(stderr, "gist: warning: {}\n", warning);
    if (result.finished < result.options.pairs)
      fmt::print(stderr, "gist: interrupted after {} of {} pairs; what is told is from those\n", result.finished,
                 result.options.pairs);
  }
  return 0;
}

CommandPage stability_page() { return Stability().line.page(); }

}  // namespace gist::cli
