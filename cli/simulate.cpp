#include "gist/simulate/simulate.hpp"

#include <fmt/format.h>

#include "cli/command_line.hpp"
#include "cli/commands.hpp"
#include "cli/input_options.hpp"
#include "gist/io/atomic_file.hpp"
#include "gist/io/write.hpp"

namespace gist::cli {
namespace {

struct OutputOptions {
  std::string output;
  static constexpr std::tuple fields{Field{"output", &OutputOptions::output, any_number(),
                                           "file to write, form by its name; the truth goes to FILE.truth.json",
                                           Need::required}};
};

struct Simulate {
  OutputOptions output;
  SimulateOptions options;
  ThreadOptions threads;
  CommandLine line{"simulate --kind text|gaussian --output FILE [options]",
                   "Writes a data set and what was planted in it. Same seed, same bytes."};

  Simulate() {
    line.fields("output", output);
    line.fields("what to simulate", options);
    line.fields("run", threads);
  }
};

}  // namespace

int simulate(const Arguments& arguments) {
  Simulate command;
  if (!command.line.parse(arguments)) return 0;
  const std::string& path = command.output.output;
  if (path.empty()) throw Error(ErrorKind::option, "gist simulate needs --output FILE");
  AtomicFile truth(path + ".truth.json");
  Team team(command.threads.threads.value_or(0));
  const Simulated simulated = gist::simulate(command.options, team);
  write_dataset(simulated.data, path, Format::automatic, team);
  truth.write(to_json(simulated.truth));
  truth.commit();
  return 0;
}

CommandPage simulate_page() { return Simulate().line.page(); }

}  // namespace gist::cli
