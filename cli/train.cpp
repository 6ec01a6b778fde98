#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>

#include "cli/command_line.hpp"
#include "cli/commands.hpp"
#include "cli/fit_input.hpp"
#include "cli/input_options.hpp"
#include "cli/interrupt.hpp"
#include "cli/outputs.hpp"
#include "cli/progress.hpp"
#include "cli/summary.hpp"
#include "cli/trace.hpp"
#include "gist/core/alternatives.hpp"
#include "gist/core/version.hpp"
#include "gist/fit/fit.hpp"
#include "gist/io/atomic_file.hpp"
#include "gist/model/model_file.hpp"
#include "gist/model/model_json.hpp"
#include "gist/report/fit_page.hpp"

namespace gist::cli {
namespace {

struct RunOptions {
  std::string model, start, trace, report;
  bool json = false, quiet = false, strict = false;
  static constexpr std::tuple fields{
      Field{"model", &RunOptions::model, any_number(), "file to write the model to"},
      Field{"start", &RunOptions::start, any_number(), "model to start from"},
      Field{"trace", &RunOptions::trace, any_number(), "file for one JSON line per iteration"},
      Field{"report", &RunOptions::report, any_number(), "file for an HTML page on the fit, complete in itself"},
      Field{"json", &RunOptions::json, any_number(), "the result as one JSON object on standard output"},
      Field{"quiet", &RunOptions::quiet, any_number(), "nothing but errors"},
      Field{"strict", &RunOptions::strict, any_number(), "exit code 1 unless converged"}};
};

struct Train {
  std::string data;
  NamedOptions fit;
  SideFiles side;
  InputOptions input;
  RunOptions run;
  ThreadOptions threads;
  CommandLine line{"train DATA [--model FILE] [options] [@options.json]",
                   "Minimises mean loss + penalty over the coefficients and an unpenalised intercept. Defaults in (), "
                   "owners in []."};

  Train() {
    line.positional("DATA", data, "LIBSVM, CSV, Matrix Market or binary, possibly .xz .gz .bz2 .zst");
    line.fit_options(fit);
    line.fields("data", side);
    line.fields("data", input);
    line.fields("run", run);
    line.fields("run", threads);
  }
};

void check_width(const std::string& path, const Model& start, const Dataset& data) {
  if (start.features == data.design.columns()) return;
  throw Error(ErrorKind::model,
              fmt::format("--start {}: the model has {} features, {} has {}; --features sets the width", path,
                          start.features, data.source, data.design.columns()));
}

struct Seconds {
  double read, fit, total;
};

nlohmann::ordered_json result_json(const Model& model, const Seconds& seconds, int threads) {
  const FitReport& r = model.report;
  const Certificate& c = r.certificate;
  nlohmann::ordered_json json{
      {"status", to_string(r.status)},
      {"objective", c.objective()},
      {"loss", c.loss},
      {"penalty", c.penalty},
      {"nonzeros", model.index.size()},
      {"intercept", model.intercept},
      {"iterations", r.iterations},
      {"passes", r.passes},
      {"residual", {{"critical", c.critical}, {"prox", c.prox}, {"coordinate", c.coordinate}, {"t", c.t}}},
      {"gradient_scale", r.gradient_scale},
      {"lambda", lambda_of(model.spec.penalty)},
      {"lambda_max", r.lambda_max}};
  const auto theta = theta_of(model.spec.penalty);
  json["theta"] = theta ? nlohmann::ordered_json(*theta) : nlohmann::ordered_json();
  if (r.selection) {
    const Certificate& chosen = r.selection->certificate;
    json["selection"] = {{"status", to_string(r.selection->status)},
                         {"objective", chosen.objective()},
                         {"loss", chosen.loss},
                         {"penalty", chosen.penalty},
                         {"iterations", r.selection->iterations}};
  }
  json["n"] = r.samples;
  json["d"] = model.features;
  json["nnz"] = r.stored;
  json["seconds"] = {{"read", seconds.read}, {"fit", seconds.fit}, {"total", seconds.total}};
  json["threads"] = threads;
  json["solver"] = name_of(model.spec.solver);
  if (!r.engine.empty()) json["engine"] = r.engine, json["why"] = r.why;
  if (!r.runs.empty()) json["runs"] = runs_to_json(r.runs);
  json["warnings"] = r.warnings;
  json["version"] = version;
  return json;
}

void report_on_stderr(const Model& model) {
  const FitReport& r = model.report;
  for (const auto& warning : r.warnings) fmt::print(stderr, "gist: warning: {}\n", warning);
  if (r.status == Status::converged) return;
  fmt::print(stderr,
             "gist: not converged ({}): prox residual {:.2e}, asked for {:.2e} relative to the gradient at 0; the best "
             "point so far is returned\n",
             to_string(r.status), r.certificate.prox / (r.gradient_scale > 0 ? r.gradient_scale : 1),
             model.spec.stop.threshold());
}

}  // namespace

int train(const Arguments& arguments) {
  using Clock = std::chrono::steady_clock;
  const auto begun = Clock::now();
  const auto since_begin = [&] { return std::chrono::duration<double>(Clock::now() - begun).count(); };

  Train command;
  if (!command.line.parse(arguments)) return 0;
  const FitSpec spec = spec_from(command.fit);
  refuse_shared_outputs(
      {{"--model", command.run.model}, {"--trace", command.run.trace}, {"--report", command.run.report}});
  // From here on Ctrl-C does not end the program but the fit, so that nothing is left of the files below.
  const std::atomic<bool>* interrupted = interrupt_flag();
  // Outputs are opened first: an hour of fitting must not end at a directory that cannot be written.
  std::optional<AtomicFile> model_file;
  if (!command.run.model.empty()) model_file.emplace(command.run.model);
  std::optional<AtomicFile> report_file;
  if (!command.run.report.empty()) report_file.emplace(command.run.report);
  std::optional<Trace> trace;
  if (!command.run.trace.empty()) trace.emplace(command.run.trace);
  std::optional<Model> start;
  if (!command.run.start.empty()) start = load_model(command.run.start);

  Team team(command.threads.threads.value_or(0));
  const FitData data = read_fit_data(command.data, command.input, command.side, team);
  if (start) check_width(command.run.start, *start, data.dataset);
  const double read_seconds = since_begin();

  Progress progress(!command.run.quiet && !command.run.json);
  FitControls controls;
  controls.interrupt = interrupted;
  controls.start = start ? &*start : nullptr;
  controls.observe = [&](const Step& step, double seconds) {
    progress.show(step, seconds);
    if (trace) trace->record(step, seconds);
  };
  const Model model = fit(data, spec, team, controls);
  progress.clear();
  const double fit_seconds = since_begin() - read_seconds;

  if (model_file) {
    model_file->write(model_to_json(model));
    model_file->commit();
  }
  if (report_file) {
    report_file->write(report::html(report::fit_page(model, data, team)));
    report_file->commit();
  }
  if (trace) trace->finish();
  const Seconds seconds{read_seconds, fit_seconds, since_begin()};
  if (command.run.json) {
    fmt::print("{}\n", result_json(model, seconds, team.size()).dump());
  } else if (!command.run.quiet) {
    fmt::print("{}seconds     read {:.3f}, fit {:.3f}, total {:.3f}, {} thread(s)\n", summary(model), seconds.read,
               seconds.fit, seconds.total, team.size());
  }
  if (!command.run.quiet) report_on_stderr(model);
  return command.run.strict && model.report.status != Status::converged ? 1 : 0;
}

CommandPage train_page() { return Train().line.page(); }

}  // namespace gist::cli
