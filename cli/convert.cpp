#include <algorithm>
#include <array>
#include <optional>

#include "cli/command_line.hpp"
#include "cli/commands.hpp"
#include "cli/input_options.hpp"
#include "gist/io/write.hpp"

namespace gist::cli {
namespace {

struct ConvertOptions {
  std::optional<Format> to;
  static constexpr std::tuple fields{
      Field{"to", &ConvertOptions::to, any_number(),
            "form to write (default: by the name; binary unless it ends in .svm .libsvm .txt .csv .tsv .mtx)"}};
};

struct Convert {
  std::string from, to;
  ConvertOptions output;
  InputOptions input;
  ThreadOptions threads;
  CommandLine line{"convert IN OUT [options]",
                   "Writes a data file in another form. The binary form is mapped into memory, not read."};

  Convert() {
    line.positional("IN", from, "data file, any form, possibly compressed");
    line.positional("OUT", to, "file to write");
    line.fields("output", output);
    line.fields("input", input);
    line.fields("run", threads);
  }
};

/// Here the binary form is the default, where elsewhere an unknown name means LIBSVM text.
Format format_for(const std::string& path) {
  constexpr std::array<std::string_view, 3> text{".svm", ".libsvm", ".txt"};
  const Format by_name = format_of_name(path);
  const bool is_text =
      std::any_of(text.begin(), text.end(), [&](std::string_view suffix) { return path.ends_with(suffix); });
  return by_name == Format::libsvm && !is_text ? Format::binary : by_name;
}

}  // namespace

int convert(const Arguments& arguments) {
  Convert command;
  if (!command.line.parse(arguments)) return 0;
  Team team(command.threads.threads.value_or(0));
  Format format = command.output.to.value_or(Format::automatic);
  if (format == Format::automatic) format = format_for(command.to);
  write_dataset(read_dataset(command.input.read_options(command.from), team), command.to, format, team);
  return 0;
}

CommandPage convert_page() { return Convert().line.page(); }

}  // namespace gist::cli
