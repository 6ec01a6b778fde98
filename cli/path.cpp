#include <fmt/format.h>

#include <chrono>
#include <numeric>

#include "cli/command_line.hpp"
#include "cli/commands.hpp"
#include "cli/interrupt.hpp"
#include "cli/path_files.hpp"
#include "cli/path_options.hpp"
#include "cli/path_output.hpp"
#include "cli/progress.hpp"
#include "gist/path/criteria.hpp"

namespace gist::cli {
namespace {

struct ChoiceOptions {
  std::optional<Criterion> criterion;
  static constexpr std::tuple fields{Field{"criterion", &ChoiceOptions::criterion, any_number(),
                                           "choose the model with the lowest; a degree of freedom for each non-zero "
                                           "and the intercept (weights: repetitions)"}};
};

struct Path : PathCommand {
  ChoiceOptions choice;
  CommandLine line{
      "path DATA [--model FILE] [options] [@options.json]",
      "Fits at every lambda of a grid, from where w = 0 downwards, each fit from the last. Defaults in (), "
      "owners in []."};

  Path() {
    line.positional("DATA", data, "LIBSVM, CSV, Matrix Market or binary, possibly .xz .gz .bz2 .zst");
    line.fields("path", request.grid);
    line.fields("", strengths);
    line.fields("", request.options);
    line.fields("", choice);
    line.fit_options(fit);
    line.fields("numbers beside the data", side);
    line.fields("input", input);
    line.fields("output", output);
    line.fields("threads", threads);
  }
};

}  // namespace

int path(const Arguments& arguments) {
  Path command;
  if (!command.line.parse(arguments)) return 0;
  const FitSpec spec = command.spec();
  command.take_strengths();
  check_outputs(command.output);
  if (command.choice.criterion) check_criterion(spec.loss);
  const std::atomic<bool>* interrupted = interrupt_flag();
  PathFiles files(command.output);

  Team team(command.threads.threads.value_or(0));
  const FitData data = read_fit_data(command.data, command.input, command.side, team);
  Progress progress(!command.output.quiet && !command.output.json);
  const auto begun = std::chrono::steady_clock::now();
  Fitting fitting(data, spec, team, interrupted);
  SavedPath saved;
  saved.path = trace_path(
      fitting, command.request, team,
      [&](const PathPoint& point, std::size_t place, std::size_t most) {
        progress.show(fmt::format("lambda {} of {}: {:<11.5g} objective {:<13.8g} non-zeros {}", place, most,
                                  point.lambda, point.report.certificate.objective(), point.coefficients.index.size()),
                      std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count());
      },
      interrupted);
  progress.clear();
  const double samples = data.weight.empty() ? static_cast<double>(data.dataset.design.rows())
                                             : std::accumulate(data.weight.begin(), data.weight.end(), 0.0);
  if (command.choice.criterion && !saved.path.points.empty()) {
    saved.chosen = best_point(saved.path, *command.choice.criterion, samples);
    saved.chosen_by = to_string(*command.choice.criterion);
  }
  files.write(saved, data, team, command.choice.criterion);
  if (command.output.json) {
    for (std::size_t k = 0; k < saved.path.points.size(); ++k) {
      auto json = point_json(saved, k);
      if (command.choice.criterion) {
        const PointCriteria criteria = criteria_at(saved.path, k, samples);
        json["degrees_of_freedom"] = criteria.freedom;
        for (std::size_t c = 0; c < criteria.value.size(); ++c)
          json[std::string(Names<Criterion>::names[c])] = criteria.value[c];
      }
      fmt::print("{}\n", json.dump());
    }
  } else if (!command.output.quiet) {
    fmt::print("{}", path_table(saved));
  }
  if (!command.output.quiet) report_path_on_stderr(saved.path);
  return command.output.strict && !all_converged(saved.path) ? 1 : 0;
}

CommandPage path_page() { return Path().line.page(); }

}  // namespace gist::cli
