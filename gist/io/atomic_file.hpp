#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace gist {

/// A file that appears all at once or not at all. The bytes go to a temporary file in the same directory; commit() puts
/// them on the disk and renames it into place, so that whoever opens the name, even after a crash or a kill, finds the
/// old contents or the new ones. Without commit() the temporary file is removed and the old contents stay.
///
/// What is no regular file (/dev/stdout, a pipe, /dev/null) cannot be renamed over and is written directly.
/// Every failure is an Error of kind `file` with the name and the system's reason; the constructor already finds a
/// directory, a missing or unwritable one, so that it can be made before the work whose result it is for.
class AtomicFile {
 public:
  explicit AtomicFile(std::string path);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  void write(std::string_view bytes);
  void commit();

 private:
  [[noreturn]] void fail(int error) const;
  void open_beside();
  void write_now(std::string_view bytes);

  std::string path_;       // as the caller wrote it, for messages
  std::string target_;     // where it leads: symbolic links stay and what they point to is replaced
  std::string temporary_;  // empty when written directly
  std::string waiting_;    // small writes are gathered here
  int fd_ = -1;
};

}  // namespace gist
