#include "tests/support/program.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>
#include <utility>

namespace gist::testing_support {
namespace {

#ifdef GIST_PROGRAM
constexpr const char* program = GIST_PROGRAM;
#else
constexpr const char* program = "gist";
#endif

int checked(int result, const char* what) {
  if (result < 0) throw std::system_error(errno, std::generic_category(), what);
  return result;
}

struct Ends {
  int ours, theirs;
};

Ends make_pipe() {
  std::array<int, 2> ends{};
  checked(::pipe2(ends.data(), O_CLOEXEC), "pipe");
  return {ends[0], ends[1]};
}

Ends make_terminal() {
  const int ours = checked(::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC), "posix_openpt");
  checked(::grantpt(ours), "grantpt");
  checked(::unlockpt(ours), "unlockpt");
  return {ours, checked(::open(::ptsname(ours), O_RDWR | O_NOCTTY | O_CLOEXEC), "ptsname")};
}

/// Takes what is there; closes at the end (which a terminal shows as an error).
void take(int& fd, std::string& into) {
  std::array<char, 65536> bytes{};
  const ssize_t got = ::read(fd, bytes.data(), bytes.size());
  if (got > 0) {
    into.append(bytes.data(), static_cast<std::size_t>(got));
  } else if (got == 0 || errno != EINTR) {
    ::close(std::exchange(fd, -1));
  }
}

}  // namespace

bool terminals_exist() {
  const int ours = ::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (ours < 0) return false;
  const char* name = ::grantpt(ours) == 0 && ::unlockpt(ours) == 0 ? ::ptsname(ours) : nullptr;
  const int theirs = name == nullptr ? -1 : ::open(name, O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (theirs >= 0) ::close(theirs);
  ::close(ours);
  return theirs >= 0;
}

Workspace::Workspace() {
  directory_ = (std::filesystem::temp_directory_path() / "gist-test-XXXXXX").string();
  if (::mkdtemp(directory_.data()) == nullptr) checked(-1, "mkdtemp");
}

Workspace::~Workspace() {
  std::error_code ignored;
  std::filesystem::remove_all(directory_, ignored);
}

void Workspace::write(std::string_view name, std::string_view bytes) const {
  std::ofstream file(path(name), std::ios::binary);
  file << bytes;
  file.close();
  EXPECT_TRUE(file.good()) << path(name);
}

std::string Workspace::read(std::string_view name) const {
  std::ifstream file(path(name), std::ios::binary);
  EXPECT_TRUE(file.good()) << "no file " << name;
  return {std::istreambuf_iterator<char>(file), {}};
}

bool Workspace::has(std::string_view name) const { return std::filesystem::exists(path(name)); }

std::vector<std::string> Workspace::files() const {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(directory_)) {
    names.push_back(entry.path().lexically_relative(directory_).string());  // a link by its own name
  }
  std::sort(names.begin(), names.end());
  return names;
}

Process::Process(const Words& arguments, const std::string& directory, Errors errors) {
  std::vector<char*> words{const_cast<char*>(program)};
  for (const auto& argument : arguments) words.push_back(const_cast<char*>(argument.c_str()));
  words.push_back(nullptr);
  const Ends out = make_pipe();
  const Ends err = errors == Errors::pipe ? make_pipe() : make_terminal();
  pid_ = checked(::fork(), "fork");
  if (pid_ == 0) {
    const int nothing = ::open("/dev/null", O_RDONLY);
    const bool ready = ::chdir(directory.c_str()) == 0 && ::dup2(nothing, 0) == 0 && ::dup2(out.theirs, 1) == 1 &&
                       ::dup2(err.theirs, 2) == 2;
    ::alarm(120);  // outlives exec
    if (ready) ::execv(program, words.data());
    ::_exit(127);
  }
  ::close(out.theirs);
  ::close(err.theirs);
  out_ = out.ours;
  err_ = err.ours;
}

Process::~Process() {
  if (pid_ > 0) {
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
  }
  if (out_ >= 0) ::close(out_);
  if (err_ >= 0) ::close(err_);
}

void Process::read_until(const std::function<bool()>& enough) {
  while (!enough() && (out_ >= 0 || err_ >= 0)) {
    std::array<pollfd, 2> ends{pollfd{out_, POLLIN, 0}, pollfd{err_, POLLIN, 0}};  // poll passes over -1
    if (::poll(ends.data(), ends.size(), -1) < 0) continue;
    if (ends[0].revents != 0) take(out_, finished_.out);
    if (ends[1].revents != 0) take(err_, finished_.err);
  }
}

bool Process::await(std::string_view text) {
  const auto seen = [&] { return finished_.err.find(text) != std::string::npos; };
  read_until(seen);
  return seen();
}

void Process::send(int signal) const { checked(::kill(pid_, signal), "kill"); }

Finished Process::wait() {
  read_until([] { return false; });
  int status = 0;
  checked(::waitpid(std::exchange(pid_, -1), &status, 0), "waitpid");
  finished_.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return finished_;
}

Finished run_gist(const Workspace& space, const Words& arguments) {
  return Process(arguments, space.directory()).wait();
}

}  // namespace gist::testing_support
