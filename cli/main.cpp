#include <fmt/format.h>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

#include <array>
#include <cstdio>
#include <exception>
#include <new>
#include <string_view>

#include "cli/commands.hpp"
#include "gist/core/error.hpp"
#include "gist/core/version.hpp"

namespace {

struct Command {
  std::string_view name, summary;
  int (*run)(const gist::cli::Arguments&);
};

constexpr std::array commands{
    Command{"train", "fit a model to a data file", gist::cli::train},
    Command{"path", "fit a model at every lambda of a grid", gist::cli::path},
    Command{"cv", "choose lambda by cross-validation", gist::cli::cv},
    Command{"stability", "features that random halves of the samples select again and again", gist::cli::stability},
    Command{"predict", "predictions of a model, or its scores", gist::cli::predict},
    Command{"inspect", "what is in a model: settings, certificate, coefficients", gist::cli::inspect},
    Command{"convert", "a data file in another form; the binary one opens in milliseconds", gist::cli::convert},
    Command{"simulate", "a seeded data set with a known truth", gist::cli::simulate},
    Command{"reference", "this manual: Markdown, man page, shell completions", gist::cli::reference},
};

void print_help() {
  fmt::print("gist {}: sparse models with non-convex penalties\n\nusage: gist COMMAND ...\n", gist::version);
  for (const auto& command : commands) fmt::print("  {:<10} {}\n", command.name, command.summary);
  fmt::print(
      "  --version  the version\n\n'gist COMMAND --help' lists the options of a command. Exit codes: 0 done, 1 not "
      "converged (with --strict), 2 bad "
      "input.\n");
}

/// What reading a file has let go of the fit asks for again a moment later: to give it back to the system meanwhile and
/// have every page of it cleared anew is a good part of a small fit's time.
void keep_freed_memory() {
#if defined(__GLIBC__)
  constexpr int largest = 32 << 20, at_most_kept = 1 << 30;
  mallopt(M_MMAP_THRESHOLD, largest);
  mallopt(M_TRIM_THRESHOLD, at_most_kept);
#endif
}

int dispatch(const gist::cli::Arguments& words) {
  if (words.empty() || words[0] == "--help" || words[0] == "-h" || words[0] == "help") {
    print_help();
    return words.empty() ? 2 : 0;
  }
  if (words[0] == "--version") {
    fmt::print("gist {}\n", gist::version);
    return 0;
  }
  for (const auto& command : commands) {
    if (command.name == words[0]) return command.run({words.begin() + 1, words.end()});
  }
  throw gist::Error(gist::ErrorKind::option, "there is no command '" + words[0] + "'; 'gist --help' lists them");
}

}  // namespace

int main(int argc, char** argv) {
  keep_freed_memory();
  try {
    const int code = dispatch({argv + 1, argv + argc});
    // A full disk shows only when the last bytes go out.
    if (std::fflush(stdout) != 0) throw gist::Error(gist::ErrorKind::file, "standard output cannot be written");
    return code;
  } catch (const gist::Error& e) {
    fmt::print(stderr, "gist: {}\n", e.what());
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "gist: out of memory\n");
  } catch (const std::exception& e) {
    fmt::print(stderr, "gist: {}\n", e.what());
  }
  return 2;
}
