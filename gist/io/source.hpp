#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "gist/io/block.hpp"

namespace gist {

/// The bytes of one input file, all of them at once and read-only.
///
/// A plain file is mapped, so its pages are the kernel's own copy and cost nothing until touched. A compressed one
/// (xz, gzip, bzip2 or zstd, told by its first bytes and not by its name) is unpacked into memory, and so are the bytes
/// of a pipe. Opening throws Error of kind `file` for what cannot be opened or read, of kind `data` for a damaged
/// stream.
class Source {
 public:
  static std::shared_ptr<const Source> open(const std::string& path);

  /// A copy of `bytes` that goes by the name `name` in messages. Never unpacked.
  static std::shared_ptr<const Source> from_memory(std::string_view bytes, std::string name);

  ~Source();
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;

  const std::string& name() const { return name_; }
  std::string_view bytes() const { return bytes_; }

  /// Says that `part` of bytes() is done with: its mapped pages leave our resident memory. They come back from the page
  /// cache if looked at again, so this is never wrong, only slow when said too early.
  void release(std::string_view part) const;

 private:
  explicit Source(std::string name) : name_(std::move(name)) {}

  std::string name_;
  std::string_view bytes_;
  void* mapping_ = nullptr;  // what munmap wants back
  std::size_t mapped_ = 0;
  Block block_;
};

}  // namespace gist
