#include "gist/io/atomic_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include "gist/core/error.hpp"
#include "gist/core/field.hpp"

namespace gist {
namespace {

constexpr std::size_t gathered = std::size_t{1} << 18;

/// The descriptor that /dev/stdout, /dev/stderr or /dev/fd/N stands for. Opening these names would start again at the
/// beginning when the output goes to a file.
std::optional<int> descriptor_named(std::string_view path) {
  if (path == "/dev/stdout") return 1;
  if (path == "/dev/stderr") return 2;
  for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
    int number = 0;
    if (path.starts_with(folder) && parse_value(path.substr(folder.size()), at_least(0), number)) return number;
  }
  return std::nullopt;
}

std::string folder_of(const std::string& path) {
  const std::string folder = std::filesystem::path(path).parent_path().string();
  return folder.empty() ? "." : folder;
}

}  // namespace

void AtomicFile::fail(int error) const {
  throw Error(ErrorKind::file, path_ + ": cannot write: " + std::strerror(error));
}

AtomicFile::AtomicFile(std::string path) : path_(std::move(path)), target_(path_) {
  if (const auto fd = descriptor_named(path_)) {
    fd_ = ::fcntl(*fd, F_DUPFD_CLOEXEC, 0);
    if (fd_ < 0) fail(errno);
    return;
  }
  if (path_.empty()) fail(ENOENT);
  // Link by link, since the last one may point to what is not there yet. A circle is left for stat to find.
  std::error_code broken;
  for (int hops = 0; hops < 40 && std::filesystem::is_symlink(target_, broken); ++hops) {
    const auto next = std::filesystem::read_symlink(target_, broken);
    if (!broken) target_ = (std::filesystem::path(target_).parent_path() / next).string();
  }
  struct stat about {};
  const bool exists = ::stat(target_.c_str(), &about) == 0;
  if (!exists && errno != ENOENT) fail(errno);
  if (exists && S_ISDIR(about.st_mode)) fail(EISDIR);
  if (exists && !S_ISREG(about.st_mode)) {
    fd_ = ::open(target_.c_str(), O_WRONLY | O_CLOEXEC);
    if (fd_ < 0) fail(errno);
    return;
  }
  // A rename would get around a write-protected file; its owner protected it from just that.
  if (exists && ::access(target_.c_str(), W_OK) != 0) fail(errno);
  open_beside();
  if (exists) static_cast<void>(::fchmod(fd_, about.st_mode & 07777U));
}

AtomicFile::~AtomicFile() {
  if (fd_ >= 0) ::close(fd_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void AtomicFile::open_beside() {
  const std::string stem = folder_of(target_) + "/.gist-" + std::to_string(::getpid()) + "-";
  for (int attempt = 0; fd_ < 0; ++attempt) {
    const std::string name = stem + std::to_string(attempt) + ".tmp";
    fd_ = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd_ >= 0) {
      temporary_ = name;
    } else if (errno != EEXIST) {
      fail(errno);
    }
  }
}

void AtomicFile::write(std::string_view bytes) {
  if (waiting_.size() + bytes.size() <= gathered) {
    waiting_ += bytes;
    return;
  }
  write_now(std::exchange(waiting_, {}));
  if (bytes.size() < gathered) {
    waiting_ = bytes;
  } else {
    write_now(bytes);
  }
}

void AtomicFile::write_now(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(fd_, bytes.data(), bytes.size());
    if (written >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno != EINTR) {
      fail(errno);
    }
  }
}

void AtomicFile::commit() {
  write_now(std::exchange(waiting_, {}));
  if (temporary_.empty()) {
    // Closing is where a network file system says that it could not keep what it took.
    if (::close(std::exchange(fd_, -1)) != 0) fail(errno);
    return;
  }
  if (::fsync(fd_) != 0) fail(errno);
  if (::close(std::exchange(fd_, -1)) != 0) fail(errno);
  if (::rename(temporary_.c_str(), target_.c_str()) != 0) fail(errno);
  temporary_.clear();
  // The new name itself must survive a power cut too. Some file systems cannot do this; the contents are safe
  // regardless.
  const int folder = ::open(folder_of(target_).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder >= 0) {
    static_cast<void>(::fsync(folder));
    ::close(folder);
  }
}

}  // namespace gist
