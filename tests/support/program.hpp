#pragma once

#include <sys/types.h>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace gist::testing_support {

/// A directory of its own for one test, removed with all that is in it.
class Workspace {
 public:
  Workspace();
  ~Workspace();
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;

  const std::string& directory() const { return directory_; }
  std::string path(std::string_view name) const { return directory_ + "/" + std::string(name); }
  void write(std::string_view name, std::string_view bytes) const;
  std::string read(std::string_view name) const;  ///< fails the test if there is no such file
  bool has(std::string_view name) const;
  std::vector<std::string> files() const;  ///< everything below it, hidden files too, sorted

 private:
  std::string directory_;
};

/// What a program left behind. `code` is its exit code, or 128 + the signal that ended it.
struct Finished {
  int code = -1;
  std::string out, err;
};

using Words = std::vector<std::string>;

/// Whether a program can be given a terminal here; a bare chroot without /dev/pts has none.
bool terminals_exist();

/// The program under test while it runs. Standard output is a pipe; standard error a pipe, or a terminal of its own.
/// A program that runs for two minutes is ended by SIGALRM: no test waits for ever.
class Process {
 public:
  enum class Errors { pipe, terminal };
  Process(const Words& arguments, const std::string& directory, Errors errors = Errors::pipe);
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  /// Reads on until standard error contains `text`; false when the program ended before.
  bool await(std::string_view text);
  void send(int signal) const;
  Finished wait();

 private:
  void read_until(const std::function<bool()>& enough);

  pid_t pid_ = -1;
  int out_ = -1, err_ = -1;
  Finished finished_;
};

/// Runs `gist ARGUMENTS` in the workspace and waits for its end.
Finished run_gist(const Workspace& space, const Words& arguments);

}  // namespace gist::testing_support

#ifdef GIST_PROGRAM
/// First statement of a test that runs the program.
#define GIST_NEEDS_PROGRAM() static_cast<void>(0)
#else
#define GIST_NEEDS_PROGRAM() GTEST_SKIP() << "built without the command line"
#endif
