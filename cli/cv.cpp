#include <fmt/format.h>

#include <chrono>

#include "cli/command_line.hpp"
#include "cli/commands.hpp"
#include "cli/interrupt.hpp"
#include "cli/path_files.hpp"
#include "cli/path_options.hpp"
#include "cli/path_output.hpp"
#include "cli/progress.hpp"
#include "gist/path/cross_validate.hpp"

namespace gist::cli {
namespace {

struct FoldFiles {
  std::string groups, fold_ids;
  static constexpr std::tuple fields{
      Field{"groups", &FoldFiles::groups, any_number(),
            "file: a number per sample; samples with the same one are never parted"},
      Field{"fold_ids", &FoldFiles::fold_ids, any_number(), "file: the fold of each sample, instead of drawing them"}};
};

struct Cv : PathCommand {
  CvOptions options;
  FoldFiles files;
  CommandLine line{"cv DATA [--model FILE] [options] [@options.json]",
                   "Fits a path, and judges every lambda by samples its fit has not seen; the model is that of all "
                   "samples at the lambda chosen. Defaults in (), owners in []."};

  Cv() {
    line.positional("DATA", data, "LIBSVM, CSV, Matrix Market or binary, possibly .xz .gz .bz2 .zst");
    line.fields("cross-validation", options);
    line.fields("", files);
    line.fields("path", request.grid);
    line.fields("", strengths);
    line.fields("", request.options);
    line.fit_options(fit);
    line.fields("numbers beside the data", side);
    line.fields("input", input);
    line.fields("output", output);
    line.fields("threads", threads);
  }
};

Folds folds_of(const Cv& command, const FitData& data, const FitSpec& spec) {
  const std::int64_t n = data.dataset.design.rows();
  const auto groups = side_numbers(command.files.groups, n, "sample", any_number());
  const auto ids = side_numbers(command.files.fold_ids, n, "sample", any_number());
  if (!groups.empty() && !ids.empty()) throw Error(ErrorKind::option, "--groups and --fold-ids exclude each other");
  return ids.empty() ? folds_for(data, spec, command.options, groups) : given_folds(ids);
}

void report_folds_on_stderr(const CvResult& result) {
  if (result.finished == result.folds.count) return;
  fmt::print(stderr,
             "gist: {} of {} folds were finished, and nothing can be chosen by them; the path of all samples is kept\n",
             result.finished, result.folds.count);
}

}  // namespace

int cv(const Arguments& arguments) {
  Cv command;
  if (!command.line.parse(arguments)) return 0;
  const FitSpec spec = command.spec();
  command.take_strengths();
  check_outputs(command.output);
  check_score(command.options.score, spec.loss);
  const std::atomic<bool>* interrupted = interrupt_flag();
  PathFiles files(command.output);

  Team team(command.threads.threads.value_or(0));
  const FitData data = read_fit_data(command.data, command.input, command.side, team);
  Progress progress(!command.output.quiet && !command.output.json);
  const auto begun = std::chrono::steady_clock::now();
  const auto seconds = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count(); };
  CvControls controls;
  controls.interrupt = interrupted;
  controls.observe = [&](const PathPoint& point, std::size_t place, std::size_t most) {
    progress.show(fmt::format("all samples: lambda {} of {}, {:.5g}", place, most, point.lambda), seconds());
  };
  controls.fold_done = [&](int finished, int folds) {
    progress.show(fmt::format("{} of {} folds finished", finished, folds), seconds());
  };
  const CvResult result =
      cross_validate(data, spec, command.request, command.options, folds_of(command, data, spec), team, controls);
  progress.clear();
  const SavedPath kept = saved(result, command.options.choose);
  files.write(kept, data, team);
  if (command.output.json) {
    for (std::size_t k = 0; k < kept.path.points.size(); ++k) fmt::print("{}\n", point_json(kept, k).dump());
  } else if (!command.output.quiet) {
    fmt::print("{}", path_table(kept));
    if (kept.chosen) {
      fmt::print(
          "\nchosen      lambda {:.6g} ({}): {} {:.6g} +- {:.2g} over {} folds, {} of {} coefficients non-zero\n",
          kept.path.points[*kept.chosen].lambda, kept.chosen_by, kept.score, kept.cv[*kept.chosen].mean,
          kept.cv[*kept.chosen].error, result.folds.count, kept.path.points[*kept.chosen].coefficients.index.size(),
          kept.path.frame.features);
    }
    fmt::print("seconds     {:.3f}, {} thread(s)\n", result.seconds, team.size());
  }
  if (!command.output.quiet) {
    report_path_on_stderr(kept.path);
    report_folds_on_stderr(result);
  }
  const bool whole = all_converged(kept.path) && result.finished == result.folds.count;
  return command.output.strict && !whole ? 1 : 0;
}

CommandPage cv_page() { return Cv().line.page(); }

}  // namespace gist::cli
